/**
 * Placeholders: what stands in a redacted line where a value was (architecture.md §8). Here is their form only; what is
 * hidden, and how a token is made, is redaction's business.
 *
 * `⟨text 14 #e1:3fa9c0de⟩`, `⟨number #e1:07aa31c2⟩`, `⟨boolean⟩`, `⟨line 130 B⟩`
 */

export type PlaceholderKind = "text" | "number" | "boolean" | "line";

export interface Placeholder {
  readonly kind: PlaceholderKind;
  /** Of a text: its length in UTF-16 units. Of a line: its size in bytes. Absent where there is none. */
  readonly size?: number;
  /** Equal values have equal tokens within an epoch of the key. Absent where the token would give the value away. */
  readonly token?: PlaceholderToken;
}

export interface PlaceholderToken {
  /** Names the key's epoch, such as `e1`: letters and digits. */
  readonly epoch: string;
  /** Hexadecimal, lower case. */
  readonly token: string;
}

const OPENING = 0x27e8;
const FORM = /^⟨(text|number|boolean|line)(?: (0|[1-9][0-9]{0,15})( B)?)?(?: #([A-Za-z0-9]+):([0-9a-f]+))?⟩$/;

/** Writes a placeholder, without quotes. */
export function formatPlaceholder(placeholder: Placeholder): string {
  const { kind, size, token } = placeholder;
  const length = size === undefined ? "" : kind === "line" ? ` ${size} B` : ` ${size}`;
  const mark = token === undefined ? "" : ` #${token.epoch}:${token.token}`;
  return `⟨${kind}${length}${mark}⟩`;
}

/** Reads a string's value as a placeholder; null if it is none. A value of the wire may look like one: that is not told apart. */
export function parsePlaceholder(text: string): Placeholder | null {
  if (!isPlaceholderLike(text)) return null;
  const [, kind, size, unit, epoch, token] = FORM.exec(text) ?? [];
  if (!isKind(kind)) return null;
  if (size !== undefined && (kind === "line") !== (unit !== undefined)) return null;
  return {
    kind,
    ...(size === undefined ? {} : { size: Number(size) }),
    ...(epoch === undefined || token === undefined ? {} : { token: { epoch, token } }),
  };
}

/** A cheap first look: whether the text begins as a placeholder does. */
export function isPlaceholderLike(text: string): boolean {
  return text.charCodeAt(0) === OPENING;
}

function isKind(kind: string | undefined): kind is PlaceholderKind {
  return kind === "text" || kind === "number" || kind === "boolean" || kind === "line";
}
