/** Stories of the wire written by hand, read top to bottom: each call is one record. Times are ms; `seq` counts by itself. */
import type { ArgsFacts, FrameFacts, ResultFacts } from "../../src/protocol/facts.ts";
import type { JsonValue } from "../../src/protocol/messages.ts";
import type { Generation, LinkEvent, StreamRecord } from "../../src/protocol/records.ts";
import { place } from "./recording.ts";

type Unplaced<Kind> = Kind extends { position: number } ? Omit<Kind, "position"> : never;
type Draft = Unplaced<StreamRecord>;

export interface ScriptOptions {
  readonly generation?: Generation;
  readonly sight?: "tap" | "events" | "lab";
}

export interface ErrorOf {
  readonly code: string;
  readonly message?: string;
}

export class Script {
  readonly #drafts: Draft[] = [];
  readonly #seqs = new Map<string, number>();
  #now = 0;

  constructor({ generation, sight = "tap" }: ScriptOptions = {}) {
    this.#drafts.push({
      kind: "run",
      run: 1,
      t: 0,
      key: "script",
      label: "script",
      sight,
      ...(generation === undefined ? {} : { generation, generationEvidence: "the script says so" }),
    });
  }

  get records(): readonly StreamRecord[] {
    return place(this.#drafts);
  }

  /** What follows happens at this moment. */
  at(t: number): this {
    this.#now = t;
    return this;
  }

  frame(conn: number, dir: "c2s" | "s2c", message: JsonValue, facts: Partial<FrameFacts> = {}): this {
    const line = JSON.stringify(message);
    this.#drafts.push({
      kind: "frame",
      run: 1,
      frame: 0,
      t: this.#now,
      conn,
      dir,
      line,
      facts: { bytes: line.length, ...facts },
    });
    return this;
  }

  request(
    conn: number,
    type: string,
    payload: JsonValue,
    facts: Partial<FrameFacts> = {},
    requestId = "",
  ): this {
    return this.frame(conn, "c2s", { requestId, type, payload }, facts);
  }

  /** An ok answer. */
  ok(conn: number, result: JsonValue, facts: Partial<FrameFacts> = {}): this {
    return this.frame(conn, "s2c", { requestId: "", ok: true, result }, facts);
  }

  refuse(conn: number, { code, message = "" }: ErrorOf): this {
    return this.frame(conn, "s2c", { requestId: "", ok: false, error: { code, message } });
  }

  create(conn: number, threadId: string, tools: readonly { name: string; timeoutMs?: number }[]): this {
    this.request(conn, "create_thread", { provider: "codex", skills: { tools } });
    return this.ok(conn, { threadId });
  }

  /** A `tool_call` request. */
  call(conn: number, threadId: string, toolName: string, args: JsonValue = {}, requestId = ""): this {
    return this.request(
      conn,
      "tool_call",
      { threadId, toolName, args },
      { args: argsFacts(args) },
      requestId,
    );
  }

  submit(conn: number, threadId: string, requestId: string, result: Partial<ResultFacts> = {}): this {
    return this.request(
      conn,
      "submit_tool_result",
      { threadId, requestId, result: "" },
      { result: resultFacts(result) },
    );
  }

  /** An event with the session's next `seq`, or the one given. */
  event(conn: number, threadId: string, type: string, fields: { [key: string]: JsonValue } = {}): this {
    const seq = typeof fields.seq === "number" ? fields.seq : (this.#seqs.get(threadId) ?? 2) + 1;
    this.#seqs.set(threadId, seq);
    const { facts, ...body } = fields;
    const event = { type, threadId, ...body, seq };
    return this.frame(conn, "s2c", { type: "thread_event", event }, factsOf(type, fields));
  }

  status(conn: number, threadId: string, status: string, fields: { [key: string]: JsonValue } = {}): this {
    return this.event(conn, threadId, "status_changed", { status, ...fields });
  }

  /** The two events of a creation. */
  ask(
    conn: number,
    threadId: string,
    requestId: string,
    toolName: string,
    args: JsonValue = {},
    turnId = "",
  ): this {
    const named = turnId === "" ? {} : { operationId: turnId };
    this.status(conn, threadId, "waitingToolResult", named);
    return this.event(conn, threadId, "tool_call", { requestId, toolName, args, ...named });
  }

  /** The two events of an answer. */
  answer(conn: number, threadId: string, requestId: string, toolName: string, turnId = ""): this {
    const named = turnId === "" ? {} : { operationId: turnId };
    this.status(conn, threadId, "running", named);
    return this.event(conn, threadId, "tool_result", { requestId, toolName, result: "", ...named });
  }

  link(conn: number, ev: LinkEvent): this {
    this.#drafts.push({ kind: "link", run: 1, t: this.#now, conn, ev });
    return this;
  }

  record(draft: Draft): this {
    this.#drafts.push(draft);
    return this;
  }

  end(): this {
    this.#drafts.push({ kind: "end", run: 1, t: this.#now, reason: "recording-over" });
    return this;
  }
}

function factsOf(type: string, fields: { [key: string]: JsonValue }): Partial<FrameFacts> {
  if (type === "tool_call") return { args: argsFacts(fields.args ?? {}) };
  return type === "tool_result" ? { result: resultFacts({}) } : {};
}

/** A stand-in for the redactor's facts: the fingerprint is the text. */
export function argsFacts(args: JsonValue): ArgsFacts {
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  const { timeoutMs, ...rest } = isObject ? (args as { [key: string]: JsonValue }) : {};
  const text = JSON.stringify(args);
  return {
    bytes: text.length,
    fingerprint: text,
    fingerprintWithoutTimeout: isObject ? JSON.stringify(rest) : text,
    ...(typeof timeoutMs === "number" ? { timeoutMs } : {}),
  };
}

export function resultFacts(result: Partial<ResultFacts>): ResultFacts {
  return { bytes: 2, fingerprint: "r", class: "ok", ...result };
}
