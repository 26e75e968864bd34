// `npm test`: types, lint, architecture, unit, property and browser tests, on the built panel and command line.
// `--long` adds the large counts. The last line is `N passed, N failed`; a test that did not run counts as failed.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { step, typesAndLint } from "./steps.mjs";

const LONG_PROPERTY_RUNS = "5000";
const long = process.argv.includes("--long");
const only = process.argv.slice(2).filter((word) => word !== "--long");
const scratch = mkdtempSync(join(tmpdir(), "pedelec-devtools-test-"));

try {
  const chromium = ensureChromium();
  const steps = only.length ? [] : typesAndLint();
  steps.push(step("build: panel", ["vite", "build", "--logLevel", "warn"]));
  steps.push(
    step("build: command line", ["vite", "build", "--config", "vite.cli.config.ts", "--logLevel", "warn"]),
  );
  const report = join(scratch, "report.json");
  const vitest = [
    "vitest",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...only,
  ];
  const green = step("tests", vitest, {
    CHROMIUM_PATH: chromium,
    ...(long ? { PROPERTY_RUNS: LONG_PROPERTY_RUNS, LONG: "1" } : {}),
  });
  const { passed, failed } = count(report, green);
  conclude(passed + steps.filter(Boolean).length, failed + steps.filter((ok) => !ok).length);
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  conclude(0, 1);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function count(report, green) {
  const totals = JSON.parse(readFileSync(report, "utf8"));
  const missed = totals.numPendingTests + totals.numTodoTests;
  if (missed > 0) console.error(`${missed} tests did not run: they count as failed.`);
  const failed = totals.numFailedTests + missed;
  return { passed: totals.numPassedTests, failed: failed === 0 && !green ? 1 : failed };
}

function conclude(passed, failed) {
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  console.log(`${passed} passed, ${failed} failed`);
}
