/**
 * The relay at one Core: finds its sessions by asking for their ids, subscribes each on a connection of its own, and goes on
 * looking for new ones until the Core is gone (core-ipc.md §3.8). Refuses to change anything in the Core.
 */
import type { Generation } from "../protocol/records.ts";
import type { CoreConnection, Reply, Request } from "./coreConnection.ts";
import type { SourceSink } from "./port.ts";
import { createProbeSchedule, type ProbeSchedule, sessionIdOf } from "./probeSchedule.ts";
import { readSnapshot } from "./snapshot.ts";
import { openSubscription, type Subscription } from "./subscription.ts";
import { createWaiter, type Waiter } from "./wait.ts";

/**
 * Between two rounds of asking, once the whole window has been asked for, in ms. Short: a 0.1 Core answers after 44 ms on a
 * connection that lives on, tells nothing of the past, and a session's first tool call may come a moment after its creation.
 */
const ROUND_INTERVAL_MS = 75;
/** After a Core did not answer, in ms. */
const SILENCE_PAUSE_MS = 1000;
/** A session whose connection ended is subscribed again after this long, doubled each time, in ms. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

export interface LiveAttachmentParts {
  readonly sink: SourceSink;
  readonly run: number;
  readonly generation: Generation;
  /** Answered the ping. */
  readonly first: CoreConnection;
  /** Origins to try where a session is a page's own. */
  readonly origins: readonly string[];
  connect(): Promise<CoreConnection | "refused" | "silent">;
  /** The next connection number of the recording. */
  nextConn(): number;
  now(): number;
  /** Sessions that exist and may not be watched changed. */
  onDenied(ids: readonly string[]): void;
  /** The Core stopped or began to answer. */
  onSilent(silent: boolean): void;
  /** A subscription showed a snapshot although the ping had no version. */
  onCurrent(evidence: string): void;
}

interface KnownSession {
  readonly n: number;
  subscription: Subscription | null;
  denied: boolean;
  /** When it may be subscribed again, on the source's clock; null while nothing is to be done. */
  retryAt: number | null;
  retryMs: number;
}

type Probe = "exists" | "missing" | "silent" | "gone";

export interface LiveAttachment {
  /** Resolves when the Core is gone, or after `stop`. */
  readonly over: Promise<"gone" | "stopped">;
  /** Closes all connections, with their link records. */
  stop(): void;
}

export function attachToCore(parts: LiveAttachmentParts): LiveAttachment {
  const attachment = new Rounds(parts);
  return { over: attachment.run(), stop: () => attachment.stop() };
}

class Rounds {
  readonly #parts: LiveAttachmentParts;
  readonly #schedule: ProbeSchedule = createProbeSchedule();
  readonly #sessions = new Map<number, KnownSession>();
  readonly #waiter: Waiter = createWaiter();
  #scout: CoreConnection | null;
  #generation: Generation;
  #askBySnapshot: boolean;
  #stopped = false;

  constructor(parts: LiveAttachmentParts) {
    this.#parts = parts;
    this.#scout = parts.first;
    this.#generation = parts.generation;
    this.#askBySnapshot = parts.generation === "current";
    this.#watchScout(parts.first);
  }

  stop(): void {
    this.#stopped = true;
    this.#closeAll();
    this.#waiter.wake();
  }

  async run(): Promise<"gone" | "stopped"> {
    while (!this.#stopped) {
      const outcome = await this.#round();
      if (this.#stopped) break;
      if (outcome === "gone") {
        this.#closeAll();
        return "gone";
      }
      if (outcome === "silent") await this.#waiter.wait(SILENCE_PAUSE_MS);
      else if (this.#schedule.settled()) await this.#waiter.wait(ROUND_INTERVAL_MS);
    }
    return "stopped";
  }

  /** Asks for some ids; a found one ends the round, since others come next then. */
  async #round(): Promise<Probe> {
    for (const session of this.#dueSessions()) {
      session.retryAt = null;
      const found = await this.#probe(session.n);
      if (found === "gone") return found;
      if (found === "silent") {
        session.retryAt = this.#parts.now();
        return found;
      }
      this.#tellResubscription(session.n);
    }
    for (const n of this.#schedule.round()) {
      const found = await this.#probe(n);
      if (found === "exists") this.#schedule.exists(n);
      if (found !== "missing" || this.#stopped) return found;
    }
    return "missing";
  }

  async #probe(n: number): Promise<Probe> {
    for (const origin of [undefined, ...this.#parts.origins]) {
      const answer = await this.#askFor(n, origin);
      if (answer.kind === "closed") return "gone";
      if (answer.kind !== "response") return "silent";
      if (answer.ok) return this.#subscribe(n, origin, answer);
      if (answer.error?.code !== "THREAD_ACCESS_DENIED") return "missing";
    }
    this.#deny(n);
    return "exists";
  }

  /** Whether a session exists: by its snapshot where the Core has them, else by subscribing. */
  async #askFor(n: number, origin: string | undefined): Promise<Reply> {
    if (!this.#askBySnapshot) return this.#ask(requestFor("subscribe_thread", n, origin));
    const answer = await this.#ask(requestFor("thread_snapshot", n, origin));
    if (answer.kind !== "response" || answer.error?.code !== "IPC_UNAVAILABLE") return answer;
    this.#askBySnapshot = false; // a Core between the generations: it has versions and no snapshots
    return this.#ask(requestFor("subscribe_thread", n, origin));
  }

  async #subscribe(
    n: number,
    origin: string | undefined,
    answer: Extract<Reply, { ok: boolean }>,
  ): Promise<Probe> {
    if (!this.#askBySnapshot) {
      // The connection that asked is subscribed now: it belongs to the session, and the next question gets a new one.
      const connection = this.#scout;
      this.#scout = null;
      if (connection !== null) this.#adopt(n, connection, answer);
      return "exists";
    }
    const connection = await this.#parts.connect();
    if (typeof connection === "string") return connection === "refused" ? "gone" : "silent";
    const reply = await connection.request(requestFor("subscribe_thread", n, origin));
    if (this.#stopped || reply.kind !== "response" || !reply.ok) {
      connection.close();
      return reply.kind === "response" ? "missing" : "silent";
    }
    this.#adopt(n, connection, reply);
    return "exists";
  }

  #adopt(n: number, connection: CoreConnection, answer: Extract<Reply, { ok: boolean }>): void {
    const { sink, run, now, nextConn } = this.#parts;
    const session = this.#session(n);
    const snapshot = readSnapshot(answer.result, Date.now());
    if (snapshot !== null && this.#generation === "0.1") {
      this.#generation = "current";
      this.#parts.onCurrent("a subscription answered with a snapshot");
    }
    sink.record({
      kind: "attached",
      run,
      t: now(),
      sessionId: sessionIdOf(n),
      access: "subscribed",
      ...snapshot,
    });
    session.denied = false;
    session.retryAt = null;
    const since = now();
    const onLost = (): void => {
      session.subscription = null;
      if (now() - since > MAX_RETRY_MS) session.retryMs = FIRST_RETRY_MS;
      session.retryAt = now() + session.retryMs;
      session.retryMs = Math.min(session.retryMs * 2, MAX_RETRY_MS);
      this.#waiter.wake(); // the Core itself may be gone: the next question shows it
    };
    session.subscription = openSubscription({ connection, sink, run, conn: nextConn(), now, onLost });
    if (session.retryAt !== null) session.subscription = null; // it had ended before we listened
  }

  #deny(n: number): void {
    const session = this.#session(n);
    session.retryAt = null;
    if (session.denied) return;
    session.denied = true;
    const { sink, run, now } = this.#parts;
    sink.record({ kind: "attached", run, t: now(), sessionId: sessionIdOf(n), access: "denied" });
    const denied = [...this.#sessions.values()].filter((known) => known.denied);
    this.#parts.onDenied(denied.map((known) => sessionIdOf(known.n)));
  }

  #session(n: number): KnownSession {
    const known = this.#sessions.get(n);
    if (known !== undefined) return known;
    const made: KnownSession = {
      n,
      subscription: null,
      denied: false,
      retryAt: null,
      retryMs: FIRST_RETRY_MS,
    };
    this.#sessions.set(n, made);
    return made;
  }

  #dueSessions(): KnownSession[] {
    const now = this.#parts.now();
    return [...this.#sessions.values()].filter(({ retryAt }) => retryAt !== null && retryAt <= now);
  }

  #tellResubscription(n: number): void {
    const { sink, run, now } = this.#parts;
    const sentence = `The Core had closed the connection of session ${sessionIdOf(n)}. It was asked for again; what happened in between is not in the recording.`;
    sink.record({ kind: "notice", run, t: now(), code: "core-lost", sentence });
  }

  /** Asks on the scout's connection; a broken one is replaced once. */
  async #ask(request: Request): Promise<Reply> {
    for (let tries = 1; ; tries++) {
      const scout = await this.#openScout();
      if (typeof scout === "string") return { kind: scout === "refused" ? "closed" : "silent" };
      const reply = await scout.request(request);
      if (reply.kind === "closed" && tries === 1 && !this.#stopped) continue;
      this.#parts.onSilent(reply.kind === "silent");
      if (reply.kind === "silent") this.#dropScout();
      return reply;
    }
  }

  async #openScout(): Promise<CoreConnection | "refused" | "silent"> {
    if (this.#stopped) return "refused";
    if (this.#scout?.isOpen === true) return this.#scout;
    this.#dropScout();
    const connection = await this.#parts.connect();
    if (typeof connection === "string") return connection;
    if (this.#stopped) {
      connection.close();
      return "refused";
    }
    this.#scout = connection;
    this.#watchScout(connection);
    return connection;
  }

  /** A Core that goes away is noticed at once, not with the next question. */
  #watchScout(connection: CoreConnection): void {
    void connection.over.then(() => {
      if (this.#scout === connection) this.#waiter.wake();
    });
  }

  #dropScout(): void {
    this.#scout?.close();
    this.#scout = null;
  }

  #closeAll(): void {
    this.#dropScout();
    for (const session of this.#sessions.values()) session.subscription?.close();
  }
}

function requestFor(type: string, n: number, callerOrigin: string | undefined): Request {
  const payload = { threadId: sessionIdOf(n) };
  return callerOrigin === undefined ? { type, payload } : { type, payload, callerOrigin };
}
