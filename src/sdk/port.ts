/** The one thing that the SDK talks over: a port as extensions have it (sdk.md §10). What stands behind it is not its business. */
import type { TracePoint } from "./tracePoint.ts";

export interface SdkPort {
  /**
   * Sends a message.
   * @throws if the message cannot be sent, such as a value that cannot be serialised
   */
  post(message: Readonly<Record<string, unknown>>): void;
  /** Messages of the other side; one listener. */
  onMessage(listener: (message: unknown) => void): void;
  onDisconnect(listener: () => void): void;
}

/** What the SDK must be given, since it has no clock and no chance of its own. */
export interface SdkEnvironment {
  /** Epoch ms. */
  now(): number;
  /** A text that is never given twice. */
  unique(): string;
  /** Gets the trace points as they happen. */
  trace?(point: TracePoint): void;
}
