/**
 * One connection's protocol over `/stream` (relayEnvelope.ts), without a socket: messages in, in order; what to do comes
 * out as calls. Checks numbering, so that a fault of the relay becomes a sentence and a new try, never a gap.
 */
import { decodeBatch, decodeRelayMessage } from "../protocol/relayCodec.ts";
import { ENVELOPE_VERSION, type RelayMessage } from "../protocol/relayEnvelope.ts";
import type { AttachmentSink, ResumePoint } from "./port.ts";

type Welcome = Extract<RelayMessage, { type: "welcome" }>;

/** Why a connection is no good; the sentence says it to a person. `patient` = trying again soon is of no use. */
export interface StreamFault {
  readonly sentence: string;
  readonly patient: boolean;
}

export interface StreamSession {
  /**
   * Takes one message in. The next one must wait for the answer.
   * @returns what to send back (nothing for most), or why the connection has to go
   */
  take(message: string | Uint8Array): Promise<{ reply: string | null } | { fault: StreamFault }>;
  /** What is held now: recording and last position taken in. Null before the first welcome without a resume point. */
  resume(): ResumePoint | null;
}

/** @param held what was held when the connection was made */
export function createStreamSession(sink: AttachmentSink, held: ResumePoint | null): StreamSession {
  let resume = held;
  let welcomed = false;
  let batch = 0;

  function welcome(message: Welcome): StreamFault | null {
    if (message.envelope !== ENVELOPE_VERSION) return otherVersion(message.envelope);
    welcomed = true;
    const lost = message.lost;
    sink.recording({
      id: message.recording,
      startedAtEpoch: message.startedAt,
      after: message.after,
      latest: message.latest,
      lost,
    });
    resume = { recording: message.recording, after: Math.max(message.after, lost?.last ?? 0) };
    sink.source(message.source, { now: message.now, rate: message.rate });
    return null;
  }

  function control(text: string): StreamFault | null {
    const decoded = decodeRelayMessage(text);
    if (!decoded.ok) return unreadable(decoded.problem);
    const message = decoded.value;
    if (message.type === "welcome") return welcome(message);
    if (message.type === "refused") return { sentence: message.sentence, patient: true };
    if (!welcomed) return unreadable("It told a state before its welcome.");
    if (message.type === "still") {
      sink.still(message.now);
      return null;
    }
    sink.source(message.source, { now: message.now, rate: message.rate });
    return null;
  }

  async function records(bytes: Uint8Array): Promise<{ reply: string } | { fault: StreamFault }> {
    const decoded = decodeBatch(bytes);
    if (!decoded.ok) return { fault: unreadable(decoded.problem) };
    const { header, records } = decoded.value;
    if (resume === null || !welcomed) return { fault: unreadable("Records came before its welcome.") };
    if (header.first !== resume.after + 1 || header.batch <= batch) {
      return {
        fault: unreadable(
          `Batch ${header.batch} begins at position ${header.first} instead of ${resume.after + 1}.`,
        ),
      };
    }
    await sink.records(records);
    batch = header.batch;
    resume = { ...resume, after: header.first + header.count - 1 };
    return { reply: JSON.stringify({ type: "ack", batch }) };
  }

  return {
    resume: () => resume,
    async take(message) {
      if (typeof message !== "string") return records(message);
      const fault = control(message);
      return fault === null ? { reply: null } : { fault };
    },
  };
}

/** The first message of a page. */
export function helloOf(held: ResumePoint | null): string {
  return JSON.stringify({
    type: "hello",
    envelope: ENVELOPE_VERSION,
    recording: held?.recording ?? null,
    after: held?.after ?? 0,
  });
}

function otherVersion(version: number): StreamFault {
  return {
    sentence: `The relay speaks version ${version} of the stream, this page version ${ENVELOPE_VERSION}. Load the page again; if that does not help, start pedelec-devtools again.`,
    patient: true,
  };
}

function unreadable(reason: string): StreamFault {
  return {
    sentence: `The relay sent something that this page cannot read. ${reason} The page asks for it again.`,
    patient: false,
  };
}
