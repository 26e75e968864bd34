/**
 * What a value must look like before an allowed path may show it. A path says "an id stands here"; a client may still put
 * a sentence there, and then it is hidden like anything else. No shape here lets a space, a quote or an `@` through, apart
 * from the spaces in a provider's display name.
 */
import { looksLikeCode } from "../results/codeShape.ts";

export const MAX_ID_LENGTH = 128;

const ID = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/;
/** core-ipc.md §4.1, bounded. */
const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/;
const MESSAGE_TYPE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const STATUS = /^[a-z][A-Za-z]{0,31}$/;
const PROVIDER_CODE = /^[a-z][a-z0-9_-]{0,31}$/;
const PROVIDER_NAME = /^[A-Za-z][A-Za-z0-9 ._-]{0,39}$/;
const VERSION = /^[0-9]{1,5}(?:\.[0-9]{1,5}){1,3}(?:[-+][0-9A-Za-z.-]{1,32})?$/;
const ORIGIN = /^https?:\/\/[^\s/?#@\\]{1,253}\/?$/i;
const TIME =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;
const POSITIVE = /^[1-9][0-9]{0,14}$/;
const MAX_NUMBER_TEXT = 20;
const SCHEMA_TYPES: ReadonlySet<string> = new Set([
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
]);

/** Ids of commands, sessions, turns, tool requests, workspaces, tickets. The empty id is an id (core-ipc.md §1.3). */
export const isId = (text: string): boolean => text === "" || ID.test(text);
export const isToolName = (text: string): boolean => TOOL_NAME.test(text);
export const isMessageType = (text: string): boolean => MESSAGE_TYPE.test(text);
export const isStatus = (text: string): boolean => STATUS.test(text);
export const isProviderCode = (text: string): boolean => PROVIDER_CODE.test(text);
export const isProviderName = (text: string): boolean => PROVIDER_NAME.test(text);
export const isVersion = (text: string): boolean => VERSION.test(text);
export const isTime = (text: string): boolean => TIME.test(text);
export const isSchemaType = (text: string): boolean => SCHEMA_TYPES.has(text);
export const isCode = (text: string): boolean => looksLikeCode(text);

/** A web origin as core-ipc.md §2.1 takes it: http or https, no user, no path but `/`. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text) && URL.canParse(text);

/** A number's text that is a count, a size, a time in ms, a `seq` or a process id: whole and not negative. */
export function isCount(raw: string): boolean {
  const value = Number(raw);
  return raw.length <= MAX_NUMBER_TEXT && Number.isSafeInteger(value) && value >= 0;
}

/** A number's text that the Core takes as a timeout (core-ipc.md §4.3): a positive integer, `25` but not `25.0`. */
export const isPositiveCount = (raw: string): boolean => POSITIVE.test(raw);
