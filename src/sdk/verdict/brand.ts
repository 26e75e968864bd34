/**
 * What an object is, told by its internals, its prototypes and its tag, without a DOM and without running code of its owner:
 * no getter is called but the engine's own. A proxy cannot be told from what it stands for; that is the language's wish.
 */
import { attempt } from "./ownFields.ts";

/** An object without a class of its own. */
export const PLAIN = "Object";
/** An object of a class that the application wrote. */
export const INSTANCE = "class instance";

/**
 * @param value any object
 * @returns `Object`, `Array`, `class instance`, or the name of the engine's or browser's kind: `Map`, `Date`, `File`, `HTMLDivElement`
 */
export function brandOf(value: object): string {
  try {
    if (Array.isArray(value)) return "Array";
    const prototype = Object.getPrototypeOf(value);
    if (prototype === null) return PLAIN;
    const isPlain = Object.getPrototypeOf(prototype) === null;
    const native = isPlain ? null : nativeTag(value);
    if (native !== null) return native;
    if (isTagged(value)) return isPlain ? PLAIN : (typedArrayName(value) ?? probed(value));
    // Without a tag this reads the internals and runs no code of the value.
    const builtin = Object.prototype.toString.call(value).slice("[object ".length, -1);
    return builtin === "Object" && !isPlain ? INSTANCE : builtin;
  } catch {
    return INSTANCE;
  }
}

type Probe = readonly [brand: string, reads: (value: object) => unknown];

/** For objects that an application gave a tag. Each reads an internal slot, and throws or says no where there is none. */
const PROBES: readonly Probe[] = [
  ["Error", (value) => value instanceof Error || refuse()],
  ["Date", (value) => Date.prototype.getTime.call(value)],
  ["Number", (value) => Number.prototype.valueOf.call(value)],
  ["String", (value) => String.prototype.valueOf.call(value)],
  ["Boolean", (value) => Boolean.prototype.valueOf.call(value)],
  ["RegExp", (value) => getterOf(RegExp.prototype, "source")?.call(value)],
];

function refuse(): never {
  throw new TypeError("not of that kind");
}

function probed(value: object): string {
  return PROBES.find(([, reads]) => attempt(() => reads(value)).ok)?.[0] ?? INSTANCE;
}

/** The tag that the engine or the browser gave a prototype: constant, and beside a constructor that is native or none. */
function nativeTag(value: object): string | null {
  for (let at = Object.getPrototypeOf(value); at !== null; at = Object.getPrototypeOf(at)) {
    const tag = Object.getOwnPropertyDescriptor(at, Symbol.toStringTag);
    if (tag === undefined || typeof tag.value !== "string") continue;
    const maker: unknown = Object.getOwnPropertyDescriptor(at, "constructor")?.value;
    const isNative = typeof maker !== "function" || NATIVE.test(Reflect.apply(sourceOf, maker, []));
    if (isNative && tag.writable === false) return tag.value;
  }
  return null;
}

const NATIVE = /\[native code\]\s*\}$/;
const sourceOf = (() => undefined).toString;

/** The typed arrays' tag is a getter of the engine's own. */
function typedArrayName(value: object): string | null {
  const name = getterOf(typedArrayPrototype(), Symbol.toStringTag)?.call(value);
  return typeof name === "string" ? name : null;
}

/** @returns how many items a typed array has; 0 for a data view */
export function typedArrayLength(value: object): number {
  const length = attempt(() => getterOf(typedArrayPrototype(), "length")?.call(value));
  return length.ok && typeof length.value === "number" ? length.value : 0;
}

const typedArrayPrototype = (): object => Object.getPrototypeOf(Uint8Array.prototype);

function isTagged(value: object): boolean {
  for (let at: object | null = value; at !== null; at = Object.getPrototypeOf(at))
    if (Object.hasOwn(at, Symbol.toStringTag)) return true;
  return false;
}

function getterOf(owner: object, key: PropertyKey): ((this: unknown) => unknown) | undefined {
  return Object.getOwnPropertyDescriptor(owner, key)?.get;
}
