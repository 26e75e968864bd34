/**
 * The agent's connections, as those of `pedelec-cli`: real ones, to where the discovery file points while it names this process (a
 * tap may stand between), else to this Core itself. It refuses to follow a file that another Core wrote.
 */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { AgentConnection, AgentEnd, AgentLinks } from "../../lab/agentCall.ts";
import { createFrameSplitter } from "../../protocol/frame.ts";
import { CORE_HOST, decodeRuntimeFile } from "../../protocol/runtimeFile.ts";

/**
 * @param runtimeFile absolute path
 * @param ownPort where this Core listens
 * @param pid of this process
 */
export function createAgentSockets(runtimeFile: string, ownPort: () => number, pid: number): AgentLinks {
  return { connect: (client) => openSocket(placeOf(runtimeFile, pid) ?? ownPort(), client) };
}

function openSocket(port: number, client: AgentEnd): AgentConnection {
  const socket = connect({ host: CORE_HOST, port, noDelay: true });
  const splitter = createFrameSplitter();
  const decoder = new TextDecoder();
  let over = false;
  const finish = (): void => {
    if (over) return;
    over = true;
    client.closed();
  };
  socket.on("data", (chunk: Buffer) => {
    for (const { line } of splitter.push(chunk)) if (!over) client.line(decoder.decode(line));
  });
  socket.on("error", () => {}); // "close" follows
  socket.on("close", finish);
  return {
    send: (line) => void socket.write(`${line}\n`),
    end() {
      over = true;
      socket.destroy();
    },
  };
}

function placeOf(runtimeFile: string, pid: number): number | null {
  try {
    const found = decodeRuntimeFile(readFileSync(runtimeFile, "utf8"));
    return found.ok && found.value.pid === pid ? found.value.port : null;
  } catch {
    return null;
  }
}
