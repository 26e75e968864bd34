/**
 * The package's entry `pedelec-devtools/reference-core`: the reference Core as one pure function over lines of its protocol.
 * Whoever runs it brings connections, clock and chance. Re-exports only.
 */
export type { ErrorFacts } from "../core/errors.ts";
export type {
  ConnectionClosed,
  ConnectionOpened,
  CoreEffect,
  CoreInput,
  LineReceived,
  ProviderCaused,
  ProviderExited,
  ProviderFailed,
  ProviderFinished,
  ProviderSaid,
  ResponseWritten,
  TimerFired,
} from "../core/input.ts";
export type { ProfileName } from "../core/profile.ts";
export type { ProviderFacts } from "../core/providers.ts";
export { type CoreIdentity, type CoreState, createCoreState } from "../core/state.ts";
export { type CoreStep, step } from "../core/step.ts";
