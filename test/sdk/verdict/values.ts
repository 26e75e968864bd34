/** Values that handlers return, good and bad, each with what becomes of it under both bridge models. Made afresh for each use. */
import type { BridgeModel, Verdict } from "../../../src/sdk/verdict/verdict.ts";

export interface JudgedValue {
  readonly name: string;
  readonly make: () => unknown;
  /** The verdict's kind, by model. */
  readonly expected: Readonly<Record<BridgeModel, Verdict["kind"]>>;
  /** Needs what only a browser has. */
  readonly inBrowser: boolean;
}

type Kinds = Verdict["kind"] | readonly [json: Verdict["kind"], structuredClone: Verdict["kind"]];

const value = (name: string, kinds: Kinds, make: () => unknown, inBrowser = false): JudgedValue => {
  const [json, clone] = typeof kinds === "string" ? [kinds, kinds] : kinds;
  return { name, make, expected: { json, "structured-clone": clone }, inBrowser };
};
const browser = (name: string, kinds: Kinds, make: () => unknown) => value(name, kinds, make, true);

class Point {
  x = 1;
  y = 2;
  get sum(): number {
    return this.x + this.y;
  }
}
class Tagged extends Point {
  get [Symbol.toStringTag](): string {
    return "Tagged";
  }
}
class Stack extends Array {}
class Index extends Map<string, number> {}
class Failure extends Error {
  readonly code = "E1";
}

const cycle = () => {
  const value: Record<string, unknown> = { a: 1 };
  value.self = value;
  return value;
};
const nested = (depth: number) => {
  let inner: unknown = 1;
  for (let level = 0; level < depth; level += 1) inner = level % 2 ? [inner] : { inner };
  return inner;
};
const shared = () => {
  const part = { a: Number.NaN };
  return { first: part, second: part };
};
const throwing = () => ({
  fine: 1,
  get bad(): number {
    throw new Error("no");
  },
});
const refuse = () => {
  throw new Error("no");
};
const ofSize = (bytes: number) => "a".repeat(bytes);
const MIB = 1_048_576;

const PLAIN: readonly JudgedValue[] = [
  value("null", "ok", () => null),
  value("true", "ok", () => true),
  value("a string", "ok", () => "moved"),
  value(
    "a string of every length of character",
    "ok",
    () => 'é "quoted" \\ \b\t\n\f\r\u0001 漢 😀 \ud800 \u2028',
  ),
  value("an integer", "ok", () => 42),
  value("a fraction", "ok", () => -1.5e-7),
  value("the largest number", "ok", () => Number.MAX_VALUE),
  value("an empty object", "ok", () => ({})),
  value("an empty array", "ok", () => []),
  value("a plain result", "ok", () => ({ value: 3, tags: ["a", null], nested: { deep: [{}] } })),
  value("a domain error", "ok", () => ({
    error: { code: "NO_SELECTION", message: "Select text.", details: {} },
  })),
  value("an object without a prototype", "ok", () => Object.assign(Object.create(null), { a: 1 })),
  value("a key called __proto__", "ok", () => JSON.parse('{"__proto__":{"a":1},"b":2}')),
  value("keys with slashes and tildes", "lossy", () => ({ "a/b": { "~": Number.NaN } })),
  value("an own getter", "ok", () => Object.defineProperty({}, "a", { get: () => 1, enumerable: true })),
  value("an array of a class", "ok", () => Stack.from([1, 2])),
];

const LOST: readonly JudgedValue[] = [
  value("undefined in an object", "lossy", () => ({ a: undefined, b: 1 })),
  value("undefined in an array", "lossy", () => [1, undefined]),
  value("a function in an object", ["lossy", "throws"], () => ({ a: () => 1, b: 1 })),
  value("a function in an array", ["lossy", "throws"], () => [() => 1]),
  value("a symbol in an object", ["lossy", "throws"], () => ({ a: Symbol("s") })),
  value("a symbol in an array", ["lossy", "throws"], () => [Symbol("s")]),
  value("a symbol as a key", "lossy", () => ({ [Symbol("k")]: 1, a: 2 })),
  value("a hidden field", "lossy", () => Object.defineProperty({ a: 1 }, "b", { value: 2 })),
  value("NaN", "lossy", () => Number.NaN),
  value("the infinities", "lossy", () => [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]),
  value("minus zero", "lossy", () => ({ a: -0 })),
  value("holes at the end of an array", "lossy", () => [1].concat(new Array(2))),
  value("a sparse array", "lossy", () => Object.assign(new Array(3), { 2: "c" })),
  value("an array with a field of its own", "lossy", () => Object.assign([1], { total: 1 })),
  value("a date", "lossy", () => new Date(0)),
  value("a date inside", "lossy", () => ({ savedAt: new Date(1_780_000_000_000) })),
  value("an invalid date", "lossy", () => [new Date(Number.NaN)]),
  value("a map", "lossy", () => new Map([["a", 1]])),
  value("a map of a class", "lossy", () => new Index([["a", 1]])),
  value("a map with a function", ["lossy", "throws"], () => ({ map: new Map([["a", () => 1]]) })),
  value("a map of instances", "lossy", () => ({ map: new Map([["a", new Point()]]) })),
  value("a set", "lossy", () => new Set([1, 2])),
  value("a regular expression", "lossy", () => /a/g),
  value("an error", "lossy", () => new Error("boom")),
  value("an error with a code", "lossy", () => ({ error: new Failure("boom") })),
  value("an error with a function as its cause", ["lossy", "throws"], () =>
    Object.defineProperty(new Error("boom"), "cause", { value: () => 1 }),
  ),
  value("a promise", ["lossy", "throws"], () => ({ later: Promise.resolve(1) })),
  value("a weak map", ["lossy", "throws"], () => new WeakMap()),
  value("a generator", ["lossy", "throws"], () => [1].values()),
  value("an array buffer", "lossy", () => new ArrayBuffer(8)),
  value("a data view", "lossy", () => new DataView(new ArrayBuffer(8))),
  value("bytes", "lossy", () => new Uint8Array([1, 2, 3])),
  value("a typed array with NaN", "lossy", () => ({ samples: new Float32Array([1, Number.NaN]) })),
  value("an instance of a class", "lossy", () => new Point()),
  value("instances of a class with a tag", "lossy", () => [new Tagged(), new Tagged()]),
  value("boxed primitives", "lossy", () => [Object(1), Object("a"), Object(true)]),
  value("a boxed symbol", ["lossy", "throws"], () => ({ a: Object(Symbol("s")) })),
  value("an own toJSON", ["lossy", "throws"], () => ({ a: 1, toJSON: () => ({ b: 2 }) })),
  value(
    "an inherited toJSON",
    "lossy",
    () =>
      new (class {
        a = 1;
        toJSON() {
          return "short";
        }
      })(),
  ),
  value("a toJSON that is no function", "ok", () => ({ toJSON: 1 })),
  value("a toJSON that returns nothing", ["lossy", "throws"], () => ({ a: { toJSON: () => undefined } })),
  value("one object twice", "lossy", shared),
  value("a namespace", "lossy", () => ({ math: Math })),
];

const GONE: readonly JudgedValue[] = [
  value("undefined", "vanishes", () => undefined),
  value("a function", ["vanishes", "throws"], () => () => 1),
  value("a symbol", ["vanishes", "throws"], () => Symbol("s")),
  value("a function with a toJSON", ["lossy", "throws"], () => Object.assign(() => 1, { toJSON: () => 5 })),
  value("a toJSON that returns undefined", ["vanishes", "throws"], () => ({ toJSON: () => undefined })),
  value("a big integer", "throws", () => 1n),
  value("a big integer inside", "throws", () => ({ value: [1n] })),
  value("a boxed big integer", "throws", () => [Object(1n)]),
  value("big integers as bytes", "throws", () => new BigInt64Array(2)),
  value("a cycle", "throws", cycle),
  value("a cycle through an array", "throws", () => {
    const list: unknown[] = [];
    list.push({ list });
    return { list };
  }),
  value("a cycle through a map", "lossy", () => {
    const map = new Map<string, unknown>();
    map.set("self", map);
    return map;
  }),
  value("a getter that throws", "throws", throwing),
  value("a toJSON that throws", "throws", () => ({ a: { toJSON: refuse } })),
  value("a function behind a big integer", "throws", () => ({ a: 1n, b: () => 1 })),
  value("more than the Core takes", "too-large", () => ofSize(MIB)),
  value("as much as the Core takes", "ok", () => ofSize(MIB - 2)),
  value("more than the Core takes, in small parts", "too-large", () => Array.from({ length: MIB }, () => 1)),
  value("deeper than the Core reads", "too-large", () => nested(126)),
  value("as deep as the Core reads", "ok", () => nested(125)),
];

const OF_THE_BROWSER: readonly JudgedValue[] = [
  browser("an element", ["lossy", "throws"], () => document.createElement("div")),
  browser("an element that an application marked", ["lossy", "throws"], () =>
    Object.assign(document.createElement("p"), { __key: 1 }),
  ),
  browser("an element inside its own mark", ["throws", "throws"], () => {
    const element = document.createElement("p");
    return Object.assign(element, { __owner: { element } });
  }),
  browser("a form with fields", ["lossy", "throws"], () => {
    const form = document.createElement("form");
    form.append(document.createElement("input"));
    return form;
  }),
  browser("a text node", ["lossy", "throws"], () => ({ node: document.createTextNode("a") })),
  browser("a list of nodes", ["lossy", "throws"], () => document.querySelectorAll("body")),
  browser("the window", "throws", () => window),
  browser("a file", "lossy", () => new File(["a"], "a.txt")),
  browser("a file inside", "lossy", () => ({ file: new File(["a"], "a.txt"), size: 1 })),
  browser("a blob", "lossy", () => new Blob(["a"])),
  browser("an address", ["lossy", "throws"], () => new URL("http://a.example/")),
  browser("form data", ["lossy", "throws"], () => new FormData()),
  browser("headers", ["lossy", "throws"], () => new Headers()),
  browser("an event", ["lossy", "throws"], () => new Event("a")),
  browser("an abort signal", ["lossy", "throws"], () => new AbortController().signal),
  browser("a stream", ["lossy", "throws"], () => new ReadableStream()),
  browser("a rectangle", "lossy", () => new DOMRect(1, 2, 3, 4)),
  browser("pixels", "lossy", () => new ImageData(1, 1)),
  browser("an exception of the browser", "lossy", () => new DOMException("a", "AbortError")),
  browser("a number format", ["lossy", "throws"], () => new Intl.NumberFormat("en")),
  browser("a weak reference", ["lossy", "throws"], () => new WeakRef({})),
  browser("a date of another window", "lossy", () => ofFrame("new Date(0)")),
  browser("a map of another window", "lossy", () => ofFrame("new Map([[1, 2]])")),
  browser("an error of another window", "lossy", () => ofFrame("new Error('boom')")),
  browser("a plain object of another window", "ok", () => ofFrame("({ a: [1] })")),
];

/** A value of a frame's own realm. */
function ofFrame(code: string): unknown {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const inner = frame.contentWindow;
  return inner === null ? null : Reflect.apply(Reflect.get(inner, "eval"), inner, [code]);
}

export const VALUES: readonly JudgedValue[] = [...PLAIN, ...LOST, ...GONE, ...OF_THE_BROWSER];
