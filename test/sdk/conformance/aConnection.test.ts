/** Conformance lines 1–12 (sdk.md §12 A): the port, requests, and connecting again. */
import { expect, test, vi } from "vitest";
import { Pedelec } from "../../../src/sdk/client.ts";
import { settled } from "../fakePort.ts";
import { clientStage, EPOCH, SESSION, watched } from "./stage.ts";

test("C1 a client opens one port, to the production extension and under the SDK's name", () => {
  const { extension } = clientStage();
  expect(extension.asked).toEqual([["ogccgaminlphbkeghldidiiimajfdpag", "pedelec-sdk-external"]]);
});

test("C2 a request carries a channel id and a request id of their kinds", () => {
  const { extension, pedelec } = clientStage();
  watched(pedelec.getSettings());
  expect(extension.port.ofType("get_settings")).toEqual([
    { type: "get_settings", channelId: `pedelec_${EPOCH}_u1`, requestId: `sdk_${EPOCH}_1` },
  ]);
});

test("C3 the first request has number 1, though hello and activity went before it", () => {
  const { extension, pedelec } = clientStage();
  watched(pedelec.getSettings());
  expect(extension.port.sent).toHaveLength(3);
  expect(extension.port.sent[2]?.requestId).toMatch(/_1$/);
});

test("C4 on a new port hello comes before the activity, and neither has request, channel or session", () => {
  const { extension } = clientStage({}, { isPageActive: () => false });
  expect(extension.port.sent).toEqual([
    { type: "sdk_hello", sdkVersion: expect.any(String) },
    { type: "page_activity", active: false },
  ]);
  expect(clientStage({ profile: "0.1" }).extension.port.sent).toEqual([]);
});

test("C5 without an extension the approval status says no to everything, and names the origin or null", async () => {
  const environment = { now: () => EPOCH, unique: () => "u" };
  const nothing = { installed: false, approved: false, appConnected: false };
  const page = new Pedelec(null, { ...environment, origin: "http://localhost:5173" });
  await expect(page.getApprovalStatus()).resolves.toEqual({ ...nothing, origin: "http://localhost:5173" });
  const elsewhere = new Pedelec(null, environment);
  await expect(elsewhere.getApprovalStatus()).resolves.toEqual({ ...nothing, origin: null });
  await expect(elsewhere.checkAvailability()).resolves.toBe(false);
});

test("C6 a bridge that never answers rejects with SDK_BRIDGE_TIMEOUT when its time is over", async () => {
  const { pedelec, time } = clientStage({ bridgeTimeoutMs: 500 });
  const asked = watched(pedelec.getSettings());
  await time.advance(499);
  expect(asked.state).toBe("pending");
  await time.advance(1);
  expect(asked.error).toMatchObject({
    code: "SDK_BRIDGE_TIMEOUT",
    details: { requestId: `sdk_${EPOCH}_1`, type: "get_settings" },
  });
});

test("C7 a coded refusal rejects with its code, and no timer is left of either answer", async () => {
  const { extension, pedelec, time } = clientStage();
  const asked = watched(pedelec.getSettings());
  const error = { code: "SETTINGS_READ_FAILED", message: "m", details: { a: 1 } };
  await extension.port.answer("get_settings", { ok: false, error });
  expect(asked.error).toEqual(error);
  const again = watched(pedelec.getSettings());
  await extension.port.answer("get_settings", { ok: true, result: {} });
  expect(again.state).toBe("fulfilled");
  expect(time.outstanding).toBe(0);
});

test("C8 an answer to nobody, or after its time, changes nothing", async () => {
  const { extension, pedelec, time } = clientStage();
  extension.port.say({ type: "response", requestId: "sdk_0_99", ok: true });
  const asked = watched(pedelec.getSettings());
  await time.advance(30_000);
  await extension.port.answer("get_settings", { ok: true, result: 1 });
  expect(asked.error).toMatchObject({ code: "SDK_BRIDGE_TIMEOUT" });
});

test("C9 what is open when a port is lost is rejected, and never sent again over another", async () => {
  const { extension, pedelec, time } = clientStage();
  const asked = watched(pedelec.getSettings());
  extension.port.disconnect();
  watched(pedelec.listProviders());
  await settled();
  expect(asked.error).toMatchObject({ code: "EXTENSION_DISCONNECTED" });
  expect(extension.port.ofType("get_settings")).toEqual([]);
  expect(time.outstanding).toBe(1);
});

test("C10 two requests after a loss share one new port", () => {
  const { extension, pedelec } = clientStage();
  extension.port.disconnect();
  watched(pedelec.getSettings());
  watched(pedelec.listProviders());
  expect(extension.ports).toHaveLength(2);
  expect(extension.port.sent.map(({ type }) => type)).toEqual([
    "sdk_hello",
    "page_activity",
    "get_settings",
    "list_providers",
  ]);
});

test("C11 what an old port still says does not touch the requests of the new one", async () => {
  const { extension, pedelec } = clientStage();
  const old = extension.port;
  old.disconnect();
  const asked = watched(pedelec.getSettings());
  const { requestId } = extension.port.ofType("get_settings")[0] ?? {};
  old.disconnect();
  old.say({ type: "response", requestId, ok: true, result: "stale" });
  await settled();
  expect(asked.state).toBe("pending");
  await extension.port.answer("get_settings", { ok: true, result: "fresh" });
  expect(asked.state).toBe("fulfilled");
});

test("C11 nor do its events reach anybody", async () => {
  const { extension, pedelec } = clientStage();
  const old = extension.port;
  old.disconnect();
  const opening = pedelec.resumeSession(SESSION);
  await extension.port.answer("resume_session", { ok: true, result: { sessionId: SESSION } });
  const chat = vi.fn();
  (await opening).onChat(chat);
  old.say({ type: "chat_message", sessionId: SESSION, text: "stale" });
  extension.port.say({ type: "chat_message", sessionId: SESSION, text: "fresh" });
  expect(chat.mock.calls.map(([text]) => text)).toEqual(["fresh"]);
});

test("C12 connecting is tried again after it failed", async () => {
  const { extension, pedelec } = clientStage();
  extension.port.disconnect();
  extension.isDown = true;
  const refused = watched(pedelec.getSettings());
  await settled();
  expect(refused.error).toMatchObject({ code: "EXTENSION_UNAVAILABLE" });
  extension.isDown = false;
  const asked = watched(pedelec.getSettings());
  await extension.port.answer("get_settings", { ok: true, result: {} });
  expect(asked.state).toBe("fulfilled");
});

test("the 0.1 client never connects again", async () => {
  const { extension, pedelec } = clientStage({ profile: "0.1" });
  extension.port.disconnect("gone");
  const asked = watched(pedelec.getSettings());
  await settled();
  expect(asked.error).toEqual({ code: "EXTENSION_DISCONNECTED", message: "gone" });
  expect(extension.ports).toHaveLength(1);
});

test.each<[string, unknown, unknown]>([
  ["a text", "gone", { code: "EXTENSION_DISCONNECTED", message: "gone" }],
  ["an error", new Error("gone"), { code: "EXTENSION_DISCONNECTED", message: "gone" }],
  ["a coded error", { code: "X", message: "m" }, { code: "X", message: "m" }],
  [
    "an object with a message",
    { message: "m" },
    { code: "EXTENSION_DISCONNECTED", message: "extension was disconnected", details: { message: "m" } },
  ],
])("what the browser says of a lost port: %s", async (_, reason, error) => {
  const { extension, pedelec } = clientStage();
  const asked = watched(pedelec.getSettings());
  extension.port.disconnect(reason);
  await settled();
  expect(asked.error).toEqual(error);
});

test("the bridge has 30 seconds if nothing else is said, and never less than a millisecond", async () => {
  const usual = clientStage();
  const asked = watched(usual.pedelec.getSettings());
  await usual.time.advance(29_999);
  expect(asked.state).toBe("pending");
  await usual.time.advance(1);
  expect(asked.state).toBe("rejected");
  const hasty = clientStage({ bridgeTimeoutMs: 0 });
  const quick = watched(hasty.pedelec.getSettings());
  await hasty.time.advance(0);
  expect(quick.state).toBe("pending");
  await hasty.time.advance(1);
  expect(quick.state).toBe("rejected");
});
