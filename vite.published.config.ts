import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const entry = (name: string) => fileURLToPath(new URL(`src/published/${name}.ts`, import.meta.url));

/** Builds what other people's tests import, with nothing to install beside it. The types come from `tsconfig.published.json`. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: "dist/published",
    target: "es2022",
    minify: false,
    lib: {
      formats: ["es"],
      entry: {
        "reference-sdk": entry("reference-sdk"),
        "reference-core": entry("reference-core"),
        results: entry("results"),
      },
    },
    rolldownOptions: { output: { chunkFileNames: "shared/[name].js" } },
  },
});
