/**
 * One hop by structured clone: makes what would arrive, so that the next hop can be judged on it, and says what the clone
 * refuses or loses. Each getter is called once. A proxy passes here although a browser refuses it: nothing can tell them apart.
 */
import { brandOf, INSTANCE, PLAIN } from "./brand.ts";
import type { Findings } from "./findings.ts";
import { attempt, ownFields } from "./ownFields.ts";

/** Kinds of the browser that it can clone; all others it refuses. */
const CLONEABLE: ReadonlySet<string> = new Set([
  ...["Blob", "File", "FileList", "ImageData", "ImageBitmap", "DOMException", "QuotaExceededError"],
  ...["DOMMatrix", "DOMMatrixReadOnly", "DOMPoint", "DOMPointReadOnly", "DOMQuad", "DOMRect"],
  ...["DOMRectReadOnly", "CryptoKey", "RTCCertificate", "VideoFrame", "AudioData"],
  ...["FileSystemHandle", "FileSystemFileHandle", "FileSystemDirectoryHandle", "WebAssembly.Module"],
]);

/** Rough sizes in a clone, in bytes; strings take one or two a unit. */
const TAG_BYTES = 2;
const NUMBER_BYTES = 9;

export class CloneHop {
  private readonly findings: Findings;
  private readonly copies = new Map<object, unknown>();
  private depth = 0;

  constructor(findings: Findings) {
    this.findings = findings;
  }

  /** @returns the copy; meaningless once the findings have an ending */
  copy(value: unknown): unknown {
    switch (typeof value) {
      case "function":
      case "symbol":
        return this.findings.throws(typeof value === "symbol" ? "symbol" : "function");
      case "string":
        this.findings.count(TAG_BYTES + value.length);
        return value;
      case "object":
        if (value !== null) return this.object(value);
        break;
    }
    this.findings.count(NUMBER_BYTES);
    return value;
  }

  private object(value: object): unknown {
    // A second way to the same object is the same copy; that is also how cycles pass.
    if (this.copies.has(value)) return this.copies.get(value);
    this.depth += 1;
    this.findings.descend(this.depth);
    this.findings.count(TAG_BYTES);
    const copy = this.findings.ending === null ? this.byBrand(value, brandOf(value)) : null;
    this.depth -= 1;
    return copy;
  }

  private byBrand(value: object, brand: string): unknown {
    this.findings.bytes += bufferBytes(value);
    if (brand === PLAIN || brand === INSTANCE || brand === "Array") return this.fields(value, brand);
    if (brand === "Map" || brand === "Set") return this.collection(value, brand);
    if (brand === "Error") return this.error(value);
    const known = SIMPLE[brand];
    if (known !== undefined) return this.remember(value, attemptCopy(known, value));
    if (ArrayBuffer.isView(value) || CLONEABLE.has(brand)) return this.platform(value, brand);
    return this.findings.throws("not-cloneable", brand);
  }

  private fields(value: object, brand: string): unknown {
    const copy = this.remember<object>(value, Array.isArray(value) ? new Array(value.length) : {});
    if (Array.isArray(value) && this.findings.reserve(Object.keys(value).length)) return copy;
    const fields = ownFields(value);
    if (fields === null) return this.findings.throws("unreadable");
    if (brand === INSTANCE) this.findings.lose("flattened", brand);
    if (fields.hasSymbolKeys) this.findings.lose("symbol-key-dropped");
    // An array's length is hidden, and passes.
    if (fields.hasHiddenKeys && brand !== "Array") this.findings.lose("hidden-key-dropped");
    for (const key of fields.keys) {
      if (this.findings.ending !== null) return copy;
      this.findings.within(key, () => this.field(value, key, copy));
    }
    return copy;
  }

  private field(value: object, key: string, copy: object): void {
    this.findings.bytes += key.length;
    const read = attempt((): unknown => Reflect.get(value, key));
    if (!read.ok) this.findings.throws("getter-threw");
    const copied = read.ok ? this.copy(read.value) : null;
    // Defined, not assigned: a key may be called `__proto__`.
    Object.defineProperty(copy, key, { value: copied, enumerable: true, configurable: true, writable: true });
  }

  /**
   * Members have no pointer of their own: they are looked through for what throws. The copy is empty, since the JSON behind this
   * hop shows no member.
   */
  private collection(value: object, brand: "Map" | "Set"): unknown {
    const copy = this.remember(value, brand === "Map" ? new Map() : new Set());
    this.findings.silently(() => {
      for (const member of membersOf(value, brand)) {
        if (this.findings.ending !== null) return;
        this.copy(member);
      }
    });
    return copy;
  }

  private error(value: object): unknown {
    const copy = this.remember(value, new Error());
    const cause = Object.getOwnPropertyDescriptor(value, "cause");
    if (cause !== undefined && "value" in cause) this.findings.within("cause", () => this.copy(cause.value));
    return copy;
  }

  /** Whole where its JSON shows something of it, else an empty one of its kind: fields that were put on it stay behind. */
  private platform(value: object, brand: string): unknown {
    const isShown = ArrayBuffer.isView(value) || brand === "ImageData" || "toJSON" in value;
    return this.remember(value, isShown ? value : Object.create(Object.getPrototypeOf(value)));
  }

  private remember<Copy>(value: object, copy: Copy): Copy {
    this.copies.set(value, copy);
    return copy;
  }
}

type Copier = (value: object) => unknown;

const SIMPLE: Readonly<Record<string, Copier>> = {
  Date: (value) => new Date(Date.prototype.getTime.call(value)),
  RegExp: () => /x/,
  Number: (value) => Object(Number.prototype.valueOf.call(value)),
  String: (value) => Object(String.prototype.valueOf.call(value)),
  Boolean: (value) => Object(Boolean.prototype.valueOf.call(value)),
  BigInt: (value) => Object(BigInt.prototype.valueOf.call(value)),
  ArrayBuffer: () => new ArrayBuffer(0),
};

function attemptCopy(copier: Copier, value: object): unknown {
  const copied = attempt(() => copier(value));
  return copied.ok ? copied.value : null;
}

/** Keys and items of a map, items of a set; by the engine's own methods, so no code of the value runs. */
function membersOf(value: object, brand: "Map" | "Set"): unknown[] {
  const members: unknown[] = [];
  attempt(() => {
    if (brand === "Set") Reflect.apply(Set.prototype.forEach, value, [(item: unknown) => members.push(item)]);
    else
      Reflect.apply(Map.prototype.forEach, value, [(item: unknown, key: unknown) => members.push(key, item)]);
  });
  return members;
}

function bufferBytes(value: object): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return value instanceof ArrayBuffer ? value.byteLength : 0;
}
