import { defineConfig } from "vite";
import { relayPlugin } from "./src/relay/vitePlugin.ts";

const jsx = { runtime: "automatic", importSource: "preact" } as const;

/** Builds the panel. The dev server mounts the relay as a plugin, so that `npm run dev` sees a real Core too. */
export default defineConfig({
  base: "./",
  plugins: [relayPlugin()],
  oxc: { jsx },
  optimizeDeps: { rolldownOptions: { transform: { jsx } } },
  worker: { format: "es" },
  build: {
    outDir: "dist/panel",
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
