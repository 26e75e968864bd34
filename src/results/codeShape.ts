/**
 * Whether a text from an application looks like an error code at all. An `error.code` is shown where values are hidden, and
 * an application can put a sentence or a secret there; this refuses those. It does not know which codes exist.
 */

/** Longer texts are no codes. */
export const MAX_CODE_LENGTH = 64;

const CODE = /^[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)*$/;
/** Account, card and phone numbers have long runs of digits; codes do not. */
const LONG_DIGITS = /[0-9]{6}/;
/** A run without a separator that changes between letters and digits this often is a key, not a word. */
const MAX_ALTERNATIONS = 4;
const MAX_PART_LENGTH = 32;

/**
 * @param text an `error.code` as it came
 * @returns true for `CARD_NOT_FOUND`, `invalid_input`, `http.404`; false for sentences, addresses, numbers and keys
 */
export function looksLikeCode(text: string): boolean {
  if (text.length > MAX_CODE_LENGTH || !CODE.test(text) || LONG_DIGITS.test(text)) return false;
  return text.split(/[_.-]/).every(looksLikeWord);
}

function looksLikeWord(part: string): boolean {
  const alternations = (part.match(/[A-Za-z][0-9]|[0-9](?=[A-Za-z])/g) ?? []).length;
  return part.length <= MAX_PART_LENGTH && alternations <= MAX_ALTERNATIONS;
}
