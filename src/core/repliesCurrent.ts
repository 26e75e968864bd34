/** Answers as the current Core gives them (core-ipc.md §2.2). */
import type { ProviderFacts } from "./providers.ts";
import type { Replies } from "./replies.ts";
import { snapshotText } from "./snapshot.ts";
import type { CoreState, Session } from "./state.ts";
import { objectText, quote } from "./wireText.ts";

const textOrNull = (text: string | null) => (text === null ? "null" : quote(text));

export const repliesCurrent: Replies = {
  // The most frequent request of all: its keys stand in order here.
  ping: ({ processId, version }) => `{"connected":true,"processId":${processId},"version":${quote(version)}}`,

  settings: (state) => objectText([["defaultProvider", textOrNull(state.defaultProvider)]]),

  providers: (state) => `[${state.providers.map((provider) => providerText(state, provider)).join(",")}]`,

  created: (session, modelGiven) =>
    objectText([
      ["threadId", quote(session.id)],
      ["workspaceId", quote(session.workspaceId)],
      ["workspacePath", "null"],
      ["explicitModelConfigApplied", String(modelGiven)],
    ]),

  sent: (session, operationId) =>
    objectText([
      ["threadId", quote(session.id)],
      ["operationId", quote(operationId)],
    ]),

  prepared: (session, operationId, already) =>
    objectText([
      ["threadId", quote(session.id)],
      ["operationId", quote(operationId)],
      ["prepared", "true"],
      ["alreadyPrepared", String(already)],
    ]),

  subscribed: (state, session) =>
    objectText([
      ["subscribed", "true"],
      ["snapshot", snapshotText(state, session)],
      ["workspace", workspaceText(session)],
    ]),
};

const workspaceText = (session: Session) =>
  objectText([
    ["workspaceId", quote(session.workspaceId)],
    ["path", "null"],
  ]);

const providerText = (state: CoreState, provider: ProviderFacts) =>
  objectText([
    ["name", quote(provider.name)],
    ["code", quote(provider.code)],
    ["available", String(provider.error === null)],
    ["error", textOrNull(provider.error)],
    ["isDefault", String(provider.code === state.defaultProvider)],
  ]);
