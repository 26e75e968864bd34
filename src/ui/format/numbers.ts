/** Numbers as people read them. Pure. */

/** `1,003`: whole, with thousands marked. */
export function grouped(value: number): string {
  const whole = String(Math.round(Math.abs(value))).replace(/\B(?=(\d{3})+$)/g, ",");
  return value < 0 && whole !== "0" ? `−${whole}` : whole;
}

/** `36 B`, `1.5 kB`, `2.1 MB`. @param bytes a size in bytes */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  const [value, unit] = bytes < 999_950 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${value < 100 ? trimmed(value.toFixed(1)) : Math.round(value)} ${unit}`;
}

/** Without a useless `.0`. */
export const trimmed = (text: string): string => text.replace(/\.0+$/, "");
