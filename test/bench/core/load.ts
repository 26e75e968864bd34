/** A load of request lines on a server: so many connections, each with so many requests on their way, until all are answered. */
import { connect, type Socket } from "node:net";

export interface Load {
  readonly connections: number;
  /** Requests on their way on each connection. */
  readonly window: number;
  /** Requests on each connection. */
  readonly requests: number;
}

/** @param line the request of that number @returns lines per second, in plus out */
export async function linesPerSecond(port: number, load: Load, line: (n: number) => string): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => opened(port)));
  const started = performance.now();
  await Promise.all(sockets.map((socket, at) => driven(socket, load, (n) => line(at * load.requests + n))));
  const seconds = (performance.now() - started) / 1000;
  for (const socket of sockets) socket.destroy();
  return (load.connections * load.requests * 2) / seconds;
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.on("error", reject);
  });
}

function driven(socket: Socket, { window, requests }: Load, line: (n: number) => string): Promise<void> {
  let sent = 0;
  let answered = 0;
  const send = (count: number): void => {
    let text = "";
    for (let left = Math.min(count, requests - sent); left > 0; left -= 1) {
      text += line(sent);
      sent += 1;
    }
    if (text !== "") socket.write(text);
  };
  return new Promise((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      let lines = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      answered += lines;
      if (answered >= requests) resolve();
      else send(lines);
    });
    send(window);
  });
}
