// `npm run bench -- core sdk [--check]`: builds the command line and the benchmark, runs it, and prints one JSON line a figure.
// With `--check` it ends with 1 where a bar is missed; a figure that did not come is one.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { root, step } from "./steps.mjs";

const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const check = process.argv.includes("--check");
const known = readdirSync(join(root, "test/bench"))
  .filter((name) => name.endsWith(".ts") && name !== "figure.ts")
  .map((name) => name.slice(0, -".ts".length));
const missing = names.find((name) => !known.includes(name));
if (names.length === 0 || missing !== undefined) {
  const wrong = missing === undefined ? "Name a benchmark." : `There is no benchmark "${missing}".`;
  console.error(`${wrong} There is: ${known.join(", ")}.`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), "pedelec-devtools-bench-"));
let held = step("build: command line", [
  "vite",
  "build",
  "--config",
  "vite.cli.config.ts",
  "--logLevel",
  "warn",
]);
try {
  for (const name of names) held = (await measure(name)) && held;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = check && !held ? 1 : 0;

/** @returns whether every figure came and held its bar */
async function measure(name) {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: join(root, "test/bench", `${name}.ts`),
      outDir: scratch,
      emptyOutDir: false,
      target: "node20",
      minify: false,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs`, format: "es", codeSplitting: false } },
    },
  });
  const done = spawnSync(process.execPath, ["--expose-gc", join(scratch, `${name}.mjs`)], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(done.stdout);
  const figures = done.stdout.split("\n").filter((line) => line.startsWith("{"));
  return done.status === 0 && figures.length > 0 && figures.every((line) => JSON.parse(line).ok === true);
}
