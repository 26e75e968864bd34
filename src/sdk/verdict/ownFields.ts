/** Reading objects as serialisers do: each getter once, in their order, and a throw as a value. */
import { fail, type Result, succeed } from "../../base/result.ts";

export interface OwnFields {
  /** Enumerable string keys: what a serialiser reads. */
  readonly keys: readonly string[];
  readonly hasSymbolKeys: boolean;
  readonly hasHiddenKeys: boolean;
}

/** @returns the keys of an object, or null where even asking for them throws */
export function ownFields(value: object): OwnFields | null {
  const read = attempt(() => {
    const names = Object.keys(value);
    // Nearly every object: nothing but what a serialiser reads.
    if (Reflect.ownKeys(value).length === names.length)
      return { keys: names, hasSymbolKeys: false, hasHiddenKeys: false };
    const keys: string[] = [];
    let hasSymbolKeys = false;
    let hasHiddenKeys = false;
    for (const key of Reflect.ownKeys(value)) {
      const isEnumerable = Object.getOwnPropertyDescriptor(value, key)?.enumerable === true;
      if (typeof key === "symbol") hasSymbolKeys ||= isEnumerable;
      else if (isEnumerable) keys.push(key);
      else hasHiddenKeys = true;
    }
    return { keys, hasSymbolKeys, hasHiddenKeys };
  });
  return read.ok ? read.value : null;
}

/** Keys of an array besides its items. Engines list them last, so a large array costs no more than a small one. */
export function hasExtraKeys(array: readonly unknown[]): boolean {
  const last = attempt(() => Object.keys(array).at(-1));
  return last.ok && last.value !== undefined && !/^(0|[1-9][0-9]*)$/.test(last.value);
}

/** Runs code that may be the value's own. */
export function attempt<Value>(run: () => Value): Result<Value, null> {
  try {
    return succeed(run());
  } catch {
    return fail(null);
  }
}
