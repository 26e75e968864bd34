/** Answers as the 0.1 Core gives them (core-ipc.md §2.2). */
import type { Replies } from "./replies.ts";
import { objectText, quote } from "./wireText.ts";

const textOrNull = (text: string | null) => (text === null ? "null" : quote(text));

export const repliesFirst: Replies = {
  ping: () => '{"connected":true}',

  settings: (state) =>
    objectText([
      ["defaultProvider", textOrNull(state.defaultProvider)],
      ["defaultModels", "{}"],
    ]),

  providers: (state) => {
    const texts = state.providers.map(({ name, code, error }) =>
      objectText([
        ["name", quote(name)],
        ["code", quote(code)],
        ["available", String(error === null)],
        ["error", textOrNull(error)],
      ]),
    );
    return `[${texts.join(",")}]`;
  },

  created: (session) => objectText([["threadId", quote(session.id)]]),

  sent: (session) => objectText([["threadId", quote(session.id)]]),

  prepared: (session, _operationId, already) =>
    objectText([
      ["threadId", quote(session.id)],
      ["prepared", "true"],
      ["alreadyPrepared", String(already)],
    ]),

  subscribed: () => '{"subscribed":true}',
};
