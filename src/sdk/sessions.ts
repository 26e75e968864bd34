/**
 * The sessions of one client, and which event is for whom (sdk.md §7, last paragraph; §12 J). An event of another channel is
 * dropped before its number counts; a number that was seen is dropped whatever the event; the numbers of sessions that nobody
 * holds count all the same.
 */
import { isText, isWhole } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import { answeredError, type PedelecError } from "./errors.ts";
import type { HeldSession } from "./heldSession.ts";
import type { SdkEnvironment } from "./port.ts";
import { latestSeqOf } from "./snapshot.ts";
import type { DropReason } from "./tracePoint.ts";

export class Sessions {
  private readonly held = new Map<string, HeldSession>();
  /** Last number seen of each session, over all kinds of events. */
  private readonly cursors = new Map<string, number>();
  private readonly environment: SdkEnvironment;

  constructor(environment: SdkEnvironment) {
    this.environment = environment;
  }

  get(sessionId: string): HeldSession | undefined {
    return this.held.get(sessionId);
  }

  hold(session: HeldSession): void {
    this.held.set(session.sessionId, session);
  }

  /** Forgets a session, with its numbers, if it is this one that is held. */
  release(session: HeldSession): void {
    const { sessionId } = session;
    if (this.held.get(sessionId) !== session) return;
    this.held.delete(sessionId);
    this.cursors.delete(sessionId);
  }

  /** @param channelId the client's; an event without one is taken too (C108) */
  pass(event: JsonObject, channelId: string): void {
    const { sessionId } = event;
    const isOurs = event.channelId === undefined || event.channelId === channelId;
    if (!isOurs) this.dropped(event, "channel");
    else if (isText(sessionId)) this.passTo(sessionId, event);
    else if (event.type === "error") this.lose(answeredError(event.error), false);
  }

  /** The transport failed for all of them. @param isFinal their handles will never work again, and are let go */
  lose(error: PedelecError, isFinal: boolean): void {
    for (const session of [...this.held.values()]) {
      if (isFinal) this.held.delete(session.sessionId);
      session.lose(error, isFinal);
    }
  }

  private passTo(sessionId: string, event: JsonObject): void {
    if (!this.advance(sessionId, event.seq)) {
      this.dropped(event, "duplicate");
      return;
    }
    const latest = latestSeqOf(event);
    if (latest !== null) this.advance(sessionId, latest);
    const session = this.held.get(sessionId);
    if (session) session.receive(event);
    else this.dropped(event, "unknownSession");
  }

  /** @returns false for an event that has been seen; one without a number is always new */
  private advance(sessionId: string, seq: JsonValue | undefined): boolean {
    if (!isWhole(seq, 0)) return true;
    if (seq <= (this.cursors.get(sessionId) ?? -1)) return false;
    this.cursors.set(sessionId, seq);
    return true;
  }

  private dropped({ sessionId, type }: JsonObject, reason: DropReason): void {
    this.environment.trace?.({
      point: "eventDropped",
      sessionId: isText(sessionId) ? sessionId : "",
      event: isText(type) ? type : "",
      reason,
    });
  }
}
