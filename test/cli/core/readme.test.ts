import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("the README's example for other people's clients works as it stands", async () => {
  const readme = readFileSync(`${root}/README.md`, "utf8");
  const [, example = ""] = /in CI too\n[\s\S]*?```bash\n([\s\S]*?)```/.exec(readme) ?? [];
  const shell = spawn(
    "bash",
    // Without --norc a bash whose input is a socket reads the machine's own start-up file.
    ["--norc", "-euo", "pipefail", "-c", `${example}\ntest ! -e "$PEDELEC_CORE_IPC_RUNTIME_FILE"`],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  let out = "";
  let err = "";
  shell.stdout.on("data", (text) => {
    out += String(text);
  });
  shell.stderr.on("data", (text) => {
    err += String(text);
  });
  const [code] = await once(shell, "close");
  expect([code, err]).toEqual([0, ""]);
  const lines = out.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^Core: 127\.0\.0\.1:\d+$/);
  expect(lines.slice(1, 5).map((line) => JSON.parse(line).requestId ?? JSON.parse(line).event.type)).toEqual([
    "1",
    "2",
    "status_changed",
    "3",
  ]);
  expect(lines.at(-1)).toBe('{"ok":false,"error":{"code":"TOOL_TIMEOUT","message":"tool timeout"}}');
});
