/**
 * Which request a response answers. Responses come in order within a connection; the id only tells whether the count is
 * still right, because ids may be empty or repeated (architecture.md §4). Where it is lost, the answer is "unknown", never a
 * guess. Bounded: what falls out becomes unknown.
 */

export interface OpenRequest {
  /** The id that the response will carry: empty where the Core cannot read one (core-ipc.md §1.3). */
  readonly id: string;
  /** The request's `type`, empty where it could not be read. */
  readonly command: string;
  readonly tool: string;
}

/** Requests on the way on one connection. Clients send a few; a flood loses its oldest. */
export const MAX_OPEN_REQUESTS = 1024;
/** Connections that are remembered. One that was never forgotten gives way to newer ones. */
export const MAX_CONNECTIONS = 16_384;

export interface OpenRequests {
  asked(run: number, conn: number, request: OpenRequest): void;
  /**
   * Takes the request that the next response answers.
   * @param id `requestId` of the response
   * @returns null where no open request of the connection has that id: it was sent before we looked, or is lost
   */
  answered(run: number, conn: number, id: string): OpenRequest | null;
  forget(run: number, conn: number): void;
}

/** Events are no answers: they never take a request. */
export function createOpenRequests(): OpenRequests {
  const connections = new Map<string, OpenRequest[]>();
  const keyOf = (run: number, conn: number) => `${run}:${conn}`;
  return {
    asked(run, conn, request) {
      const key = keyOf(run, conn);
      const open = connections.get(key);
      if (open === undefined) {
        connections.set(key, [request]);
        dropOldest(connections, MAX_CONNECTIONS);
        return;
      }
      open.push(request);
      if (open.length > MAX_OPEN_REQUESTS) open.shift();
    },
    answered(run, conn, id) {
      const open = connections.get(keyOf(run, conn)) ?? [];
      const at = open.findIndex((request) => request.id === id);
      // A Core answers one after the other: what was asked before this one gets no answer any more.
      return open.splice(0, at + 1).at(-1) ?? null;
    },
    forget: (run, conn) => void connections.delete(keyOf(run, conn)),
  };
}

/** Keeps a map within its bound; a map iterates in order of insertion. */
export function dropOldest<Key>(map: Map<Key, unknown>, limit: number): void {
  if (map.size <= limit) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
