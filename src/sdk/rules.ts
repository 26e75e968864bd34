/**
 * What a client can be told to be (sdk.md §13): which SDK generation it plays, which codes it emits, which bridge it stands
 * on. Data only; whoever reads a rule acts on it.
 */
import type { BridgeModel } from "./verdict/verdict.ts";

/** Which generation of the SDK: v0.1.23, or the newest that is known (sdk.md §0). */
export type SdkProfile = "0.1" | "current";

/**
 * The code of a failed submission: the documented SUBMIT_TOOL_RESULT_FAILED with the specific error in `details.cause`, or
 * the specific error itself, as the shipped SDK emits it (sdk.md §6, §13.3).
 */
export type SubmitErrorCodes = "documented" | "shipped";

/** Whether a listener that throws is caught and traced, or stops what the SDK was about to do, as in the shipped SDK (C79). */
export type ListenerErrors = "isolated" | "shipped";

/** What `new Pedelec` takes as its third argument (sdk.md §13). */
export interface PedelecOptions {
  /** How long an answer of the bridge is awaited, in ms; 30 000, at least 1. It has nothing to do with the time limits of tools. */
  readonly bridgeTimeoutMs?: number;
  /** "current" unless said otherwise. */
  readonly profile?: SdkProfile;
  /** "documented" unless said otherwise. */
  readonly errorCodes?: SubmitErrorCodes;
  /** "json" unless said otherwise. It decides what the verdict on a result says; the port decides what really passes. */
  readonly bridge?: BridgeModel;
  /** "isolated" unless said otherwise. */
  readonly listenerErrors?: ListenerErrors;
}

export type SdkRules = Required<PedelecOptions>;

const BRIDGE_TIMEOUT_MS = 30_000;

export function rulesOf(options: PedelecOptions): SdkRules {
  return {
    bridgeTimeoutMs: Math.max(1, options.bridgeTimeoutMs ?? BRIDGE_TIMEOUT_MS),
    profile: options.profile ?? "current",
    errorCodes: options.errorCodes ?? "documented",
    bridge: options.bridge ?? "json",
    listenerErrors: options.listenerErrors ?? "isolated",
  };
}
