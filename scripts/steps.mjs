// Runs commands of the repository one after the other, and says which of them failed.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a program of node_modules/.bin with its output shown. @returns whether it ended well */
export function step(name, args, env = {}) {
  const begun = Date.now();
  const [program, ...rest] = args;
  const done = spawnSync("npx", ["--no-install", program, ...rest], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  });
  const passed = done.status === 0;
  console.log(`${passed ? "✓" : "✗"} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  return passed;
}

/** Types, one runtime after the other, and lint. @returns how many of them passed and failed */
export function typesAndLint() {
  const results = ["pure", "browser", "worker", "node", "tools"].map((runtime) =>
    step(`types: ${runtime}`, ["tsc", "-p", `tsconfig.${runtime}.json`]),
  );
  results.push(step("lint and format", ["biome", "check", "."]));
  return results;
}
