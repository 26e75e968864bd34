/** What a session needs of its client. */
import type { JsonValue } from "../protocol/messages.ts";
import type { SdkEnvironment } from "./port.ts";
import type { SdkRules } from "./rules.ts";

export interface SessionLink {
  readonly environment: SdkEnvironment;
  readonly rules: SdkRules;
  /** Sends a request; rejects with a PedelecError. */
  request(type: string, fields: Readonly<Record<string, unknown>>): Promise<JsonValue>;
  /** The session was ended from here. */
  ended(sessionId: string): void;
}
