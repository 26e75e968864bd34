/**
 * One hop as JSON text: walks a value in the serialiser's order and says what its text would lose. It makes no text. Each
 * getter and each `toJSON` is called once, as the serialiser would.
 */
import { brandOf, INSTANCE, PLAIN, typedArrayLength } from "./brand.ts";
import type { Findings } from "./findings.ts";
import { stringSize } from "./jsonTextSize.ts";
import { attempt, hasExtraKeys, ownFields } from "./ownFields.ts";
import type { Vanishing } from "./verdict.ts";

/** `text`: the value has JSON text. */
type Written = "text" | Vanishing;

/** The key under which a submit carries the value. */
const TOP_KEY = "result";
const NULL_BYTES = 4;
const BRACKETS = 2;
const COLON = 1;
const COMMA = 1;

export class JsonHop {
  private readonly findings: Findings;
  private readonly open = new Set<object>();

  constructor(findings: Findings) {
    this.findings = findings;
  }

  walk(value: unknown): void {
    const written = this.write(value, TOP_KEY);
    if (written !== "text") this.findings.vanishes(written);
  }

  private write(value: unknown, key: string | number): Written {
    const shown = this.viaToJson(value, key);
    switch (typeof shown) {
      case "string":
        return this.text(stringSize(shown));
      case "number":
        return this.number(shown);
      case "boolean":
        return this.text(shown ? 4 : 5);
      case "bigint":
        this.findings.throws("bigint");
        return "text";
      case "object":
        return shown === null ? this.text(NULL_BYTES) : this.object(shown, key);
      case "function":
        return "function";
      case "symbol":
        return "symbol";
      default:
        return "undefined";
    }
  }

  private text(bytes: number): "text" {
    this.findings.count(bytes);
    return "text";
  }

  private number(value: number): "text" {
    if (Number.isFinite(value)) {
      if (Object.is(value, -0)) this.findings.lose("negative-zero");
      return this.text(String(value).length);
    }
    this.findings.lose("not-finite-to-null");
    return this.text(NULL_BYTES);
  }

  /** @returns what goes in the value's place; the value itself without a `toJSON` */
  private viaToJson(value: unknown, key: string | number): unknown {
    const isAsked = (typeof value === "object" && value !== null) || typeof value === "function";
    if (!isAsked && typeof value !== "bigint") return value;
    const method = attempt((): unknown => Reflect.get(Object(value), "toJSON", value));
    if (!method.ok) return this.unreadable("getter-threw");
    const toJson = method.value;
    if (typeof toJson !== "function") return value;
    const given = attempt((): unknown => Reflect.apply(toJson, value, [String(key)]));
    if (!given.ok) return this.unreadable("to-json-threw");
    if (given.value !== value) this.loseToJson(value, given.value);
    return given.value;
  }

  private loseToJson(value: unknown, given: unknown): void {
    const isDate = typeof value === "object" && value !== null && brandOf(value) === "Date";
    if (isDate && given === null) this.findings.lose("invalid-date-to-null");
    else if (isDate && typeof given === "string") this.findings.lose("date-to-string");
    else this.findings.lose("to-json");
  }

  /** @returns something to go on with until the walk has stopped */
  private unreadable(reason: "getter-threw" | "to-json-threw"): "text" {
    this.findings.throws(reason);
    return "text";
  }

  private object(value: object, key: string | number): Written {
    const brand = brandOf(value);
    const primitive = this.unboxed(value, brand);
    if (primitive !== null) return this.write(primitive.value, key);
    if (this.open.has(value)) {
      this.findings.throws("cycle");
      return "text";
    }
    this.open.add(value);
    this.findings.descend(this.open.size);
    this.findings.count(BRACKETS);
    if (Array.isArray(value)) this.items(value);
    else this.members(value, brand);
    this.open.delete(value);
    return "text";
  }

  /** A wrapper object is written as what it wraps, by its own conversion. */
  private unboxed(value: object, brand: string): { readonly value: unknown } | null {
    const convert = CONVERSIONS[brand];
    if (convert === undefined) return null;
    const converted = attempt(() => convert(value));
    if (!converted.ok) this.findings.throws("unreadable");
    else if (typeof converted.value !== "bigint") this.findings.lose("unboxed", brand);
    return { value: converted.ok ? converted.value : null };
  }

  private items(array: readonly unknown[]): void {
    const length = attempt(() => array.length);
    if (!length.ok) this.findings.throws("unreadable");
    if (length.ok && this.findings.reserve(length.value)) return;
    if (hasExtraKeys(array)) this.findings.lose("array-key-dropped");
    for (let at = 0; length.ok && at < length.value && this.findings.ending === null; at += 1) {
      if (at > 0) this.findings.bytes += COMMA;
      this.findings.within(at, () => this.item(array, at));
    }
  }

  private item(array: readonly unknown[], at: number): void {
    const read = attempt(() => array[at]);
    const written = read.ok ? this.write(read.value, at) : this.unreadable("getter-threw");
    if (written === "text") return;
    const isHole = written === "undefined" && !Object.hasOwn(array, at);
    this.findings.lose(isHole ? "hole-to-null" : `${written}-to-null`);
    this.findings.count(NULL_BYTES);
  }

  private members(value: object, brand: string): void {
    if (ArrayBuffer.isView(value) && this.findings.reserve(typedArrayLength(value))) return;
    const fields = ownFields(value);
    if (fields === null) {
      this.findings.throws("unreadable");
      return;
    }
    const isOurs = brand === PLAIN || brand === INSTANCE;
    if (brand !== PLAIN) this.findings.lose("flattened", brand);
    if (isOurs && fields.hasSymbolKeys) this.findings.lose("symbol-key-dropped");
    if (isOurs && fields.hasHiddenKeys) this.findings.lose("hidden-key-dropped");
    let written = 0;
    for (const key of fields.keys) {
      if (this.findings.ending !== null) return;
      if (this.findings.within(key, () => this.member(value, key))) written += 1;
    }
    this.findings.bytes += COMMA * Math.max(0, written - 1);
  }

  /** @returns whether the member is in the text at all */
  private member(value: object, key: string): boolean {
    const read = attempt((): unknown => Reflect.get(value, key));
    const written = read.ok ? this.write(read.value, key) : this.unreadable("getter-threw");
    if (written === "text") {
      this.findings.bytes += stringSize(key) + COLON;
      return true;
    }
    this.findings.count(0);
    this.findings.lose(`${written}-dropped`);
    return false;
  }
}

/** Numbers and strings convert by code that the application may have replaced; the others by the engine's. */
const CONVERSIONS: Readonly<Record<string, (value: object) => unknown>> = {
  Number: (value) => Number(value),
  String: (value) => String(value),
  Boolean: (value) => Boolean.prototype.valueOf.call(value),
  BigInt: (value) => BigInt.prototype.valueOf.call(value),
};
