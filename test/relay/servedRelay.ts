/** A relay that is served on a free port, with a source that the test drives by hand, or a given one. */
import { onTestFinished } from "vitest";
import type { SourceState } from "../../src/protocol/source.ts";
import { createAccess } from "../../src/relay/access.ts";
import type { PanelFiles } from "../../src/relay/panelFiles.ts";
import type { FrameSource, SourceSink } from "../../src/relay/port.ts";
import type { BufferBounds } from "../../src/relay/recordBuffer.ts";
import { createRelay } from "../../src/relay/relay.ts";
import { servePanel } from "../../src/relay/server.ts";
import { takeCookie } from "./pageClient.ts";

export interface ServedRelay {
  readonly port: number;
  readonly token: string;
  readonly cookie: string;
  /** Of the source that is driven by hand. */
  readonly sink: SourceSink;
  readonly sentences: string[];
}

export const PLAIN_STATE: SourceState = {
  kind: "live",
  phase: "attached",
  label: "127.0.0.1:1",
  sight: "events",
  generation: "0.1",
  problem: null,
  denied: [],
};

const FILES: PanelFiles = new Map(
  ["/", "/index.html", "/assets/app-1a2b3c.js"].map((path) => [
    path,
    {
      body: Buffer.from(path.endsWith(".js") ? "export {};" : "<!doctype html>"),
      contentType: path.endsWith(".js") ? "text/javascript; charset=utf-8" : "text/html; charset=utf-8",
      cacheControl: path.endsWith(".js") ? "public, max-age=31536000, immutable" : "no-store",
    },
  ]),
);

export async function serveRelay(
  source: FrameSource | null = null,
  bounds?: BufferBounds,
): Promise<ServedRelay> {
  let sink: SourceSink | null = null;
  const byHand: FrameSource = {
    initial: PLAIN_STATE,
    startedAtEpoch: 1_780_000_000_000,
    start(given) {
      sink = given;
      return { clock: () => ({ now: 12, rate: 1 }), stop: () => {} };
    },
  };
  const sentences: string[] = [];
  const relay = createRelay(
    source ?? byHand,
    { state: () => {}, notice: ({ sentence }) => sentences.push(sentence) },
    bounds,
  );
  const access = createAccess();
  const server = await servePanel({ files: FILES, access, context: relay.context, port: 0 });
  if (!server.ok) throw new Error(`The relay cannot listen: ${server.problem.code}`);
  relay.start();
  onTestFinished(async () => {
    relay.stop();
    await server.value.close();
  });
  const { port } = server.value;
  return {
    port,
    token: access.token,
    cookie: await takeCookie(port, access.token),
    sink: sink ?? relay.context.recorder.sink,
    sentences,
  };
}

/** Puts frames of an event into a sink: `count` lines, each with a text of that length that must be hidden. */
export function putFrames(sink: SourceSink, count: number, from = 1, textLength = 20): void {
  for (let seq = from; seq < from + count; seq++) {
    const text = "hidden words ".repeat(Math.ceil(textLength / 13)).slice(0, textLength);
    const event = { type: "assistant_message", seq, threadId: "t000001", text };
    const line = Buffer.from(JSON.stringify({ type: "thread_event", event }));
    sink.frame({ run: 1, conn: 1, dir: "s2c", t: seq, line });
  }
}
