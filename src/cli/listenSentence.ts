/** Why a port could not be opened, as the terminal says it: what is wrong, and what to do. */
import type { ListenProblem } from "../relay/listening.ts";

export function listenSentence(problem: ListenProblem, port: number): string {
  switch (problem.code) {
    case "port-taken":
      return `Port ${port} on 127.0.0.1 is taken. Stop what listens there, or choose another with --port (0 = any free one).`;
    case "not-allowed":
      return `Port ${port} on 127.0.0.1 may not be used by this user. Choose another with --port (0 = any free one).`;
    case "other":
      return `Port ${port} on 127.0.0.1 cannot be opened (${problem.reason}). Choose another with --port (0 = any free one).`;
  }
}
