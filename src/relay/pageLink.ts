/**
 * One page on `/stream`: hello, welcome, then numbered batches, a few on the way at most. It holds a cursor into the
 * buffer and nothing else, so that a slow page costs no memory; one that fell out of the buffer is closed, comes back and
 * is told what it lost. Refuses every message that is not of the envelope.
 */
import { WebSocket } from "ws";
import { decodePageMessage, encodeBatchLines } from "../protocol/relayCodec.ts";
import {
  BATCH_INTERVAL_MS,
  ENVELOPE_VERSION,
  MAX_BATCH_BYTES,
  MAX_UNACKED_BATCHES,
  type PageMessage,
  type RelayMessage,
  STILL_INTERVAL_MS,
} from "../protocol/relayEnvelope.ts";
import type { SourceClock } from "./port.ts";
import type { PlacedState, Reader, Recorder } from "./recorder.ts";
import { watchStillness } from "./stillness.ts";

/** Close codes, in the range free for applications. */
export const CLOSE_BAD_MESSAGE = 4400;
export const CLOSE_FELL_BEHIND = 4408;
/** A page says hello within this time, or goes. */
const HELLO_TIMEOUT_MS = 10_000;
/** A page that has not acknowledged for so long is not waited for. */
const STALL_MS = 5000;

/** What all pages of one relay have in common. */
export interface PageContext {
  readonly recorder: Recorder;
  /** Id of the recording. */
  readonly recording: string;
  /** Epoch ms of t = 0. */
  readonly startedAt: number;
  clock(): SourceClock;
}

/** Serves a page over an open socket until it closes. */
export function servePage(socket: WebSocket, context: PageContext): void {
  new PageLink(socket, context).listen();
}

type Hello = Extract<PageMessage, { type: "hello" }>;

class PageLink implements Reader {
  readonly #socket: WebSocket;
  readonly #context: PageContext;
  readonly #recorder: Recorder;
  /** -1 until the page said hello. */
  #cursor = -1;
  #batch = 0;
  #acknowledged = 0;
  #acknowledgedBefore = 0;
  #stalled = false;
  #told: PlacedState | null = null;
  #flushTimer: NodeJS.Timeout | null = null;
  readonly #helloTimer: NodeJS.Timeout;
  readonly #stallTimer: NodeJS.Timeout;
  readonly #endStillness: () => void;

  constructor(socket: WebSocket, context: PageContext) {
    this.#socket = socket;
    this.#context = context;
    this.#recorder = context.recorder;
    this.#helloTimer = setTimeout(() => this.#refuse("No hello came from this page."), HELLO_TIMEOUT_MS);
    this.#stallTimer = setInterval(() => this.#watchForStall(), STALL_MS);
    const clock = { now: () => context.clock().now };
    this.#endStillness = watchStillness(clock, STILL_INTERVAL_MS, (t) => this.#tellStillness(t));
  }

  listen(): void {
    this.#socket.on("message", (body, isBinary) => this.#take(isBinary ? null : String(body)));
    this.#socket.on("error", () => this.#socket.terminate());
    this.#socket.on("close", () => this.#close());
  }

  cursor(): number {
    return this.#cursor;
  }

  stalled(): boolean {
    return this.#stalled;
  }

  wake(): void {
    if (this.#flushTimer !== null || this.#cursor < 0) return;
    const waiting = this.#recorder.buffer.bytesAfter(this.#cursor);
    this.#flushTimer = setTimeout(() => this.#flush(), waiting >= MAX_BATCH_BYTES ? 0 : BATCH_INTERVAL_MS);
  }

  #take(text: string | null): void {
    const decoded = text === null ? null : decodePageMessage(text);
    if (decoded === null || !decoded.ok)
      this.#refuse("A message of this page is not of the stream's envelope.");
    else if (decoded.value.type === "hello") this.#greet(decoded.value);
    else this.#acknowledge(decoded.value.batch);
  }

  #greet(hello: Hello): void {
    if (this.#cursor >= 0) this.#refuse("This page said hello twice.");
    else if (hello.envelope !== ENVELOPE_VERSION)
      this.#refuse("This page is of another version than its relay. Reload the page.");
    else this.#welcome(hello);
  }

  #welcome(hello: Hello): void {
    clearTimeout(this.#helloTimer);
    const { buffer } = this.#recorder;
    const { recording, startedAt } = this.#context;
    // A position that does not exist yet cannot have been stored: such a page starts from nothing.
    const after = hello.recording === recording && hello.after <= buffer.latest() ? hello.after : 0;
    const lost = buffer.lostAfter(after);
    const placed = this.#recorder.current();
    this.#told = placed;
    const clock = this.#context.clock();
    const [envelope, latest, source] = [ENVELOPE_VERSION, buffer.latest(), placed.state];
    this.#send({ type: "welcome", envelope, recording, startedAt, ...clock, after, lost, latest, source });
    this.#cursor = lost === null ? after : lost.last;
    this.#recorder.addReader(this);
    this.#recorder.readerMoved();
    this.wake();
  }

  #acknowledge(batch: number): void {
    if (this.#cursor < 0 || batch > this.#batch || batch < this.#acknowledged) {
      this.#refuse("This page acknowledged a batch that is not on the way.");
      return;
    }
    this.#acknowledged = batch;
    this.#stalled = false;
    this.#recorder.readerMoved();
    if (this.#cursor < this.#recorder.buffer.latest()) this.wake();
  }

  #flush(): void {
    this.#flushTimer = null;
    while (this.#maySend() && this.#cursor < this.#recorder.buffer.latest()) if (!this.#sendBatch()) return;
    this.#tellState();
    this.#recorder.readerMoved();
  }

  #maySend(): boolean {
    return (
      this.#socket.readyState === WebSocket.OPEN && this.#batch - this.#acknowledged < MAX_UNACKED_BATCHES
    );
  }

  /** @returns whether there was something to send */
  #sendBatch(): boolean {
    const slice = this.#recorder.buffer.slice(this.#cursor, MAX_BATCH_BYTES);
    if (slice === null) {
      this.#socket.close(CLOSE_FELL_BEHIND, "fell behind"); // it comes back, and its welcome names the loss
      return false;
    }
    this.#batch += 1;
    this.#socket.send(encodeBatchLines(this.#batch, slice.first, slice.lines));
    this.#cursor += slice.lines.length;
    return true;
  }

  /** A state is told after the records that came before it. */
  #tellState(): void {
    const placed = this.#recorder.current();
    if (placed === this.#told || this.#cursor < placed.after) return;
    this.#told = placed;
    this.#send({ type: "source", source: placed.state, ...this.#context.clock() });
  }

  /** Of a recording the records' own times tell the silence: its clock runs ahead of its lines. */
  #tellStillness(now: number): void {
    const { buffer } = this.#recorder;
    const live = this.#recorder.current().state.kind === "live";
    if (live && this.#cursor >= 0 && this.#cursor === buffer.latest()) this.#send({ type: "still", now });
  }

  #watchForStall(): void {
    const full = this.#batch - this.#acknowledged >= MAX_UNACKED_BATCHES;
    this.#stalled = full && this.#acknowledged === this.#acknowledgedBefore;
    this.#acknowledgedBefore = this.#acknowledged;
    if (this.#stalled) this.#recorder.readerMoved();
  }

  #refuse(sentence: string): void {
    this.#send({ type: "refused", sentence });
    this.#socket.close(CLOSE_BAD_MESSAGE, "refused");
  }

  #send(message: RelayMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #close(): void {
    clearTimeout(this.#helloTimer);
    clearInterval(this.#stallTimer);
    this.#endStillness();
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    this.#cursor = -1;
    this.#recorder.removeReader(this);
  }
}
