/**
 * Frames from the relay, over its WebSocket: the only user of WebSocket. It asks for access first, resumes after each
 * drop from the last position taken in, acknowledges batch by batch, and says in a sentence why nothing comes. It keeps
 * nothing but that position; records and their meaning are the engine's.
 */
import type { TimeSource } from "../base/timeSource.ts";
import type { SourceProblemCode, SourceState } from "../protocol/source.ts";
import type { Attachment, AttachmentPort, AttachmentSink, ResumePoint, SourceClock } from "./port.ts";
import { createStreamSession, helloOf, type StreamFault } from "./streamSession.ts";

/** First wait before another try; it doubles with each try that comes to nothing. */
export const MIN_RETRY_MS = 250;
export const MAX_RETRY_MS = 5_000;

/** What this file needs of a WebSocket; the browser's and that of `ws` both have it. */
export interface StreamSocket {
  binaryType: string;
  addEventListener(type: "open" | "error" | "close", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  send(text: string): void;
  close(): void;
}

export interface RelayAttachmentOptions {
  /** Where the relay streams: `ws://127.0.0.1:4780/stream`. */
  readonly streamUrl: string;
  /** Where the relay says whether this page may: 401 or 403 = no. */
  readonly sessionUrl: string;
  readonly time: TimeSource;
  /** Default: the runtime's WebSocket. */
  readonly openSocket?: (url: string) => StreamSocket;
  /** HTTP status of a GET; rejects if nobody answers. Default: fetch with the page's cookie. */
  readonly askStatus?: (url: string) => Promise<number>;
}

const openWebSocket = (url: string): StreamSocket => new WebSocket(url);

const fetchStatus = async (url: string): Promise<number> =>
  (await fetch(url, { credentials: "same-origin", cache: "no-store" })).status;

/** Connects at `attach` and keeps trying until `detach`. */
export function createRelayAttachment(options: RelayAttachmentOptions): AttachmentPort {
  return { attach: (sink, resume) => attach(options, sink, resume) };
}

function attach(
  options: RelayAttachmentOptions,
  sink: AttachmentSink,
  resume: ResumePoint | null,
): Attachment {
  const { time } = options;
  const memory = createStateMemory(sink, time);
  let ended = false;
  let endNow: () => void = () => undefined;

  /** @returns whether the try got as far as a welcome and met no fault */
  async function once(held: ResumePoint | null): Promise<Outcome> {
    const access = await askAccess(options);
    if (ended) return { held, fault: null, good: false };
    if (access !== "granted") {
      memory.trouble(access, access === "relay-denied" ? DENIED : unreachable(options));
      return { held, fault: null, good: false };
    }
    const connection = connect(options, memory.sink, held);
    endNow = connection.close;
    const outcome = await connection.closed;
    // After a good connection the next try decides: a page that merely fell behind is back at once.
    if (outcome.good) return outcome;
    memory.trouble("relay-unreachable", outcome.fault?.sentence ?? unreachable(options));
    return outcome;
  }

  async function run(): Promise<void> {
    let held = resume;
    let waitMs = MIN_RETRY_MS;
    while (!ended) {
      const outcome = await once(held);
      held = outcome.held;
      if (outcome.good) waitMs = MIN_RETRY_MS;
      if (outcome.fault?.patient) waitMs = MAX_RETRY_MS;
      if (!ended) await pause(time, waitMs, (end) => (endNow = end));
      waitMs = Math.min(waitMs * 2, MAX_RETRY_MS);
    }
  }

  void run();
  return {
    detach() {
      ended = true;
      memory.close();
      endNow();
    },
  };
}

interface Outcome {
  readonly held: ResumePoint | null;
  readonly fault: StreamFault | null;
  readonly good: boolean;
}

const DENIED = "This page has no access to the relay. Open the address printed in the terminal.";

function unreachable(options: RelayAttachmentOptions): string {
  return `The relay at ${new URL(options.streamUrl).host} does not answer: pedelec-devtools may have ended. The page tries again by itself.`;
}

async function askAccess(
  options: RelayAttachmentOptions,
): Promise<"granted" | "relay-denied" | "relay-unreachable"> {
  try {
    const status = await (options.askStatus ?? fetchStatus)(options.sessionUrl);
    if (status === 401 || status === 403) return "relay-denied";
    return status < 400 ? "granted" : "relay-unreachable";
  } catch {
    return "relay-unreachable";
  }
}

/** One connection, from its opening to its end. Messages are taken in one after the other. */
function connect(
  options: RelayAttachmentOptions,
  sink: AttachmentSink,
  held: ResumePoint | null,
): { closed: Promise<Outcome>; close(): void } {
  const socket = (options.openSocket ?? openWebSocket)(options.streamUrl);
  const session = createStreamSession(sink, held);
  let open = true;
  let fault: StreamFault | null = null;
  let good = false;
  let taking: Promise<void> = Promise.resolve();

  function giveUp(reason: StreamFault): void {
    fault = reason;
    good = false;
    open = false;
    socket.close();
  }

  async function take(data: unknown): Promise<void> {
    if (!open) return; // what came after the end is sent again to the next connection
    const answer = await session.take(typeof data === "string" ? data : bytesOf(data));
    if ("fault" in answer) return giveUp(answer.fault);
    good = true;
    if (open && answer.reply !== null) socket.send(answer.reply);
  }

  const closed = new Promise<Outcome>((resolve) => {
    const end = () => {
      open = false;
      // What is being taken in counts as held, so the next connection must wait for it.
      taking.then(() => resolve({ held: session.resume(), fault, good }));
    };
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => socket.send(helloOf(held)));
    socket.addEventListener("message", (event) => {
      taking = taking.then(() => take(event.data)).catch((bug: unknown) => giveUp(ownFault(bug)));
    });
    socket.addEventListener("error", () => undefined); // a close follows, and says as much
    socket.addEventListener("close", end);
  });
  return {
    closed,
    close() {
      open = false;
      socket.close();
    },
  };
}

/** A bug of ours shows, and does not stop the panel. */
function ownFault(bug: unknown): StreamFault {
  return { sentence: `The page failed on what the relay sent: ${String(bug)}`, patient: true };
}

function bytesOf(data: unknown): Uint8Array {
  return data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(0);
}

function pause(time: TimeSource, ms: number, onEnd: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const cancel = time.after(ms, resolve);
    onEnd(() => {
      cancel();
      resolve();
    });
  });
}

const NOTHING_KNOWN: SourceState = {
  kind: "none",
  phase: "looking",
  label: "",
  sight: "none",
  generation: null,
  problem: null,
  denied: [],
};

/** Passes everything on, and remembers the source's last state, so that trouble of our own can be told on top of it. */
function createStateMemory(sink: AttachmentSink, time: TimeSource) {
  let known: SourceState | null = null;
  let clock: SourceClock = { now: 0, rate: 0 };
  let toldAt = 0;
  let closed = false;

  function tell(state: SourceState, at: SourceClock): void {
    clock = at;
    toldAt = time.now();
    if (!closed) sink.source(state, at);
  }

  return {
    sink: {
      ...sink,
      recording: (identity) => {
        if (!closed) sink.recording(identity);
      },
      records: (batch) => (closed ? undefined : sink.records(batch)),
      still(t) {
        if (!closed) sink.still(t);
      },
      source(state, at) {
        known = state;
        tell(state, at);
      },
    } satisfies AttachmentSink,
    /** Time stands still while nobody tells it: what we cannot see must not look like silence. */
    trouble(code: SourceProblemCode, sentence: string) {
      const phase = code === "relay-denied" ? "failed" : known === null ? "looking" : "lost";
      const now = clock.now + (time.now() - toldAt) * clock.rate;
      tell({ ...(known ?? NOTHING_KNOWN), phase, problem: { code, sentence } }, { now, rate: 0 });
    },
    close() {
      closed = true;
    },
  };
}
