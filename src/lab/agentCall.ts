/**
 * One request of the agent, from its connection to what came of it: as `pedelec-cli` does, a connection for each request, the
 * first line is the answer, and giving up is closing the connection. It refuses to read the answer.
 */
import type { LabClock } from "./clock.ts";

/** How the agent reaches the Core. */
export interface AgentLinks {
  connect(client: AgentEnd): AgentConnection;
}

export interface AgentEnd {
  line(text: string): void;
  /** The connection is gone, and it was not the agent who ended it. */
  closed(): void;
}

export interface AgentConnection {
  send(line: string): void;
  end(): void;
}

export type CallEnd = "answered" | "gaveUp" | "lost";

export interface AgentRequest {
  readonly line: string;
  /** ms; null = for ever. */
  readonly patienceMs: number | null;
  /** How often the same line is sent again over a new connection when one is lost without an answer. */
  readonly resends: number;
}

/** @param done told once */
export function sendRequest(
  links: AgentLinks,
  clock: LabClock,
  request: AgentRequest,
  done: (end: CallEnd) => void,
): void {
  let over = false;
  let endConnection = () => {};
  let cancelPatience = () => {};
  function finish(end: CallEnd): void {
    if (over) return;
    over = true;
    cancelPatience();
    endConnection();
    done(end);
  }
  function attempt(resendsLeft: number): void {
    const connection = links.connect({
      line: () => finish("answered"),
      closed: () => {
        if (over) return;
        if (resendsLeft > 0) attempt(resendsLeft - 1);
        else finish("lost");
      },
    });
    endConnection = () => connection.end();
    connection.send(request.line);
  }
  const { patienceMs } = request;
  if (patienceMs !== null) cancelPatience = clock.schedule(clock.now() + patienceMs, () => finish("gaveUp"));
  attempt(request.resends);
}
