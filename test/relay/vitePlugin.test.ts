import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type Logger } from "vite";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { relayPlugin } from "../../src/relay/vitePlugin.ts";
import { until } from "./collectingSink.ts";
import { openPage, takeCookie } from "./pageClient.ts";
import { recording, temporaryFolder } from "./temporary.ts";

test("the dev server carries the relay beside its own socket", async () => {
  vi.stubEnv("PEDELEC_DEVTOOLS_SOURCE", recording("ok"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const root = temporaryFolder();
  writeFileSync(join(root, "index.html"), "<!doctype html><p>panel</p>");
  const said: string[] = [];
  const quiet = (): void => {};
  const customLogger: Logger = {
    info: (message) => void said.push(message),
    warn: quiet,
    warnOnce: quiet,
    error: quiet,
    clearScreen: quiet,
    hasErrorLogged: () => false,
    hasWarned: false,
  };
  const vite = await createServer({
    root,
    configFile: false,
    customLogger,
    plugins: [relayPlugin()],
    server: { port: 0 },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  await until(() => said.some((line) => line.startsWith("Panel: ")), "the address");
  const [, port, token] =
    /:(\d+)\/#token=(\S+)/.exec(said.find((line) => line.startsWith("Panel: ")) ?? "") ?? [];
  const cookie = await takeCookie(Number(port), token ?? "");
  const page = await openPage({ port: Number(port), cookie });
  await until(() => page.records.at(-1)?.kind === "end", "the recording");
  page.close();
  const hot = new WebSocket(`ws://127.0.0.1:${port}/?token=${vite.config.webSocketToken}`, "vite-hmr", {
    origin: `http://127.0.0.1:${port}`,
  });
  const greeting = await new Promise<string>((resolve, reject) => {
    hot.on("message", (body) => resolve(String(body)));
    hot.on("error", reject);
  });
  hot.terminate();
  expect(JSON.parse(greeting)).toEqual({ type: "connected" });
});
