import { describe, expect, test } from "vitest";
import { readDensity, readTheme, resolveAppearance } from "../../src/store/appearance.ts";

const plain = { dark: false, contrast: false };

describe("the appearance", () => {
  test("follows the system until a person chooses", () => {
    expect(resolveAppearance("system", plain)).toEqual({
      theme: "light",
      contrast: "normal",
      active: "light",
    });
    expect(resolveAppearance("system", { dark: true, contrast: false }).active).toBe("dark");
    expect(resolveAppearance("dark", plain).theme).toBe("dark");
    expect(resolveAppearance("light", { dark: true, contrast: false }).theme).toBe("light");
  });

  test("keeps more contrast under every choice where the system asks for it", () => {
    const system = { dark: true, contrast: true };
    expect(resolveAppearance("system", system)).toEqual({
      theme: "dark",
      contrast: "more",
      active: "contrast",
    });
    expect(resolveAppearance("light", system)).toEqual({ theme: "light", contrast: "more", active: "light" });
  });

  test("takes the system's darkness for high contrast", () => {
    expect(resolveAppearance("contrast", { dark: true, contrast: false })).toEqual({
      theme: "dark",
      contrast: "more",
      active: "contrast",
    });
  });

  test("reads stored choices, and falls back from anything else", () => {
    expect(readTheme("contrast")).toBe("contrast");
    expect(readTheme("purple")).toBe("system");
    expect(readTheme(null)).toBe("system");
    expect(readDensity("comfortable")).toBe("comfortable");
    expect(readDensity("huge")).toBe("compact");
  });
});
