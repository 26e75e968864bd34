/**
 * Requests about what a Core without a desktop does not have (core-ipc.md §2.2): files of sessions, workspaces, a runtime for
 * modules. Each is checked as far as this Core can check it, then refused with the code that its kind of failure has (§8).
 */
import type { Draft } from "./draft.ts";
import { type ErrorFacts, refusal, sessionEnded, sessionNotFound } from "./errors.ts";
import { type Reply, refuseWith } from "./reply.ts";
import type { CoreRequest } from "./request.ts";
import { type Handler, shapeRefusal, withSession } from "./serveSession.ts";
import { findSession } from "./state.ts";
import { StructReader } from "./structReader.ts";

type ReadFields = (reader: StructReader) => void;

/** A request about the files of a session. */
function sessionFiles(input: string, read: ReadFields, problem: () => ErrorFacts): Handler {
  return (draft, request) => {
    const reader = new StructReader(request.payload, input);
    read(reader);
    return withSession(draft, request, reader, ({ id, status }) =>
      refuseWith(status === "ended" ? sessionEnded(id) : problem()),
    );
  };
}

/** A request about a workspace: none was ever granted to anybody. */
function workspace(input: string, read: ReadFields): Handler {
  return (_draft, request) => {
    const reader = new StructReader(request.payload, input);
    reader.text("workspaceId");
    read(reader);
    return reader.problem === null ? refuseWith(workspaceProblem(request)) : shapeRefusal(request, reader);
  };
}

/** Why a caller gets no workspace (§2.1). */
export function workspaceProblem({ callerOrigin }: Pick<CoreRequest, "callerOrigin">): ErrorFacts {
  return callerOrigin === null
    ? refusal("IPC_UNAUTHORIZED", "workspace operation requires an approved caller origin")
    : refusal("WORKSPACE_ACCESS_DENIED", "workspace is not accessible to this caller");
}

const none: ReadFields = () => undefined;
const path: ReadFields = (reader) => void reader.text("path");
const optionalPath: ReadFields = (reader) => void reader.optionalText("path");
const upload: ReadFields = (reader) => {
  reader.text("filename");
  reader.unsigned("sizeBytes");
  reader.optionalText("mimeType");
  reader.optionalText("targetPath");
};
const module: ReadFields = (reader) => {
  reader.text("moduleName");
  reader.unsigned("expectedSizeBytes");
};
const script: ReadFields = (reader) => {
  reader.text("script");
  reader.optionalUnsigned("timeoutMs");
  reader.optionalItems("denoModules");
};

const noUploads = () => refusal("ASSET_UPLOAD_SERVER_UNAVAILABLE", "asset upload server is not available");
const noAsset = () => refusal("ASSET_NOT_FOUND", "asset was not found");
const noAssetList = () => refusal("ASSET_LIST_FAILED", "assets cannot be listed");
const noModules = () =>
  refusal("DENO_MODULE_UPLOAD_SERVER_UNAVAILABLE", "deno module upload server is not available");

const openWorkspace: Handler = (_draft, request) => {
  const reader = new StructReader(request.payload, "OpenWorkspaceInput");
  const wanted = reader.optionalText("path");
  if (reader.problem !== null) return shapeRefusal(request, reader);
  if (request.callerOrigin === null) return refuseWith(workspaceProblem(request));
  return refuseWith(
    wanted === null
      ? refusal("DIRECTORY_PICKER_FAILED", "directory picker is not available")
      : refusal("WORKSPACE_OPEN_FAILED", "workspace could not be opened"),
  );
};

/** For local helpers: who asks is not checked. */
const denoRun: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "DenoRunInput");
  const threadId = reader.text("threadId");
  readTarget(reader);
  reader.optionalItems("args");
  return reader.problem === null ? refuseRun(draft, threadId) : shapeRefusal(request, reader);
};

function readTarget(reader: StructReader): void {
  const node = reader.required("target");
  if (node === undefined) return;
  const target = new StructReader(node, "DenoRunTarget");
  const kind = target.word("kind", ["workspaceFile", "stdinSource"]);
  if (target.problem === null) target.text(kind === "workspaceFile" ? "entrypoint" : "source");
  if (target.problem !== null) reader.fail(target.problem);
}

function refuseRun({ state }: Draft, threadId: string): Reply {
  const session = findSession(state, threadId);
  if (session === null) return refuseWith(sessionNotFound(threadId));
  return refuseWith(
    session.operation === null
      ? refusal("DENO_THREAD_NOT_ACTIVE", "thread is not active", { threadId })
      : refusal("DENO_RUNTIME_UNAVAILABLE", "deno runtime is not available"),
  );
}

/** The hook belongs to one provider's program; a page may not use it. */
const artifactHook: Handler = (_draft, request) => {
  const reader = new StructReader(request.payload, "ProviderArtifactHookInput");
  reader.word("provider", ["antigravity"]);
  reader.word("stage", ["before", "after"]);
  reader.required("hookPayload");
  if (reader.problem !== null) return shapeRefusal(request, reader);
  return refuseWith(
    request.callerOrigin === null
      ? refusal("PROVIDER_UNSUPPORTED", "provider artifacts are not available")
      : refusal("IPC_UNAUTHORIZED", "provider artifact hook is not available to pages"),
  );
};

export const ABSENT: Readonly<Record<string, Handler>> = {
  list_assets: sessionFiles("ListAssetsInput", none, noAssetList),
  create_asset_upload: sessionFiles("CreateAssetUploadInput", upload, noUploads),
  create_asset_download: sessionFiles("CreateAssetDownloadInput", path, noAsset),
  create_deno_module_upload: sessionFiles("CreateDenoModuleUploadInput", module, noModules),
  open_workspace: openWorkspace,
  workspace_list_files: workspace("WorkspaceListInput", optionalPath),
  workspace_list_folders: workspace("WorkspaceListInput", optionalPath),
  workspace_run: workspace("WorkspaceRunInput", script),
  create_workspace_file_upload: workspace("CreateWorkspaceFileUploadInput", upload),
  create_workspace_file_download: workspace("CreateWorkspaceFileDownloadInput", path),
  prepare_workspace_deno_modules: workspace("PrepareWorkspaceDenoModulesInput", (reader) => {
    reader.items("moduleNames");
  }),
  create_workspace_deno_module_upload: workspace("CreateWorkspaceDenoModuleUploadInput", module),
  deno_run: denoRun,
  provider_artifact_hook: artifactHook,
};
