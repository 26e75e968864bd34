/**
 * One full example of each known message and, apart from the redactor's own tables, the places in it that may be shown
 * (architecture.md §8): pointers of known message types, `*` for any step. Every other value in them is hidden.
 */
import type { JsonValue } from "../../src/protocol/messages.ts";
import type { WireLine } from "./hiddenValues.ts";

export interface Example {
  readonly name: string;
  readonly dir: WireLine["dir"];
  readonly message: { readonly [key: string]: JsonValue };
  /** The request that a response answers. */
  readonly asked?: { readonly [key: string]: JsonValue };
  readonly shown: readonly string[];
}

const ARGS = {
  sku: "blue mug",
  count: 3,
  gift: true,
  none: null,
  status: "idle",
  nested: { requestId: "x" },
  timeoutMs: 25,
};
const RESULT = {
  error: {
    code: "CARD_LOCKED",
    message: "card is locked",
    retryable: true,
    details: { by: "ann", requestId: "x" },
  },
  isError: true,
  cancelled: false,
  structuredContent: { error: { code: "timeout", retryable: true }, rows: [1, "two", false] },
  content: [{ type: "text", text: "Error [timeout]: no" }],
  retryable: true,
  status: "idle",
  threadId: "t000001",
};
const RESULT_SHOWN = [
  "/error/code",
  "/error/retryable",
  "/isError",
  "/cancelled",
  "/structuredContent/error/code",
  "/structuredContent/error/retryable",
];
const SCHEMA = {
  type: "object",
  description: "what it takes",
  properties: {
    sku: { type: ["string", "null"], enum: ["mug", "cup"], default: "mug", examples: ["mug"], minLength: 3 },
    type: { type: "boolean", const: true, default: true },
    tags: { type: "array", items: { type: "string", pattern: "^a" }, uniqueItems: true, maxItems: 3 },
    any: { anyOf: [{ type: "integer" }, { $ref: "#/$defs/x" }] },
  },
  required: ["sku", "unlisted"],
  additionalProperties: false,
  $defs: { x: { type: "number", not: { type: "no such type" } } },
};
const SCHEMA_SHOWN = [
  "/type",
  "/properties/sku/type/*",
  "/properties/type/type",
  "/properties/tags/type",
  "/properties/tags/items/type",
  "/properties/tags/uniqueItems",
  "/properties/any/anyOf/0/type",
  "/required/0",
  "/additionalProperties",
  "/$defs/x/type",
];
const ERROR = {
  code: "TOOL_ARGS_INVALID",
  message: "tool args do not match schema",
  details: {
    threadId: "t000001",
    requestId: "toolreq_1_1",
    toolName: "add_item",
    field: "timeoutMs",
    type: "send_text",
    error: '"mug" is not of type "integer"',
    exitCode: 1,
    fatal: true,
    status: "idle",
  },
};
const EVENT_ERROR = {
  code: "PROVIDER_REQUEST_FAILED",
  message: "tool timeout",
  details: { threadId: "t000001", n: 1 },
};
const SNAPSHOT = {
  threadId: "t000001",
  workspaceId: "ws_0f",
  status: "waitingToolResult",
  latestSeq: 41,
  usage: { totalTokens: 1234 },
  activeOperation: { operationId: "turn_1", operationKind: "user", startedAt: "2026-08-08T10:00:00Z" },
  lastCompletedOperation: {
    operationId: "turn_0",
    operationKind: "prepare",
    success: true,
    error: EVENT_ERROR,
    completedAt: "2026-08-08T09:00:00.5Z",
  },
  pendingToolRequest: {
    requestId: "toolreq_1_1",
    threadId: "t000001",
    operationId: "turn_1",
    toolName: "add_item",
    args: ARGS,
    createdAt: "2026-08-08T10:00:00Z",
    timeoutMs: 60000,
  },
};
const SNAPSHOT_SHOWN = [
  ...["/threadId", "/workspaceId", "/status", "/latestSeq"],
  ...["/activeOperation/operationId", "/activeOperation/operationKind", "/activeOperation/startedAt"],
  ...["operationId", "operationKind", "success", "completedAt", "error/code"].map(
    (key) => `/lastCompletedOperation/${key}`,
  ),
  ...["requestId", "threadId", "operationId", "toolName", "createdAt", "timeoutMs", "args/timeoutMs"].map(
    (key) => `/pendingToolRequest/${key}`,
  ),
];
const under = (place: string, shown: readonly string[]) => shown.map((pointer) => `${place}${pointer}`);

const EXTRA = { unknownField: "kept but hidden", unknownFlag: true, unknownList: [{ id: "x" }] };

function request(type: string, payload: JsonValue, shown: readonly string[]): Example {
  const envelope = {
    requestId: "ext_1_1",
    type,
    callerOrigin: "https://shop.example",
    callerSdkVersion: "0.3.1",
  };
  return {
    name: `request ${type}`,
    dir: "c2s",
    message: { ...envelope, payload, ...EXTRA },
    shown: ["/requestId", "/type", "/callerOrigin", "/callerSdkVersion", ...under("/payload", shown)],
  };
}

function reply(type: string, result: JsonValue, shown: readonly string[]): Example {
  return {
    name: `reply to ${type}`,
    dir: "s2c",
    asked: { requestId: "ext_1_1", type, payload: { toolName: "add_item" } },
    message: { requestId: "ext_1_1", ok: true, result, ...EXTRA },
    shown: ["/requestId", "/ok", ...under("/result", shown)],
  };
}

function event(type: string, fields: { [key: string]: JsonValue }, shown: readonly string[]): Example {
  return {
    name: `event ${type}`,
    dir: "s2c",
    message: {
      type: "thread_event",
      event: { type, seq: 7, threadId: "t000001", operationId: "turn_1", ...fields, ...EXTRA },
      ...EXTRA,
    },
    shown: ["/type", ...["type", "seq", "threadId", "operationId", ...shown].map((key) => `/event/${key}`)],
  };
}

const TOOL = { name: "add_item", description: "Adds.", argsSchema: SCHEMA, timeoutMs: 8000 };
const TICKET = {
  uploadId: "upl_0a1b",
  uploadUrl: "http://127.0.0.1:5/uploads/upl_0a1b",
  token: "secret ticket",
  expiresAt: 1780000000000,
};
const FILE = {
  path: "/photo of ann.png",
  name: "photo",
  sizeBytes: 17,
  modifiedAt: 1780000000000,
  mimeType: "image/png",
};

export const EXAMPLES: readonly Example[] = [
  request("ping", { anything: "at all", n: 1 }, []),
  request(
    "create_thread",
    {
      provider: "codex",
      model: "gpt-x",
      effort: "high",
      effortLevel: "high",
      workspaceId: "ws_0f",
      skills: { guidance: "Be kind.", tools: [TOOL], denoModules: [{ name: "m" }] },
    },
    [
      ...["/provider", "/workspaceId", "/skills/tools/*/name", "/skills/tools/*/timeoutMs"],
      ...under("/skills/tools/*/argsSchema", SCHEMA_SHOWN),
    ],
  ),
  request("send_text", { threadId: "t000001", message: "Buy mugs", operationId: "turn_1" }, [
    "/threadId",
    "/operationId",
  ]),
  request("prepare_thread", { threadId: "t000001", operationId: "turn_1" }, ["/threadId", "/operationId"]),
  request("subscribe_thread", { threadId: "t000001" }, ["/threadId"]),
  request("submit_tool_result", { threadId: "t000001", requestId: "toolreq_1_1", result: RESULT }, [
    "/threadId",
    "/requestId",
    ...under("/result", RESULT_SHOWN),
  ]),
  request("tool_call", { threadId: "t000001", toolName: "add_item", args: ARGS }, [
    "/threadId",
    "/toolName",
    "/args/timeoutMs",
  ]),
  request("tool_spec", { threadId: "t000001", toolName: "add_item" }, ["/threadId", "/toolName"]),
  request(
    "create_asset_upload",
    { threadId: "t000001", filename: "ann.png", sizeBytes: 17, mimeType: "image/png" },
    ["/threadId", "/sizeBytes"],
  ),
  request("workspace_run", { workspaceId: "ws_0f", script: "rm -rf", timeoutMs: 60000, denoModules: ["m"] }, [
    "/workspaceId",
    "/timeoutMs",
  ]),
  request("deno_run", { threadId: "t000001", target: { kind: "stdinSource", source: "code" }, args: ["a"] }, [
    "/threadId",
  ]),
  request("provider_artifact_hook", { provider: "antigravity", stage: "before", hookPayload: { a: "b" } }, [
    "/provider",
  ]),
  request("open_workspace", { path: "/home/ann" }, []),
  request("list_threads", { threadId: "t000001", status: "idle" }, []),
  reply("ping", { connected: true, version: "0.3.1", processId: 4242, host: "h" }, [
    "/connected",
    "/version",
    "/processId",
  ]),
  reply("get_settings", { defaultProvider: "codex", defaultModels: { codex: "gpt-x" } }, [
    "/defaultProvider",
  ]),
  reply(
    "list_providers",
    [{ name: "Claude Code", code: "claude", available: true, isDefault: false, error: "no CLI" }],
    ["/*/name", "/*/code", "/*/available", "/*/isDefault"],
  ),
  reply(
    "create_thread",
    {
      threadId: "t000001",
      workspaceId: "ws_0f",
      workspacePath: "/home/ann",
      explicitModelConfigApplied: false,
    },
    ["/threadId", "/workspaceId", "/explicitModelConfigApplied"],
  ),
  reply("send_text", { threadId: "t000001", operationId: "turn_1" }, ["/threadId", "/operationId"]),
  reply(
    "prepare_thread",
    { threadId: "t000001", operationId: "turn_1", prepared: true, alreadyPrepared: false },
    [...["/threadId", "/operationId", "/prepared", "/alreadyPrepared"]],
  ),
  reply(
    "subscribe_thread",
    { subscribed: true, snapshot: SNAPSHOT, workspace: { workspaceId: "ws_0f", path: "/home/ann" } },
    ["/subscribed", "/workspace/workspaceId", ...under("/snapshot", SNAPSHOT_SHOWN)],
  ),
  reply("thread_snapshot", SNAPSHOT, SNAPSHOT_SHOWN),
  reply("resume_thread", { snapshot: SNAPSHOT }, under("/snapshot", SNAPSHOT_SHOWN)),
  reply("submit_tool_result", { threadId: "t000001" }, []),
  reply("tool_call", RESULT, RESULT_SHOWN),
  reply("tool_spec", TOOL, ["/name", "/timeoutMs", ...under("/argsSchema", SCHEMA_SHOWN)]),
  reply("list_assets", { assets: [FILE] }, ["/assets/*/sizeBytes", "/assets/*/modifiedAt"]),
  reply("create_asset_upload", TICKET, ["/uploadId", "/expiresAt"]),
  reply(
    "create_asset_download",
    { downloadId: "dnl_1", token: "t", ...FILE, expiresAt: "2026-08-08T10:00:00Z" },
    [...["/downloadId", "/sizeBytes", "/modifiedAt", "/expiresAt"]],
  ),
  reply("open_workspace", { workspace: { workspaceId: "ws_0f", path: "/home/ann" } }, [
    "/workspace/workspaceId",
  ]),
  reply("workspace_list_files", { paths: ["/a", "/b"] }, []),
  reply(
    "workspace_run",
    { exitCode: 0, stdout: "out", stderr: "err", stdoutTruncated: true, stderrTruncated: false },
    [...["/stdoutTruncated", "/stderrTruncated"]],
  ),
  reply("list_threads", { threadId: "t000001", status: "idle" }, []),
  {
    name: "refusal",
    dir: "s2c",
    asked: { requestId: "ext_1_1", type: "tool_call" },
    message: { requestId: "ext_1_1", ok: false, error: ERROR, ...EXTRA },
    shown: [
      ...["/requestId", "/ok", "/error/code", "/error/message"],
      ...["threadId", "requestId", "toolName", "field", "type"].map((key) => `/error/details/${key}`),
    ],
  },
  {
    name: "reply to a request that nobody saw",
    dir: "s2c",
    message: { requestId: "ext_1_1", ok: true, result: { connected: true, version: "0.3.1", ...RESULT } },
    shown: ["/requestId", "/ok"],
  },
  event("created", {}, []),
  event("status_changed", { status: "waitingToolResult" }, ["status"]),
  event("assistant_delta", { text: "Hel" }, []),
  event("assistant_message", { text: "Hello" }, []),
  event("tool_call", { requestId: "toolreq_1_1", toolName: "add_item", args: ARGS }, [
    ...["requestId", "toolName", "args/timeoutMs"],
  ]),
  event("tool_result", { requestId: "toolreq_1_1", toolName: "add_item", result: RESULT }, [
    ...["requestId", "toolName"],
    ...RESULT_SHOWN.map((pointer) => `result${pointer}`),
  ]),
  event("provider_session_id_updated", { providerSessionId: "86a285cf-5de6" }, ["providerSessionId"]),
  event("error", { source: "provider", provider: "codex", error: EVENT_ERROR }, [
    "source",
    "provider",
    "error/code",
  ]),
  event("ended", {}, []),
  event("raw_stdout", { text: '{"type":"turn.started"}' }, []),
  event("raw_stderr", { text: "panic" }, []),
  event(
    "provider_command_started",
    { processId: 5595, program: "/usr/bin/codex", args: ["exec"], cwd: "/home/ann", prompt: "Be kind." },
    ["processId"],
  ),
  event("operation_completed", { operationKind: "user", success: false, error: EVENT_ERROR }, [
    ...["operationKind", "success", "error/code"],
  ]),
  event("usage_updated", { totalTokens: 1234 }, []),
  event(
    "provider_artifact",
    {
      artifact: {
        ...{
          id: "art_1",
          provider: "codex",
          path: "/p",
          name: "n.png",
          mimeType: "image/png",
          sizeBytes: 17,
        },
        ...{ kind: "image", source: "tool_result", providerArtifactId: "p1", toolCallId: "c1" },
      },
    },
    ["id", "provider", "sizeBytes", "providerArtifactId", "toolCallId"].map((key) => `artifact/${key}`),
  ),
  event("something_new", { requestId: "toolreq_1_1", status: "idle", toolName: "x" }, []),
];

/** The lines of an example on one connection: what was asked, and the message itself last. */
export function linesOf({ asked, dir, message }: Example): WireLine[] {
  const lines: WireLine[] = asked === undefined ? [] : [{ conn: 1, dir: "c2s", line: JSON.stringify(asked) }];
  return [...lines, { conn: 1, dir, line: JSON.stringify(message) }];
}

/** Whether a place may be shown. */
export function mayShow(shown: readonly string[], pointer: string): boolean {
  return shown.some((pattern) => {
    const steps = pattern.split("/");
    const at = pointer.split("/");
    return steps.length === at.length && steps.every((step, index) => step === "*" || step === at[index]);
  });
}

/** Every string, number and boolean of a value with its place. Keys here need no escapes. */
export function leavesOf(value: JsonValue, pointer = ""): [string, JsonValue][] {
  if (value === null) return [];
  if (typeof value !== "object") return [[pointer, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${pointer}/${key}`));
}
