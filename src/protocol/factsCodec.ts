/**
 * Checks facts that came from a relay, an archive or a file (facts.ts). Facts with a field of the wrong type are refused as
 * a whole, in a sentence; fields that we do not know are let through.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import type { DetectorHit, FrameFacts, ResultClass, UndecodableReason } from "./facts.ts";
import { isFiniteNumber, isJsonArray, isJsonObject, isText, isWhole, isWordOf } from "./jsonFields.ts";
import type { JsonObject, JsonValue } from "./messages.ts";

const RESULT_CLASSES: Readonly<Record<ResultClass, true>> = {
  ok: true,
  "domain-error": true,
  "coded-error": true,
  "sdk-error": true,
  cancelled: true,
};
const REASONS: Readonly<Record<UndecodableReason, true>> = { "not-json": true, "wrong-shape": true };
const DETECTORS: Readonly<Record<DetectorHit["detector"], true>> = {
  token: true,
  "private-key": true,
  jwt: true,
  card: true,
  email: true,
};

/** @returns the facts, or a sentence that names the field that is wrong */
export function decodeFacts(value: JsonValue | undefined): Result<FrameFacts, string> {
  if (!isJsonObject(value)) return fail("The facts of the line are missing or no object.");
  if (isFacts(value)) return succeed(value);
  return fail(`The facts of the line have an unusable "${wrongField(value)}".`);
}

function isFacts(value: JsonObject): value is JsonObject & FrameFacts {
  return wrongField(value) === null;
}

function wrongField(facts: JsonObject): string | null {
  if (!isWhole(facts.bytes, 0)) return "bytes";
  for (const key in facts) {
    const check = CHECKS[key];
    if (check !== undefined && Object.hasOwn(CHECKS, key) && !check(facts[key])) return key;
  }
  return null;
}

const CHECKS: Readonly<Record<string, (value: JsonValue | undefined) => boolean>> = {
  args: isArgsFacts,
  result: isResultFacts,
  resultMissing: isTrue,
  schemaKeyword: isText,
  undecodable: (value) => isWordOf(REASONS, value),
  hits: (value) => isJsonArray(value) && value.every(isHit),
  invalidUtf8: isTrue,
  cutBytes: (value) => isWhole(value, 1),
};

function isArgsFacts(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const { bytes, fingerprint, fingerprintWithoutTimeout, timeoutMs } = value;
  if (!isWhole(bytes, 0) || !isText(fingerprint) || !isText(fingerprintWithoutTimeout)) return false;
  return timeoutMs === undefined || (isFiniteNumber(timeoutMs) && timeoutMs > 0);
}

function isResultFacts(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const { bytes, fingerprint, class: resultClass, code, retryable, cancelled } = value;
  if (!isWhole(bytes, 0) || !isText(fingerprint) || !isWordOf(RESULT_CLASSES, resultClass)) return false;
  return isAbsentOrBoolean(retryable) && isAbsentOrBoolean(cancelled) && (code === undefined || isText(code));
}

function isHit(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  return isWordOf(DETECTORS, value.detector) && isText(value.pointer) && typeof value.hidden === "boolean";
}

function isAbsentOrBoolean(value: JsonValue | undefined): boolean {
  return value === undefined || typeof value === "boolean";
}

function isTrue(value: JsonValue | undefined): boolean {
  return value === true;
}
