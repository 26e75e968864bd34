/** Opens a port on the loopback address, or says why not. Refuses every other address, and another port in silence. */
import type { Server } from "node:net";
import { errorCode } from "./displayPath.ts";

export type ListenProblem =
  | { readonly code: "port-taken" }
  | { readonly code: "not-allowed" }
  | { readonly code: "other"; readonly reason: string };

/**
 * @param port 0 = any free one
 * @returns null when it listens
 */
export function listenOnLoopback(server: Server, port: number): Promise<ListenProblem | null> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => resolve(listenProblem(error));
    server.once("error", failed);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      server.off("error", failed);
      resolve(null);
    });
  });
}

function listenProblem(error: Error): ListenProblem {
  const code = errorCode(error);
  if (code === "EADDRINUSE") return { code: "port-taken" };
  if (code === "EACCES" || code === "EPERM") return { code: "not-allowed" };
  return { code: "other", reason: code };
}
