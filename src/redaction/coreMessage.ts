/**
 * Which sentence of a Core's response may be shown: one that core-ipc.md lists, with what stands in quotes masked. Any
 * other sentence may quote a path, a value or a person, and is hidden.
 */
import { isKnownMessage } from "../protocol/knownMessages.ts";

const QUOTED = /"[^"]*"|`[^`]*`|'[^']*'/g;

/**
 * @param message `error.message` of a response
 * @returns what to show, or false to hide it
 */
export function shownCoreMessage(message: string): string | false {
  return isKnownMessage(message) ? message.replace(QUOTED, (quoted) => `${quoted[0]}…${quoted[0]}`) : false;
}
