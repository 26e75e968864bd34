import { defineConfig } from "vite";

const jsx = { runtime: "automatic", importSource: "preact" } as const;

/** Builds the page of looks: `vite build -c test/ui/dev/vite.config.ts --outDir …`. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  oxc: { jsx },
  build: { target: "es2022", emptyOutDir: true, modulePreload: { polyfill: false } },
});
