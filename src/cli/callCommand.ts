/**
 * `call`: what `pedelec-cli tool-call` of the current generation does (core-ipc.md §7). One line on stdout for every answer, one
 * connection for each request, one more try under the same id when the transport fails, and no timeout of its own.
 */
import { connect } from "node:net";
import { fail, type Result, succeed } from "../base/result.ts";
import { readCoreJson } from "../core/coreJson.ts";
import { quote, sortedText } from "../core/wireText.ts";
import { toolCallLine } from "../lab/toolRequestLine.ts";
import { createFrameSplitter, MAX_INBOUND_BYTES } from "../protocol/frame.ts";
import { type JsonNode, memberOf } from "../protocol/jsonText.ts";
import { readRuntimeFile, runtimeFilePath } from "../relay/discovery.ts";
import type { CallOptions } from "./callOptions.ts";
import { EXIT_FINE } from "./exitCodes.ts";

/** An error object of the wire; details are JSON text. */
interface CallError {
  readonly code: string;
  readonly message: string;
  readonly details?: string;
}

/** JSON text of a result, or undefined where there is none (`null` counts as none). */
type CallResult = Result<string | undefined, CallError>;

const unavailable: CallError = { code: "CORE_RUNTIME_UNAVAILABLE", message: "pedelec-app is not running" };
const ipcError = (message: string): CallError => ({ code: "IPC_UNAVAILABLE", message });
const argsError = (message: string): CallError => ({ code: "TOOL_ARGS_INVALID", message });

/** How often the same request is sent when the transport fails. */
const TRIES = 2;

/** @returns the exit code: fine for every answer, refusals included */
export async function runCall(options: CallOptions, out: (line: string) => void): Promise<number> {
  out(lineOf(await answerTo(options)));
  return EXIT_FINE;
}

async function answerTo(options: CallOptions): Promise<CallResult> {
  if (options.threadId.trim() === "")
    return fail(argsError("pedelec-cli requires a non-empty --thread-id value."));
  const args = readCoreJson(options.argsText);
  if (!args.ok)
    return fail({
      ...argsError("tool args must be valid JSON"),
      details: `{"error":${quote(args.problem)}}`,
    });
  const requestId = `cli_${process.pid}_${Date.now()}`;
  const request = toolCallLine(requestId, options.threadId, options.tool, sortedText(args.value));
  const path = runtimeFilePath(options.runtimeFile, process.env);
  let answer = await tryOnce(path, request);
  for (let tries = 1; tries < TRIES && !answer.ok; tries += 1) answer = await tryOnce(path, request);
  return answer.ok ? answer.value : answer;
}

/** @returns the Core's answer, or how the transport failed */
async function tryOnce(path: string, request: string): Promise<Result<CallResult, CallError>> {
  const file = await readRuntimeFile(path);
  const line = file.ok ? await exchange(file.value.port, request) : null;
  return line === null ? fail(unavailable) : readResponse(line);
}

/** @returns the first line that comes, null if none does or if it is too long */
function exchange(port: number, request: string): Promise<string | null> {
  return new Promise((resolve) => {
    const splitter = createFrameSplitter({ maxLineBytes: MAX_INBOUND_BYTES });
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    function take(lines: ReturnType<typeof splitter.push>): void {
      const [first] = lines;
      if (first === undefined && splitter.openBytes() <= MAX_INBOUND_BYTES) return;
      give(first === undefined || first.cutBytes > 0 ? null : new TextDecoder().decode(first.line));
    }
    function give(line: string | null): void {
      resolve(line);
      socket.destroy();
    }
    socket.on("connect", () => void socket.write(`${request}\n`));
    socket.on("data", (chunk: Buffer) => take(splitter.push(chunk)));
    socket.on("end", () => take(splitter.end()));
    socket.on("error", () => {}); // "close" follows
    socket.on("close", () => resolve(null));
  });
}

/** @returns a transport failure for what is no answer at all */
function readResponse(line: string): Result<CallResult, CallError> {
  const read = readCoreJson(line);
  if (!read.ok) return fail(ipcError("Core IPC response was not valid JSON"));
  const ok = memberOf(read.value, "ok");
  const error = readError(present(memberOf(read.value, "error")));
  if (memberOf(read.value, "requestId")?.kind !== "string" || ok?.kind !== "boolean" || error === "bad")
    return fail(ipcError("Core IPC response had invalid shape"));
  if (!ok.value) return error === null ? fail(ipcError("Core IPC request failed")) : succeed(fail(error));
  const result = present(memberOf(read.value, "result"));
  return succeed(succeed(result === undefined ? undefined : sortedText(result)));
}

/** A reader of the Core's own language takes null for absent. */
const present = (node: JsonNode | undefined) => (node?.kind === "null" ? undefined : node);

function readError(node: JsonNode | undefined): CallError | null | "bad" {
  if (node === undefined) return null;
  const code = memberOf(node, "code");
  const message = memberOf(node, "message");
  if (code?.kind !== "string" || message?.kind !== "string") return "bad";
  const details = present(memberOf(node, "details"));
  const facts = { code: code.value, message: message.value };
  return details === undefined ? facts : { ...facts, details: sortedText(details) };
}

function lineOf(answer: CallResult): string {
  if (answer.ok) return answer.value === undefined ? '{"ok":true}' : `{"ok":true,"result":${answer.value}}`;
  const { code, message, details } = answer.problem;
  const rest = details === undefined ? "" : `,"details":${details}`;
  return `{"ok":false,"error":{"code":${quote(code)},"message":${quote(message)}${rest}}}`;
}
