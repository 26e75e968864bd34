import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { until } from "../../relay/collectingSink.ts";
import { temporaryFolder } from "../../relay/temporary.ts";
import { Program, RunningCore, ran } from "./runningCore.ts";

const fileOf = (port: number, pid = 1): string => {
  const host = "127.0.0.1";
  return JSON.stringify({ protocol: "pedelec-core-ipc-v1", host, port, endpoint: `${host}:${port}`, pid });
};

/** Somebody who listens on a port and does as told with whoever connects. */
async function listener(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("the discovery file", () => {
  test("names the Core while it runs, as a real one would, and goes with it", async () => {
    const core = await RunningCore.start();
    const endpoint = `127.0.0.1:${core.port}`;
    expect(core.fileText()).toBe(
      `{\n  "protocol": "pedelec-core-ipc-v1",\n  "host": "127.0.0.1",\n  "port": ${core.port},\n  "endpoint": "${endpoint}",\n  "pid": ${JSON.parse(core.fileText()).pid}\n}`,
    );
    expect(await core.program.stop("SIGINT")).toBe(0);
    expect(core.hasFile()).toBe(false);
    expect(core.program.out.split("\n")).toHaveLength(2);
    expect(core.program.err).toBe("");
  });

  test("is found by the environment too, and its folder is made", async () => {
    const runtimeFile = join(temporaryFolder(), "deep", "er", "runtime.json");
    const program = new Program(["core"], { PEDELEC_CORE_IPC_RUNTIME_FILE: runtimeFile });
    await until(() => program.out.includes("\n"), "an address");
    expect(existsSync(runtimeFile)).toBe(true);
    expect(await program.stop()).toBe(0);
    expect(existsSync(runtimeFile)).toBe(false);
  });

  test("that names another running Core is left alone: exit 4", async () => {
    const first = await RunningCore.start();
    const before = first.fileText();
    const second = await ran(["core", "--runtime-file", first.runtimeFile]);
    expect([second.code, second.out]).toEqual([4, ""]);
    expect(second.err).toContain(`A Core is running at 127.0.0.1:${first.port}`);
    expect(first.fileText()).toBe(before);
  });

  test("that is stale is taken over, with its mode", async () => {
    const runtimeFile = join(temporaryFolder(), "runtime.json");
    writeFileSync(runtimeFile, fileOf(await listener((socket) => socket.end("220 mail ready\r\n"))));
    chmodSync(runtimeFile, 0o640);
    const core = await RunningCore.start([], runtimeFile);
    expect(core.fileText()).toContain(`"port": ${core.port}`);
    expect(statSync(runtimeFile).mode & 0o777).toBe(0o640);
  });

  test("that is stale because nobody listens there is taken over", async () => {
    const gone = await RunningCore.start();
    const text = gone.fileText();
    await gone.program.stop("SIGKILL");
    expect(gone.fileText()).toBe(text);
    const core = await RunningCore.start([], gone.runtimeFile);
    expect(core.fileText()).toContain(`"port": ${core.port}`);
  });

  test("that points to somebody who accepts and says nothing is left alone: exit 4", async () => {
    const runtimeFile = join(temporaryFolder(), "runtime.json");
    writeFileSync(runtimeFile, fileOf(await listener(() => {})));
    const core = await ran(["core", "--runtime-file", runtimeFile]);
    expect(core.code).toBe(4);
    expect(core.err).toContain("does not answer");
  });

  test("that somebody else wrote meanwhile stays", async () => {
    const core = await RunningCore.start();
    writeFileSync(core.runtimeFile, fileOf(core.port, 1));
    expect(await core.program.stop()).toBe(0);
    expect(core.fileText()).toBe(fileOf(core.port, 1));
  });

  test("that was taken away meanwhile is no reason to fail", async () => {
    const core = await RunningCore.start();
    rmSync(core.runtimeFile);
    expect(await core.program.stop()).toBe(0);
  });

  test("is written through a link, which stays one", async () => {
    const folder = temporaryFolder();
    const [target, link] = [join(folder, "real.json"), join(folder, "link.json")];
    writeFileSync(target, "");
    symlinkSync(target, link);
    const core = await RunningCore.start([], link);
    expect(readlinkSync(link)).toBe(target);
    expect(readFileSync(target, "utf8")).toContain(`"port": ${core.port}`);
  });

  test("is not made of a file that is something else: exit 3", async () => {
    const folder = temporaryFolder();
    const other = join(folder, "package.json");
    writeFileSync(other, '{"name":"mine"}');
    const core = await ran(["core", "--runtime-file", other]);
    expect([core.code, core.out]).toEqual([3, ""]);
    expect(core.err).toContain("no usable discovery file");
    expect(readFileSync(other, "utf8")).toBe('{"name":"mine"}');
  });

  test("that cannot be written is said: exit 4, and nobody listens", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "file.json"));
    writeFileSync(join(folder, "flat"), "");
    const core = await ran(["core", "--runtime-file", join(folder, "flat", "runtime.json")]);
    expect(core.out).toBe("");
    expect([3, 4]).toContain(core.code);
    expect(core.err.trim().split("\n")).toHaveLength(1);
  });
});

test("a taken port is a sentence that names it: exit 4, and no discovery file", async () => {
  const port = await listener(() => {});
  const runtimeFile = join(temporaryFolder(), "runtime.json");
  const core = await ran(["core", "--runtime-file", runtimeFile, "--port", String(port)]);
  expect([core.code, core.out]).toEqual([4, ""]);
  expect(core.err).toContain(`Port ${port}`);
  expect(existsSync(runtimeFile)).toBe(false);
});
