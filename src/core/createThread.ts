/** `create_thread`: a new session with its registry (core-ipc.md §2.2, §2.3, §4.1). Workspaces of a desktop are not to be had. */
import { fail, type Result, succeed } from "../base/result.ts";
import { workspaceProblem } from "./absentRequests.ts";
import { normaliseOrigin } from "./access.ts";
import type { Answer } from "./answer.ts";
import type { Draft } from "./draft.ts";
import { type ErrorFacts, invalidPayload, refusal } from "./errors.ts";
import { logIdOf } from "./eventLog.ts";
import { emitCreated, emitStatus } from "./events.ts";
import { checkManifest, readSkills } from "./manifest.ts";
import { PROVIDER_CODES } from "./providers.ts";
import { repliesOf } from "./repliesOf.ts";
import { answerWith, refuseWith } from "./reply.ts";
import type { CoreRequest } from "./request.ts";
import type { Session, ToolSpec } from "./state.ts";
import { StructReader } from "./structReader.ts";

const EFFORT_LEVELS = ["default", "low", "high"];

export function createThread(draft: Draft, request: CoreRequest): Answer {
  const reader = new StructReader(request.payload, "CreateThreadInput");
  const provider = reader.word("provider", PROVIDER_CODES);
  const model = reader.optionalText("model");
  const workspaceId = draft.profile.hasWorkspaces ? readSurroundings(reader) : null;
  const skills = readSkills(reader.optional("skills"), draft.profile.hasWorkspaces);
  if (!skills.ok) reader.fail(skills.problem);
  if (reader.problem !== null || !skills.ok) {
    return refuseWith(invalidPayload(request.type, reader.problem ?? "payload does not fit"));
  }
  const origin = ownerOf(request.callerOrigin);
  if (!origin.ok) return refuseWith(origin.problem);
  if (workspaceId !== null) return refuseWith(workspaceProblem(request));
  const tools = checkManifest(skills.value.tools);
  if (!tools.ok) {
    if (draft.profile.spendsIdOnRefusal) draft.state.sessionCount += 1;
    return refuseWith(tools.problem);
  }
  const declared = { tools: tools.value, awaitsModules: skills.value.awaitsModules };
  const session = openSession(draft, request, provider, origin.value, declared);
  return answerWith(repliesOf(draft.state).created(session, model !== null));
}

/** @returns the workspace that is asked for, null for a new one */
function readSurroundings(reader: StructReader): string | null {
  reader.optionalWord("effortLevel", EFFORT_LEVELS);
  reader.optionalText("effort");
  return reader.optionalText("workspaceId");
}

/** null = nobody owns it. */
function ownerOf(callerOrigin: string | null): Result<string | null, ErrorFacts> {
  if (callerOrigin === null) return succeed(null);
  const origin = normaliseOrigin(callerOrigin);
  return origin === null ? fail(refusal("THREAD_ACCESS_DENIED", "invalid caller origin")) : succeed(origin);
}

function openSession(
  draft: Draft,
  request: CoreRequest,
  provider: string,
  origin: string | null,
  declared: { readonly tools: readonly ToolSpec[]; readonly awaitsModules: boolean },
): Session {
  draft.state.sessionCount += 1;
  const session: Session = {
    id: `t${draft.state.sessionCount.toString(36).padStart(6, "0")}`,
    origin,
    provider,
    providerSessionId: null,
    workspaceId: `ws_${request.entropy}`,
    status: "idle",
    seq: 0,
    tools: declared.tools,
    shelvedTools: null,
    awaitsModules: declared.awaitsModules,
    logId: logIdOf(request.entropy),
    totalTokens: null,
    operation: null,
    lastOperation: null,
    pending: null,
    subscribers: [],
  };
  draft.state.sessions[session.id] = session;
  emitCreated(draft, session);
  emitStatus(draft, session, "idle", null);
  return session;
}
