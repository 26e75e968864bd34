/**
 * The relay inside Vite's dev server: `/session` and `/stream` beside the sources, attached as `panel` does with the options
 * of the environment. Vite's own socket goes on. Refuses to serve the built panel, and to be in a build.
 *
 * PEDELEC_DEVTOOLS_SOURCE, PEDELEC_DEVTOOLS_SPEED and PEDELEC_DEVTOOLS_ORIGINS (separated by blanks) stand for the options.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Plugin, ViteDevServer } from "vite";
import { createAccess } from "./access.ts";
import { createLiveSource } from "./liveSource.ts";
import type { FrameSource } from "./port.ts";
import { findRecording } from "./recordingFile.ts";
import { createRecordingSource } from "./recordingSource.ts";
import { createRelay } from "./relay.ts";
import { answerSession, SESSION_PATH } from "./sessionEndpoint.ts";
import { createStreamEndpoint, STREAM_PATH } from "./streamEndpoint.ts";

export function relayPlugin(): Plugin {
  return {
    name: "pedelec-relay",
    apply: "serve",
    config: () => ({ server: { host: "127.0.0.1" } }),
    async configureServer(server) {
      if (server.httpServer === null) return; // another server's middleware: there is nothing to listen on
      await mountRelay(server, server.httpServer as Server);
    },
  };
}

async function mountRelay(vite: ViteDevServer, httpServer: Server): Promise<void> {
  const say = (sentence: string): void => vite.config.logger.info(sentence);
  const source = await sourceOfEnvironment(process.env, say);
  const relay = createRelay(source, {
    state: ({ problem }) => {
      if (problem !== null) say(problem.sentence);
    },
    notice: ({ sentence }) => say(sentence),
  });
  const access = createAccess();
  const stream = createStreamEndpoint(access, relay.context);
  const port = (): number => portOf(httpServer);

  vite.middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (pathOf(request) === SESSION_PATH) void answerSession(request, response, access, port());
    else next();
  });
  httpServer.on("upgrade", (request: IncomingMessage, socket, head) => {
    if (pathOf(request) === STREAM_PATH) stream.upgrade(request, socket, head, port());
  });
  httpServer.once("listening", () => {
    relay.start();
    // Vite prints its own addresses first.
    setTimeout(() => say(`Panel: http://127.0.0.1:${port()}/#token=${access.token}`), 0);
  });
  httpServer.once("close", () => {
    relay.stop();
    stream.close();
  });
}

async function sourceOfEnvironment(
  environment: NodeJS.ProcessEnv,
  say: (text: string) => void,
): Promise<FrameSource> {
  const path = environment.PEDELEC_DEVTOOLS_SOURCE ?? "";
  const origins = (environment.PEDELEC_DEVTOOLS_ORIGINS ?? "").split(/\s+/).filter((origin) => origin !== "");
  if (path === "") return createLiveSource({ runtimeFile: null, origins });
  const found = await findRecording(path);
  if (found.ok)
    return createRecordingSource(found.value, Number(environment.PEDELEC_DEVTOOLS_SPEED ?? 0) || 0);
  say(found.problem.sentence);
  return createLiveSource({ runtimeFile: null, origins });
}

const pathOf = (request: IncomingMessage): string => (request.url ?? "").split("?", 1)[0] ?? "";

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
