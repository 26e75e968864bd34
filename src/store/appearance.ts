/**
 * Theme and density: what a person chose, and what that comes to on this system. Pure; the browser's side is in
 * ui/browser.
 */
export type ThemeChoice = "system" | "light" | "dark" | "contrast";
export type Density = "compact" | "comfortable";

export interface SystemPreference {
  readonly dark: boolean;
  readonly contrast: boolean;
}

export interface Appearance {
  readonly theme: "light" | "dark";
  readonly contrast: "normal" | "more";
  /** Which of the three buttons is the one in force. */
  readonly active: Exclude<ThemeChoice, "system">;
}

const THEMES: readonly ThemeChoice[] = ["system", "light", "dark", "contrast"];

/** Reads a stored choice; anything else follows the system. */
export function readTheme(stored: string | null): ThemeChoice {
  return THEMES.find((theme) => theme === stored) ?? "system";
}

/** Reads a stored density; compact is the default. */
export function readDensity(stored: string | null): Density {
  return stored === "comfortable" ? "comfortable" : "compact";
}

/** What a choice comes to. A system that asks for more contrast keeps it under every choice. */
export function resolveAppearance(choice: ThemeChoice, system: SystemPreference): Appearance {
  const follows = choice === "system" || choice === "contrast";
  const dark = follows ? system.dark : choice === "dark";
  const more = choice === "contrast" || system.contrast;
  const active = choice === "system" ? (more ? "contrast" : dark ? "dark" : "light") : choice;
  return { theme: dark ? "dark" : "light", contrast: more ? "more" : "normal", active };
}
