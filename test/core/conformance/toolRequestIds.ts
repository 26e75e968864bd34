/** Tool request ids hold the wall clock of their making: ours and the recorded ones are paired by the number in them. */
import type { Recording } from "./recording.ts";

const ID = /toolreq_\d+_\d+/g;
const numberOf = (id: string) => id.slice(id.lastIndexOf("_") + 1);

export class ToolRequestIds {
  private readonly recorded: ReadonlySet<unknown>;
  private readonly oursByNumber = new Map<string, string>();

  constructor({ log }: Recording) {
    this.recorded = new Set(log.map(({ event }) => event.requestId));
  }

  /** @param id of a request that our Core has made */
  learn(id: string | undefined): void {
    if (id !== undefined) this.oursByNumber.set(numberOf(id), id);
  }

  /** A client's line with the ids that our Core gave; an id that the recorded Core never gave stays as it is. */
  inOurs(line: string): string {
    return line.replace(ID, (id) =>
      this.recorded.has(id) ? (this.oursByNumber.get(numberOf(id)) ?? id) : id,
    );
  }
}
