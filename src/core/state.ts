/**
 * The reference Core's whole memory, as plain JSON: it can be stored and read back at any time, and goes on as before.
 * Dynamic values (arguments, schemas) are held as JSON text, so that nothing of them is lost.
 */
import type { ErrorFacts } from "./errors.ts";
import type { ProfileName } from "./profile.ts";
import { type ProviderFacts, scriptedProviders } from "./providers.ts";
import type { Reply } from "./reply.ts";
import type { JsonText } from "./wireText.ts";

/** As written on the wire (core-ipc.md §3.2). */
export type SessionStatus = "idle" | "running" | "waitingToolResult" | "stopping" | "ended" | "error";

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly argsSchema: JsonText;
  /** Resolved: the tool's own, or the Core's default. */
  readonly timeoutMs: number;
}

export interface Operation {
  readonly id: string;
  readonly kind: "user" | "prepare";
  readonly startedAt: number;
}

export interface CompletedOperation {
  readonly id: string;
  readonly kind: "user" | "prepare";
  readonly success: boolean;
  readonly error: ErrorFacts | null;
  readonly completedAt: number;
}

/** A `tool_call` request whose answer is still to come. */
export interface Waiter {
  readonly conn: number;
  readonly commandId: string;
}

/** What a call asks for: two equal ones of a session are the same invocation (core-ipc.md §6.1). */
export interface Call {
  readonly toolName: string;
  readonly args: JsonText;
}

export interface PendingToolRequest extends Call {
  readonly id: string;
  /** null where a turn is over and its request lives on (0.1). */
  readonly operationId: string | null;
  readonly createdAt: number;
  readonly timeoutMs: number;
  readonly waiters: Waiter[];
}

/** How a tool request ended, kept until somebody is known to have been told. */
export interface Outcome extends Call {
  readonly toolRequestId: string;
  readonly sessionId: string;
  /** Names the tool request that it delivers. */
  readonly reply: Reply;
  readonly completedAt: number;
}

export interface Session {
  readonly id: string;
  /** Normalised origin of the page that owns it, null for nobody. */
  readonly origin: string | null;
  readonly provider: string;
  readonly workspaceId: string;
  /** The provider's own name for it, null before it told one. */
  providerSessionId: string | null;
  status: SessionStatus;
  /** The last one given; 0 for none. */
  seq: number;
  /** The registry; null once the session has ended. */
  tools: readonly ToolSpec[] | null;
  /** The registry of an ended session, for a resume. */
  shelvedTools: readonly ToolSpec[] | null;
  /** It declared modules, which nobody can bring here. */
  readonly awaitsModules: boolean;
  /** Names its event log; another one after each resume. null once the session has ended: `ended` is a log's last line. */
  logId: string | null;
  /** Cumulative, null before the provider told any. */
  totalTokens: number | null;
  operation: Operation | null;
  lastOperation: CompletedOperation | null;
  /** At most one, by the Core's rule. */
  pending: PendingToolRequest | null;
  /** Connections that get its events; one that subscribed twice is here twice. */
  readonly subscribers: number[];
}

/** A line that waits until the request before it has been answered. */
export interface WaitingLine {
  readonly text: string;
  readonly entropy: string;
}

export interface Connection {
  /**
   * `free`: the next line is served at once · `serving`: a request waits for its answer · `writing`: a response is on its
   * way · `deaf`: a line was too long, nothing is read any more, but subscriptions go on.
   */
  phase: "free" | "serving" | "writing" | "deaf";
  readonly waiting: WaitingLine[];
  /** Sessions that it subscribed to, once for each time. */
  readonly subscriptions: string[];
  /** Id of the `tool_call` request whose answer it waits for. */
  waitsFor: string | null;
  /** Tool request whose outcome the response on its way tells. */
  delivers: string | null;
}

/** A `tool_call` request that is remembered by its id (core-ipc.md §6.3). */
export interface Command {
  /** The line as it came. */
  readonly text: string;
  /** Connections that wait for the answer. */
  readonly conns: number[];
  /** The answer, null while it is to come. */
  line: string | null;
  /** Tool request whose outcome the answer tells. */
  delivers: string | null;
  /** When the answer came; before that when the request came. */
  settledAt: number;
  /** What it counts for in the memory's limit. */
  bytes: number;
}

export interface CommandMemory {
  /** By id; one that would be no key of its own stands behind a mark. */
  readonly byKey: Record<string, Command>;
  /** Keys of those that have been answered, the oldest answer first. */
  readonly answered: string[];
  count: number;
  bytes: number;
}

/**
 * The Core's memory. Its fields are there to be read and stored (as JSON); only `step` may change them. `startedAtEpoch` and the
 * inputs' `now` together make the wall clock of ids and events.
 */
export interface CoreState {
  readonly profile: ProfileName;
  readonly providers: readonly ProviderFacts[];
  /** Its code, null for none. */
  readonly defaultProvider: string | null;
  /** Every event is also given to a log. */
  readonly logsEvents: boolean;
  readonly version: string;
  readonly processId: number;
  /** Wall clock in epoch ms at `now` = 0. */
  readonly startedAtEpoch: number;
  sessionCount: number;
  toolRequestCount: number;
  readonly sessions: Record<string, Session>;
  readonly connections: Record<string, Connection>;
  /** The oldest completion first. */
  readonly outcomes: Outcome[];
  readonly commands: CommandMemory;
}

/** Who a Core is when it begins: what it says of itself (core-ipc.md §2), and which generation it plays. */
export interface CoreIdentity {
  /** The version that it answers with, such as `0.3.0`. */
  readonly version: string;
  /** The process that it says it is. */
  readonly processId: number;
  /** Wall clock in epoch ms at `now` = 0. */
  readonly startedAtEpoch: number;
  /** Which generation of the Core it plays; `current` if absent. */
  readonly profile?: ProfileName;
  /** All that it knows, usable or not; six usable ones if absent. */
  readonly providers?: readonly ProviderFacts[];
  /** Its code; `codex` if absent. */
  readonly defaultProvider?: string | null;
  /** Asks for a `log` effect with every event; no if absent. */
  readonly logsEvents?: boolean;
}

/**
 * A Core that has just begun: no session, no connection.
 * @param identity what it says of itself, and which generation it plays
 * @returns the state for the first `step`
 */
export function createCoreState(identity: CoreIdentity): CoreState {
  return {
    profile: "current",
    providers: scriptedProviders(),
    defaultProvider: "codex",
    logsEvents: false,
    ...identity,
    sessionCount: 0,
    toolRequestCount: 0,
    sessions: {},
    connections: {},
    outcomes: [],
    commands: { byKey: {}, answered: [], count: 0, bytes: 0 },
  };
}

/** The session by that name. Names come from outside, so inherited members do not count. */
export function findSession(state: CoreState, id: string): Session | null {
  return Object.hasOwn(state.sessions, id) ? (state.sessions[id] ?? null) : null;
}

export function findConnection(state: CoreState, conn: number): Connection | null {
  return state.connections[conn] ?? null;
}
