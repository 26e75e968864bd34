/**
 * Numbers as a Core writes them again. Integers of 64 bits keep their digits; everything else goes through a double and
 * always shows that it is one: `1.0`, `0.001`, `1e30`.
 */
const LARGEST_UNSIGNED = 18_446_744_073_709_551_615n;
const SMALLEST_SIGNED = -9_223_372_036_854_775_808n;
/** Decimal points beyond these places are written with an exponent. */
const PLAIN_POINT = { least: -5, most: 16 };

/** @param raw a number of JSON, as written */
export function numberText(raw: string): string {
  return keepsDigits(raw) ? raw : doubleText(Number(raw));
}

function keepsDigits(raw: string): boolean {
  if (!/^-?\d+$/.test(raw) || raw === "-0") return false;
  if (raw.length < 16) return true;
  const value = BigInt(raw);
  return value >= SMALLEST_SIGNED && value <= LARGEST_UNSIGNED;
}

function doubleText(value: number): string {
  if (!Number.isFinite(value)) return "null";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [mantissa = "0", exponent = "0"] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  return (value < 0 ? "-" : "") + placePoint(digits, Number(exponent) + 1);
}

/** @param point how many digits stand before the decimal point; may be negative or beyond the digits */
function placePoint(digits: string, point: number): string {
  if (point > PLAIN_POINT.most || point <= PLAIN_POINT.least) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${digits.slice(0, 1)}${fraction}e${point - 1}`;
  }
  if (point >= digits.length) return `${digits.padEnd(point, "0")}.0`;
  if (point > 0) return `${digits.slice(0, point)}.${digits.slice(point)}`;
  return `0.${"0".repeat(-point)}${digits}`;
}
