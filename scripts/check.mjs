// `npm run check`: types, lint and architecture. The quick look before a commit.
import { step, typesAndLint } from "./steps.mjs";

const results = typesAndLint();
results.push(
  step("architecture", ["vitest", "run", "--project", "unit", "test/architecture.test.ts", "--reporter=dot"]),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
