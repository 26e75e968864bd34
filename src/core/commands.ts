/**
 * What the Core remembers of `tool_call` requests by their id (core-ipc.md §6.3): a repeat of the whole request gets the same
 * answer, delivered or not; another request under the id is refused. It knows nothing of arguments that are equal.
 */
import { identityText } from "../protocol/canonicalJson.ts";
import type { Draft } from "./draft.ts";
import { capacityFull, commandReused, type ErrorFacts } from "./errors.ts";
import type { Profile } from "./profile.ts";
import { type CoreRequest, readRequest } from "./request.ts";
import { utf8Length } from "./size.ts";
import type { Command, CommandMemory, CoreState } from "./state.ts";

/** ms from the answer on. */
const MEMORY_WINDOW_MS = 10_000;
const MAX_COMMANDS = 256;
const MAX_BYTES = 16 * 1_048_576;
/** Kept free for the answer of a request that waits, so that at most 15 can. */
const RESERVED_BYTES = 1_048_576;
const OVERHEAD_BYTES = 256;

const MARK = "#";

/** Ids come from outside, and one of them is no key of an object but its prototype. */
function keyOf(commandId: string): string {
  return commandId === "__proto__" || commandId.startsWith(MARK) ? MARK + commandId : commandId;
}

/** Not a name that every object has. */
function commandAt({ byKey }: CommandMemory, key: string): Command | undefined {
  const command = byKey[key];
  return command !== undefined && Object.hasOwn(byKey, key) ? command : undefined;
}

export type Recall =
  | { readonly kind: "unknown" }
  /** Another request stands under the id. */
  | { readonly kind: "reused"; readonly error: ErrorFacts }
  | { readonly kind: "known"; readonly command: Command };

const UNKNOWN: Recall = { kind: "unknown" };

/** Whether the id of a request, of whatever type, is remembered, and for what. */
export function recallCommand(draft: Draft, request: CoreRequest): Recall {
  if (draft.state.commands.count === 0) return UNKNOWN;
  forgetOld(draft);
  const command = commandAt(draft.state.commands, keyOf(request.commandId));
  if (command === undefined) return UNKNOWN;
  return isSameRequest(draft.profile, command.text, request)
    ? { kind: "known", command }
    : { kind: "reused", error: commandReused(request.commandId) };
}

/** Remembers a request that is about to be served. @returns why it cannot be */
export function rememberCommand({ state, now }: Draft, request: CoreRequest): ErrorFacts | null {
  const { commands } = state;
  const bytes = sizeOf(request.commandId, request.text) + RESERVED_BYTES;
  while (commands.count >= MAX_COMMANDS || commands.bytes + bytes > MAX_BYTES) {
    if (commands.answered.length === 0) return capacityFull(request.commandId);
    forgetOldest(state);
  }
  const { text, conn } = request;
  commands.byKey[keyOf(request.commandId)] = {
    text,
    conns: [conn],
    line: null,
    delivers: null,
    settledAt: now,
    bytes,
  };
  commands.count += 1;
  commands.bytes += bytes;
  return null;
}

/**
 * Takes down the answer of a remembered request.
 * @param delivers tool request whose outcome it tells
 * @returns the connections that wait for it, null if the request is not remembered
 */
export function settleCommand(
  { state, now }: Draft,
  commandId: string,
  line: string,
  delivers: string | null,
): readonly number[] | null {
  const { commands } = state;
  const key = keyOf(commandId);
  const command = commandAt(commands, key);
  if (command === undefined || command.line !== null) return null;
  const bytes = sizeOf(commandId, command.text) + utf8Length(line);
  commands.bytes += bytes - command.bytes;
  commands.answered.push(key);
  command.line = line;
  command.delivers = delivers;
  command.settledAt = now;
  command.bytes = bytes;
  return command.conns.splice(0);
}

/** A connection is gone and waits no more; the request goes on. */
export function leaveCommand(state: CoreState, commandId: string, conn: number): void {
  const conns = commandAt(state.commands, keyOf(commandId))?.conns;
  const at = conns?.indexOf(conn) ?? -1;
  if (at !== -1) conns?.splice(at, 1);
}

const sizeOf = (commandId: string, text: string) => utf8Length(commandId) + utf8Length(text) + OVERHEAD_BYTES;

function forgetOld({ state, now }: Draft): void {
  const { answered, byKey } = state.commands;
  for (let key = answered[0]; key !== undefined; key = answered[0]) {
    const command = byKey[key];
    if (command !== undefined && command.settledAt + MEMORY_WINDOW_MS >= now) return;
    forgetOldest(state);
  }
}

function forgetOldest({ commands }: CoreState): void {
  const key = commands.answered.shift();
  if (key === undefined) return;
  const command = commands.byKey[key];
  commands.bytes -= command?.bytes ?? 0;
  commands.count -= 1;
  delete commands.byKey[key];
}

/** Type, claimed origin, version and payload; spelling and order of keys are of no weight. */
function isSameRequest(profile: Profile, text: string, request: CoreRequest): boolean {
  if (text === request.text) return true;
  const earlier = readRequest(profile, request.conn, text, request.entropy);
  if (!earlier.ok) return false;
  const { type, callerOrigin, callerSdkVersion, payload } = earlier.value;
  return (
    type === request.type &&
    callerOrigin === request.callerOrigin &&
    callerSdkVersion === request.callerSdkVersion &&
    identityText(payload) === identityText(request.payload)
  );
}
