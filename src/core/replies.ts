/** What the answers of the two generations hold (core-ipc.md §2.2), each profile's in a file of its own. Sorted keys. */

import type { CoreState, Session } from "./state.ts";
import type { JsonText } from "./wireText.ts";

export interface Replies {
  ping(state: CoreState): JsonText;
  settings(state: CoreState): JsonText;
  providers(state: CoreState): JsonText;
  /** @param modelGiven the caller chose a model */
  created(session: Session, modelGiven: boolean): JsonText;
  sent(session: Session, operationId: string): JsonText;
  /** @param already nothing had to be done */
  prepared(session: Session, operationId: string, already: boolean): JsonText;
  subscribed(state: CoreState, session: Session): JsonText;
}
