/** The message around a result counts towards the Core's limit: what is judged is what the Core then says. */
import { expect, test } from "vitest";
import { fitsInbound } from "../../src/core/size.ts";
import { requestLine } from "../../src/lab/requestLine.ts";
import { submitEnvelopeBytes } from "../../src/sdk/submitEnvelope.ts";
import { createdStage } from "./conformance/stage.ts";

const MIB = 1_048_576;
const ORIGIN = "https://board.example";
const QUOTES = 2;
const address = { sessionId: "t000001", toolRequestId: "q1", origin: ORIGIN };

/** The Core's line for a result that is text. */
const lineOf = (result: string, origin: string | null = ORIGIN) =>
  requestLine("ext_1780000000000_1234", "submit_tool_result", origin, {
    threadId: address.sessionId,
    requestId: address.toolRequestId,
    result,
  });

async function verdictOn(result: string) {
  const stage = await createdStage({}, { origin: ORIGIN });
  stage.session.onTool("a", () => result);
  await stage.startTurn();
  await stage.callTool(address.toolRequestId, "a");
  return stage.pointsOf("verdict")[0];
}

test("the envelope is the line without the result", () => {
  expect(submitEnvelopeBytes(address)).toBe(lineOf("").length - QUOTES);
  expect(submitEnvelopeBytes({ ...address, origin: undefined })).toBe(lineOf("", null).length - QUOTES);
});

test("a name that takes more bytes than letters counts by its bytes", () => {
  const quoted = submitEnvelopeBytes({ ...address, toolRequestId: 'ä"' });
  expect(quoted - submitEnvelopeBytes(address)).toBe(2);
});

test("the largest result that the Core takes is judged ok, and one byte more too large", async () => {
  const fits = "a".repeat(MIB - lineOf("").length);
  expect(fitsInbound(lineOf(fits))).toBe(true);
  expect(await verdictOn(fits)).toMatchObject({ verdict: { kind: "ok", bytes: fits.length + QUOTES } });
  const exceeds = `${fits}a`;
  expect(fitsInbound(lineOf(exceeds))).toBe(false);
  expect(await verdictOn(exceeds)).toMatchObject({ verdict: { kind: "too-large", limit: "core-message" } });
});
