/**
 * Says, before anything is sent, what becomes of a handler's value on its way to the Core (sdk.md §5.3). It sends nothing,
 * makes no text, never throws, and calls code of the value no more often than the serialiser would.
 */
import { CloneHop } from "./cloneHop.ts";
import { Findings } from "./findings.ts";
import { JsonHop } from "./jsonHop.ts";
import {
  type BridgeModel,
  MAX_CORE_MESSAGE_BYTES,
  MAX_PORT_MESSAGE_BYTES,
  type SizeLimit,
  type Verdict,
} from "./verdict.ts";

/**
 * The verdict on a value.
 * @param value what a handler returned, or an error result made from what it threw
 * @param model how the page's port carries values; behind it everything is JSON
 * @param envelopeBytes bytes of the message around the value, which count towards the limits too
 * @returns one of five: ok, lossy, vanishes, throws, too-large. A getter that answers differently the second time, and a
 * proxy under `structured-clone`, can make it wrong
 */
export function judgeValue(value: unknown, model: BridgeModel, envelopeBytes = 0): Verdict {
  const findings = new Findings();
  try {
    if (model === "json") new JsonHop(findings).walk(value);
    else walkClone(findings, value);
  } catch {
    // The caller's stack was nearly used up, or the value is stranger than this knows.
    findings.throws("unreadable");
  }
  return conclude(findings, envelopeBytes);
}

function walkClone(findings: Findings, value: unknown): void {
  const copy = new CloneHop(findings).copy(value);
  if (findings.ending !== null) return;
  findings.startHop("native");
  new JsonHop(findings).walk(copy);
}

function conclude(findings: Findings, envelopeBytes: number): Verdict {
  const { ending, losses, lossCount, bytes } = findings;
  if (ending !== null && ending.kind !== "too-large") return ending;
  const limit = ending?.limit ?? exceededLimit(findings, envelopeBytes);
  if (limit !== null) return { kind: "too-large", limit, bytes, losses, lossCount };
  return lossCount === 0 ? { kind: "ok", bytes } : { kind: "lossy", bytes, losses, lossCount };
}

function exceededLimit({ bytes, isTooDeep }: Findings, envelopeBytes: number): SizeLimit | null {
  const whole = bytes + envelopeBytes;
  if (whole > MAX_PORT_MESSAGE_BYTES) return "port-message";
  if (whole > MAX_CORE_MESSAGE_BYTES) return "core-message";
  return isTooDeep ? "depth" : null;
}
