/** The limit of a message (core-ipc.md §1.2), measured without encoding what is obviously short or long enough. */
import { MAX_INBOUND_BYTES } from "../protocol/frame.ts";

const MOST_BYTES_PER_UNIT = 3;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** @param line a line without its newline */
export function fitsInbound(line: string): boolean {
  if (line.length * MOST_BYTES_PER_UNIT <= MAX_INBOUND_BYTES) return true;
  if (line.length > MAX_INBOUND_BYTES) return false;
  return utf8Length(line) <= MAX_INBOUND_BYTES;
}

/** Bytes of a text on the wire. */
export function utf8Length(text: string): number {
  return BEYOND_ASCII.test(text) ? new TextEncoder().encode(text).length : text.length;
}
