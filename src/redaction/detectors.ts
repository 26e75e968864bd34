/**
 * Detectors of secrets and personal data in one string, in time linear in its length: every pattern is anchored by a fixed
 * beginning and bounded, and nothing is scanned twice. They name what they saw and never return it. They find the
 * common shapes only: redaction does not rest on them, because it hides by default.
 */
import type { DetectorHit } from "../protocol/facts.ts";

export type Detector = DetectorHit["detector"];

const TOKEN = new RegExp(
  `(?<![A-Za-z0-9])(?:${[
    "gh[pousr]_[A-Za-z0-9]{36}",
    "github_pat_[A-Za-z0-9_]{22}",
    "glpat-[A-Za-z0-9_-]{20}",
    "xox[abeprs]-[A-Za-z0-9-]{10}",
    "sk-[A-Za-z0-9_-]{20}",
    "[sr]k_(?:live|test)_[A-Za-z0-9]{16}",
    "A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])",
    "AIza[A-Za-z0-9_-]{35}",
    "ya29\\.[A-Za-z0-9_-]{20}",
    "npm_[A-Za-z0-9]{36}",
    "hf_[A-Za-z0-9]{30}",
    "[Bb]earer [A-Za-z0-9._~+/-]{20}",
  ].join("|")})`,
);
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;

/**
 * @param text one string leaf, raw, or a line that is not JSON
 * @returns which detectors hit, each at most once
 */
export function detect(text: string): readonly Detector[] {
  if (text.length < MIN_LENGTH) return NONE;
  const hits: Detector[] = [];
  if (TOKEN.test(text)) hits.push("token");
  if (text.includes("-----BEGIN ") && PRIVATE_KEY.test(text)) hits.push("private-key");
  if (hasJwt(text)) hits.push("jwt");
  if (hasCardNumber(text)) hits.push("card");
  if (hasEmail(text)) hits.push("email");
  return hits;
}

const NONE: readonly Detector[] = [];
/** The shortest thing that any detector knows: `a@b.cd`. */
const MIN_LENGTH = 6;

const BASE64URL = /[A-Za-z0-9_-]*/y;

/** Three base64url parts of which the first two are JSON objects, `{"` = `eyJ`. A failed run is skipped whole. */
function hasJwt(text: string): boolean {
  for (let at = text.indexOf("eyJ"); at >= 0; at = text.indexOf("eyJ", at)) {
    const header = runEnd(text, at);
    if (text[header] !== ".") at = header;
    else if (!text.startsWith("eyJ", header + 1)) at = header + 1;
    else {
      const claims = runEnd(text, header + 1);
      if (text[claims] === "." && header - at >= MIN_JWT_PART && claims - header > MIN_JWT_PART) return true;
      at = header + 1;
      if (text[claims] !== ".") at = claims;
    }
  }
  return false;
}

const MIN_JWT_PART = 10;

function runEnd(text: string, from: number): number {
  BASE64URL.lastIndex = from;
  BASE64URL.test(text);
  return Math.max(BASE64URL.lastIndex, from);
}

/** Runs of digits, perhaps in groups by one space or dash, that stand free of letters. */
const DIGIT_RUN = /(?<![A-Za-z0-9_.-])[0-9]{3,19}(?:[ -][0-9]{3,19}){0,6}(?![A-Za-z0-9_])/g;
const CARD =
  /^(?:4(?:[0-9]{12}|[0-9]{15}|[0-9]{18})|5[1-5][0-9]{14}|2(?:22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|35[0-9]{14}|6(?:011|5[0-9]{2}|4[4-9][0-9])[0-9]{12}|62[0-9]{14,17})$/;

const MIN_CARD_LENGTH = 13;
const DIGITS = /[0-9]{3}/;

function hasCardNumber(text: string): boolean {
  if (text.length < MIN_CARD_LENGTH || !DIGITS.test(text)) return false;
  for (const [run] of text.matchAll(DIGIT_RUN)) {
    const groups = run.split(/[ -]/);
    if (groups.some((_, first) => startsCard(groups, first))) return true;
  }
  return false;
}

function startsCard(groups: readonly string[], first: number): boolean {
  let digits = "";
  for (let at = first; at < groups.length && digits.length < 19; at += 1) {
    digits += groups[at] ?? "";
    if (CARD.test(digits) && passesLuhn(digits)) return true;
  }
  return false;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const counted = at % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

const LOCAL_PART = /[A-Za-z0-9._%+-]/;
const DOMAIN = /[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,7}\.[A-Za-z]{2,24}(?![A-Za-z0-9])/y;

function hasEmail(text: string): boolean {
  for (let at = text.indexOf("@"); at > 0; at = text.indexOf("@", at + 1)) {
    DOMAIN.lastIndex = at + 1;
    if (LOCAL_PART.test(text[at - 1] ?? "") && DOMAIN.test(text)) return true;
  }
  return false;
}
