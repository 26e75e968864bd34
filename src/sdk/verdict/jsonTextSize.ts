/** The size of JSON text in UTF-8 without making the text. */

const QUOTES = 2;

/** @returns bytes of a string as a JSON string, its quotes and escapes included */
export function stringSize(text: string): number {
  let bytes = QUOTES;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += asciiSize(unit);
    else if (unit < 0x800) bytes += 2;
    else if (isPair(unit, text.charCodeAt(at + 1))) {
      bytes += 4;
      at += 1;
    } else bytes += isSurrogate(unit) ? 6 : 3;
  }
  return bytes;
}

/** Quote, backslash, \b \t \n \f \r take two bytes, other control characters six. */
function asciiSize(unit: number): number {
  if (unit === 0x22 || unit === 0x5c) return 2;
  if (unit >= 0x20) return 1;
  return unit === 8 || unit === 9 || unit === 10 || unit === 12 || unit === 13 ? 2 : 6;
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

const isPair = (unit: number, next: number) =>
  unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
