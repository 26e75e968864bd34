/**
 * How much of a submit's message is not the result (core-ipc.md §1.2, §9.3): the Core takes 1 MiB for the whole line. The line is
 * the extension's to write, so this counts the line as it is known, and sends nothing.
 */
import { stringSize } from "./verdict/jsonTextSize.ts";

/** As extensions name their requests (sdk.md §2.5); only the number of digits of the last part is a guess. */
const REQUEST_ID = "ext_1780000000000_1000";
const LINE = `{"requestId":"${REQUEST_ID}","type":"submit_tool_result","payload":{"requestId":,"result":,"threadId":}}`;
const ORIGIN = `"callerOrigin":,`;

export interface SubmitAddress {
  readonly sessionId: string;
  readonly toolRequestId: string;
  /** The page's, which the extension adds; undefined outside a page. */
  readonly origin: string | undefined;
}

/** @returns bytes in UTF-8 of the Core's line around the result, its newline not counted */
export function submitEnvelopeBytes({ sessionId, toolRequestId, origin }: SubmitAddress): number {
  const ofOrigin = origin === undefined ? 0 : ORIGIN.length + stringSize(origin);
  return LINE.length + ofOrigin + stringSize(toolRequestId) + stringSize(sessionId);
}
