/**
 * The address of the screen: what the URL hash says, as data. Total: unknown parts are kept, bad ones fall back.
 * A link never acts; it only chooses a view. Tokens are none of its business: main.tsx strips them before.
 */
export type ViewName = "timeline" | "flags" | "lab";
const VIEWS: readonly ViewName[] = ["timeline", "flags", "lab"];

/** The view that a hash names, or null where it names none that exists. @param hash with or without its `#` */
export function viewOfHash(hash: string): ViewName | null {
  const named = new URLSearchParams(hash.replace(/^#/, "")).get("view");
  return VIEWS.find((view) => view === named) ?? null;
}

/** The same hash with another view; its other parameters stay. */
export function hashWithView(hash: string, view: ViewName): string {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  parameters.set("view", view);
  return `#${parameters.toString()}`;
}
