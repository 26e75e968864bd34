/** An engine in a worker, as the page sees it. One of the two files that know comlink. */
import { type Endpoint, proxy, wrap } from "comlink";
import type { EnginePort } from "./port.ts";

/** @param worker which has called `offerEngine`, or will */
export function connectEngine(worker: Endpoint): EnginePort {
  const remote = wrap<EnginePort>(worker);
  return {
    start: (onSummary) => remote.start(proxy(onSummary)),
    show: (channel) => remote.show(channel),
    setFilter: (text) => remote.setFilter(text),
    setPaused: (paused) => remote.setPaused(paused),
    rows: (from, count) => remote.rows(from, count),
    indexOf: (id) => remote.indexOf(id),
    detail: (id) => remote.detail(id),
    flags: (from, count) => remote.flags(from, count),
    restartLab: () => remote.restartLab(),
  };
}
