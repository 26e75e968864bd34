/** Offers an engine to the page that started this worker. One of the two files that know comlink. */
import { type Endpoint, expose } from "comlink";
import type { EnginePort } from "./port.ts";

/**
 * Answers the page's calls from now on; those that came before wait in the worker's queue.
 * @param endpoint default: the worker's own
 */
export function offerEngine(engine: EnginePort, endpoint?: Endpoint): void {
  expose(engine, endpoint);
}
