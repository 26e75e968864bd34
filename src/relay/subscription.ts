/**
 * The subscription of one session: its connection's lines become frames, its opening and end become link records.
 * The relay's own request and its reply are no part of the trace. Refuses to subscribe by itself.
 */
import type { LinkRecord } from "../protocol/records.ts";
import type { ConnectionEnd, CoreConnection } from "./coreConnection.ts";
import type { SourceSink } from "./port.ts";
import type { StampedLine } from "./stampedLines.ts";

export interface SubscriptionParts {
  readonly connection: CoreConnection;
  readonly sink: SourceSink;
  readonly run: number;
  readonly conn: number;
  /** The source's clock, in ms. */
  now(): number;
  /** The connection ended, and not by us. */
  onLost(): void;
}

export interface Subscription {
  /** Ends it, with its link records. */
  close(): void;
}

const END_EVENTS: Record<ConnectionEnd, LinkRecord["ev"]> = {
  ended: "s2c-end",
  broken: "s2c-error",
  "closed-here": "c2s-end",
};

/** Begins with what the connection has kept. Write the attached record first. */
export function openSubscription(parts: SubscriptionParts): Subscription {
  const { connection, sink, run, conn, now } = parts;
  const link = (ev: LinkRecord["ev"]): void => sink.record({ kind: "link", run, t: now(), conn, ev });
  link("open");
  connection.listen({
    line: (line: StampedLine) => sink.frame({ run, conn, dir: "s2c", ...line }),
    over(how) {
      link(END_EVENTS[how]);
      link("close");
      if (how === "ended") connection.close();
      if (how !== "closed-here") parts.onLost();
    },
  });
  return { close: () => connection.close() };
}
