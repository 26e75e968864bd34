import { defineConfig } from "vitest/config";

const TEST_MS = 20_000;
/** Properties with thousands of runs. */
const LONG_TEST_MS = 600_000;
const jsx = { runtime: "automatic", importSource: "preact" } as const;

/** `unit` runs in Node; `e2e` drives the built command line and the built panel in a real Chromium. */
export default defineConfig({
  oxc: { jsx },
  test: {
    testTimeout: process.env.LONG ? LONG_TEST_MS : TEST_MS,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: ["test/e2e/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          environment: "node",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
