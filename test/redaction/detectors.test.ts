import { describe, expect, test } from "vitest";
import { detect } from "../../src/redaction/detectors.ts";

const letters = (count: number) => "aB3".repeat(count).slice(0, count);
const jwt = `eyJ${letters(20)}.eyJ${letters(30)}.${letters(40)}`;

describe("a detector", () => {
  test.each([
    `ghp_${letters(36)}`,
    `github_pat_${letters(30)}`,
    `glpat-${letters(20)}`,
    `key=xoxb-${letters(24)}`,
    `sk-${letters(48)}`,
    `sk_live_${letters(24)}`,
    "AKIAABCDEFGHIJKLMNOP",
    `AIza${letters(35)}`,
    `npm_${letters(36)}`,
    `Authorization: Bearer ${letters(30)}`,
  ])("sees the token in %s", (text) => {
    expect(detect(text)).toEqual(["token"]);
  });

  test("sees a private key", () => {
    expect(detect("x\n-----BEGIN RSA PRIVATE KEY-----\nMII")).toEqual(["private-key"]);
    expect(detect("-----BEGIN PRIVATE KEY-----")).toEqual(["private-key"]);
    expect(detect("-----BEGIN PUBLIC KEY-----")).toEqual([]);
  });

  test("sees a JWT, also behind something that begins like one", () => {
    expect(detect(jwt)).toEqual(["jwt"]);
    expect(detect(`eyJabc.eyJ eyJx.${jwt} tail`)).toEqual(["jwt"]);
    expect(detect(`eyJ${letters(20)}.eyJ${letters(30)}`)).toEqual([]);
  });

  test.each([
    "4111111111111111",
    "4111 1111 1111 1111",
    "order 12345 5500-0055-5555-5559.",
    "378282246310005",
  ])("sees the card number in %s", (text) => {
    expect(detect(text)).toEqual(["card"]);
  });

  test.each([
    "4111111111111112",
    "toolreq_1795986385844_1",
    "1795986385596",
    "86a28541-5de6-4111-1111-111111111111",
    "x4111111111111111",
    "41111111111111111111111",
  ])("sees no card number in %s", (text) => {
    expect(detect(text)).toEqual([]);
  });

  test("sees an e-mail address", () => {
    expect(detect("write to ann.lee+x@mail.example.com!")).toEqual(["email"]);
    for (const text of ["a@b", "@example.com", "ann @example.com", "a@b.c", "user@host"]) {
      expect(detect(text)).toEqual([]);
    }
  });

  test("sees several things at once, each once", () => {
    expect(detect(`a@example.com b@example.com ${jwt}`)).toEqual(["jwt", "email"]);
  });

  test("sees nothing in ordinary values", () => {
    for (const text of ["", "t000001", "Fix login", "http://localhost:5173", "2026-08-08T10:00:00Z"]) {
      expect(detect(text)).toEqual([]);
    }
  });
});
