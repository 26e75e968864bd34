import { defineConfig } from "vite";

/** Builds the command line into one file, so that it starts fast and needs nothing installed beside it. */
export default defineConfig({
  ssr: { noExternal: true, target: "node" },
  publicDir: false,
  build: {
    ssr: "src/cli/main.ts",
    outDir: "dist/cli",
    target: "node20",
    minify: false,
    rolldownOptions: { output: { entryFileNames: "main.js", format: "es", codeSplitting: false } },
  },
});
