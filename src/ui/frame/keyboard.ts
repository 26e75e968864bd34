/** Which command a key means. Pure: it reads an event's fields and calls nothing. */
export type KeyCommand =
  | "row-next"
  | "row-previous"
  | "flag-next"
  | "flag-previous"
  | "filter"
  | "inspect"
  | "range"
  | "pause"
  | "mode"
  | "copy"
  | "help"
  | "escape";

export interface KeyStroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Where it was typed: a text field, something that Space and Enter press, a row, a dialog, or elsewhere. */
  readonly where: "field" | "pressable" | "row" | "dialog" | "elsewhere";
}

const KEYS: Readonly<Record<string, KeyCommand>> = {
  j: "row-next",
  k: "row-previous",
  n: "flag-next",
  p: "flag-previous",
  "/": "filter",
  Enter: "inspect",
  f: "range",
  " ": "pause",
  t: "mode",
  c: "copy",
  "?": "help",
  Escape: "escape",
};
const ROW_KEYS: Readonly<Record<string, KeyCommand>> = { ArrowDown: "row-next", ArrowUp: "row-previous" };

/** The command of a key, or null where the key belongs to what has the focus. */
export function commandOf(stroke: KeyStroke): KeyCommand | null {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey || stroke.where === "dialog") return null;
  const command = KEYS[stroke.key] ?? (stroke.where === "row" ? ROW_KEYS[stroke.key] : undefined) ?? null;
  if (stroke.where === "field") return command === "escape" ? command : null;
  if (stroke.where === "pressable" && (command === "inspect" || command === "pause")) return null;
  return command;
}

/** Where an element stands for the keyboard. */
export function placeOfElement(element: Element | null): KeyStroke["where"] {
  if (!element) return "elsewhere";
  if (element.closest("dialog")) return "dialog";
  if (element.closest("input, textarea, select")) return "field";
  if (element.closest("[data-row]")) return "row";
  return element.closest("button, a, summary") ? "pressable" : "elsewhere";
}
