import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLine } from "../../src/protocol/codec.ts";
import type { JsonValue, Message } from "../../src/protocol/messages.ts";
import { parsePlaceholder } from "../../src/protocol/placeholder.ts";
import { EXAMPLES, type Example, leavesOf, linesOf, mayShow } from "./messages.ts";
import { redactAll } from "./recording.ts";

const numRuns = Number(process.env.PROPERTY_RUNS ?? 100);
/** Enough for the large counts. */
const LONG_MS = 300_000;

function redacted(example: Example): { value: JsonValue; line: string; facts: string } {
  const last = redactAll(linesOf(example)).at(-1);
  const line = last?.line ?? "";
  return { value: JSON.parse(line), line, facts: JSON.stringify(last?.facts) };
}

describe.each(EXAMPLES.map((example) => [example.name, example] as const))("the %s", (_, example) => {
  const out = redacted(example);
  const after = new Map(leavesOf(out.value));

  test("shows exactly the allowed places", () => {
    const shown = leavesOf(example.message)
      .filter(([pointer, value]) => after.get(pointer) === value)
      .map(([pointer]) => pointer);
    const allowed = leavesOf(example.message)
      .map(([pointer]) => pointer)
      .filter((pointer) => mayShow(example.shown, pointer));
    expect(shown).toEqual(allowed);
    expect(allowed.length).toBeGreaterThanOrEqual(example.shown.length);
  });

  test("has a typed placeholder everywhere else, in the same shape", () => {
    expect([...after.keys()]).toEqual(leavesOf(example.message).map(([pointer]) => pointer));
    for (const [pointer, value] of leavesOf(example.message)) {
      if (mayShow(example.shown, pointer)) continue;
      expect(parsePlaceholder(String(after.get(pointer)))).toMatchObject(expectedPlaceholder(value));
    }
  });

  test("decodes as before: the same message, ids and seq", () => {
    const line = JSON.stringify(example.message);
    expect(identity(decodeLine(example.dir, out.line))).toEqual(identity(decodeLine(example.dir, line)));
  });
});

function expectedPlaceholder(value: JsonValue) {
  if (typeof value === "string") return { kind: "text", size: value.length };
  return { kind: typeof value };
}

/** What the trace goes by. The payload of an unknown request is hidden whole, its ids too. */
function identity(message: Message) {
  const bodies = { payload: null, result: null, body: null, error: null };
  const hidden = message.kind === "request" && !message.known ? { sessionId: "" } : {};
  return { ...message, ...bodies, ...hidden };
}

/** Keys that are allowed somewhere, to tempt a rule that goes by names. */
const KEYS = [
  ...[
    "requestId",
    "threadId",
    "operationId",
    "status",
    "type",
    "code",
    "error",
    "toolName",
    "args",
    "result",
  ],
  ...[
    "timeoutMs",
    "retryable",
    "cancelled",
    "isError",
    "seq",
    "message",
    "details",
    "name",
    "provider",
    "event",
  ],
  ...[
    "structuredContent",
    "payload",
    "properties",
    "items",
    "required",
    "snapshot",
    "success",
    "version",
    "k",
    "",
  ],
];

/** A value whose every leaf is a marker: unique, and of the looks that allowed places let through. */
type Tree = "word" | "sentence" | "number" | "boolean" | null | Tree[] | { [key: string]: Tree };
const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom<Tree>("word", "sentence", "number", "boolean", null),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie("tree"), { maxKeys: 5 }),
  ),
})).tree;

function mark(value: Tree, markers: (string | number)[]): JsonValue {
  const next = 730_000_000_000 + markers.length * 7;
  if (value === null) return null;
  if (value === "boolean") return true;
  if (value === "number") return markers.push(next) > 0 ? next : null;
  if (value === "word" || value === "sentence") {
    const marker = value === "word" ? `Marker${next % 1_000_000}x` : `a marker ${next} of ann`;
    markers.push(marker);
    return marker;
  }
  if (Array.isArray(value)) return value.map((item) => mark(item, markers));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mark(inner, markers)]));
}

/** Puts a value at a place; what decides the kind of message stays. */
function place(value: JsonValue, [step, ...rest]: readonly string[], put: JsonValue): JsonValue {
  if (step === undefined) return put;
  if (typeof value !== "object" || value === null) return { [step]: place(null, rest, put) };
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === step ? place(item, rest, put) : item));
  const fields = new Map(Object.entries(value));
  return Object.fromEntries([...fields, [step, place(fields.get(step) ?? null, rest, put)]]);
}

const DECIDING = new Set([
  "/requestId",
  "/type",
  "/ok",
  "/event",
  "/event/type",
  "/event/seq",
  "/event/threadId",
]);

/** Places of a message and places beside them. */
function placesOf(message: JsonValue, pointer = ""): string[] {
  if (typeof message !== "object" || message === null) return [pointer];
  const inner = Object.entries(message).flatMap(([key, value]) => placesOf(value, `${pointer}/${key}`));
  const beside = Array.isArray(message)
    ? []
    : KEYS.filter((key) => key !== "").map((key) => `${pointer}/${key}`);
  return [...(pointer === "" ? [] : [pointer]), ...inner, ...beside];
}

describe("whatever stands at a place that is not allowed", () => {
  const anywhere = fc
    .constantFrom(...EXAMPLES)
    .chain((example) =>
      fc.tuple(
        fc.constant(example),
        fc.constantFrom(...placesOf(example.message).filter((pointer) => !DECIDING.has(pointer))),
        tree,
      ),
    );

  test("never survives, in the line or in the facts", { timeout: LONG_MS }, () => {
    fc.assert(
      fc.property(anywhere, ([example, pointer, value]) => {
        const markers: (string | number)[] = [];
        const message = place(example.message, pointer.split("/").slice(1), mark(value, markers));
        if (typeof message !== "object" || message === null || Array.isArray(message)) return;
        const out = redacted({ ...example, message: Object.fromEntries(Object.entries(message)) });
        const after = new Map(leavesOf(out.value));
        // A boolean is a schema of its own, and tells nothing of the data.
        const isSchema = (at: string, leaf: JsonValue) => leaf === true && at.includes("/argsSchema/");
        const hidden = leavesOf(message).filter(
          ([at, leaf]) => !mayShow(example.shown, at) && !isSchema(at, leaf),
        );
        expect([...after.keys()]).toEqual(leavesOf(message).map(([at]) => at));
        for (const [at, leaf] of hidden) {
          expect(`${at} ${parsePlaceholder(String(after.get(at)))?.kind}`).toBe(
            `${at} ${expectedPlaceholder(leaf).kind}`,
          );
        }
        const elsewhere = new Set(
          leavesOf(message)
            .filter(([at]) => mayShow(example.shown, at))
            .map(([, leaf]) => leaf),
        );
        for (const marker of markers) {
          if (elsewhere.has(marker)) continue;
          expect(out.line).not.toContain(String(marker));
          expect(out.facts).not.toContain(String(marker));
        }
      }),
      { numRuns: numRuns * 5 },
    );
  });
});
