/** The package as somebody else's tests use it: packed, installed into an empty folder, type-checked and run there. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compiler = join(root, "node_modules/typescript/bin/tsc");
const STRICT = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false", "--types", ""];

const CONSUMER = `import { createCoreState, step, type CoreEffect } from "pedelec-devtools/reference-core";
import { defineTool, judgeValue, Pedelec, type SdkPort, type TracePoint } from "pedelec-devtools/reference-sdk";
import { classifyResult, RETRYABLE, toolError, toolErrorCode, type ToolErrorCode } from "pedelec-devtools/results";

const code: ToolErrorCode | undefined = toolErrorCode(toolError("timeout", "No answer."));
// @ts-expect-error there is no such code
toolError("nope", "m");
// @ts-expect-error the table is read-only
const write = () => (RETRYABLE.timeout = false);

const state = createCoreState({ version: "0.1.23", processId: 1, startedAtEpoch: 0, profile: "0.1" });
step(state, { kind: "opened", now: 0, conn: 1 });
const text = JSON.stringify({ requestId: "r1", type: "ping", payload: {} });
const { effects } = step(state, { kind: "line", now: 1, conn: 1, text, entropy: "0".repeat(32) });
const kinds: readonly CoreEffect["kind"][] = effects.map(({ kind }) => kind);

const sent: Record<string, unknown>[] = [];
let hear: (message: unknown) => void = () => {};
const port: SdkPort = {
  post: (message) => void sent.push(message),
  onMessage: (listener) => {
    hear = listener;
  },
  onDisconnect() {},
};
const answer = (result: object) =>
  hear({ type: "response", requestId: sent.at(-1)?.requestId, ok: true, result });
const move = defineTool({
  name: "move_shape",
  description: "Moves a shape.",
  argsSchema: { type: "object" },
  handler: (args: { x: number }, ctx) => ({ x: args.x, by: ctx.tool }),
});
const points: TracePoint["point"][] = [];
const pedelec = new Pedelec(port, { now: () => 0, unique: () => "u", trace: ({ point }) => points.push(point) });
const opening = pedelec.createSession({ provider: "codex", skills: { guidance: "", tools: [move] } });
answer({ sessionId: "t1" });
const session = await opening;
// @ts-expect-error no such tool was declared
const misspelt = () => session.onTool("move_shap", () => null);

void session.sendText("Move it.");
await null;
const { operationId } = sent.at(-1) ?? {};
answer({});
const call = { toolRequestId: "q1", tool: "move_shape", args: { x: 2 } };
hear({ type: "tool_call", sessionId: "t1", seq: 1, operationId, ...call });
await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

const { type, toolRequestId, result } = sent.at(-1) ?? {};
const told = { code, kinds, verdict: judgeValue({ at: new Date(0) }, "json").kind, never: [typeof write, typeof misspelt] };
export const report = { ...told, class: classifyResult({ cancelled: true }).class, type, toolRequestId, result, points };
`;

let folder: string;
const run = (program: string, args: readonly string[], cwd: string) =>
  execFileSync(program, args, { cwd, encoding: "utf8", stdio: "pipe", shell: process.platform === "win32" });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pedelec-devtools-consumer-"));
  run("npm", ["run", "--silent", "build:published"], root);
  run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], root);
  const packed = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }');
  run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", `./${packed}`], folder);
  writeFileSync(join(folder, "consumer.ts"), CONSUMER);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(moduleResolution: string, module: string, ...more: readonly string[]): string {
  const options = ["--target", "es2022", "--moduleResolution", moduleResolution, "--module", module, ...more];
  try {
    return run(process.execPath, [compiler, ...STRICT, ...options, "consumer.ts"], folder);
  } catch (problem) {
    return problem instanceof Error && "stdout" in problem ? String(problem.stdout) : String(problem);
  }
}

test.each([
  ["bundler", "esnext"],
  ["node16", "node16"],
  ["nodenext", "nodenext"],
])("its types hold for a strict consumer that resolves as %s", (resolution, module) => {
  expect(compile(resolution, module, "--noEmit")).toBe("");
});

test("its code runs with nothing else installed", async () => {
  expect(compile("node16", "node16")).toBe("");
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "pedelec-devtools",
  ]);
  const script = 'import("./consumer.js").then(({ report }) => console.log(JSON.stringify(report)))';
  expect(JSON.parse(run(process.execPath, ["--eval", script], folder))).toEqual({
    code: "timeout",
    kinds: ["respond"],
    verdict: "lossy",
    never: ["function", "function"],
    class: "cancelled",
    type: "submit_tool_result",
    toolRequestId: "q1",
    result: { x: 2, by: "move_shape" },
    points: ["selected", "started", "settled", "verdict", "submitSent"],
  });
});

test("each entry that the package names is there, with documentation comments in its types", () => {
  const installed = join(folder, "node_modules/pedelec-devtools");
  const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const entries = Object.values<{ types: string; default: string } | string>(exports).filter(
    (entry) => typeof entry !== "string",
  );
  expect(entries).toHaveLength(3);
  for (const entry of entries) {
    expect(readFileSync(join(installed, entry.default), "utf8")).toContain("export");
    expect(readFileSync(join(installed, entry.types), "utf8")).toMatch(/^\/\*\*/);
  }
});
