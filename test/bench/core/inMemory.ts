/** A Core in memory that serves one tool call after the other: a page subscribed, an agent that calls, every write confirmed. */
import type { CoreEffect, CoreInput } from "../../../src/core/input.ts";
import { type CoreState, createCoreState } from "../../../src/core/state.ts";
import { step } from "../../../src/core/step.ts";

const ENTROPY = "0123456789abcdef0123456789abcdef";
const SESSION = "t000001";
const AGENT = 1;
const PAGE = 2;
const EVENTS = 3;
/** ms that pass in each round trip. */
const MS_PER_CALL = 3;

const argsSchema = {
  type: "object",
  properties: { cardId: { type: "string" }, toColumn: { type: "string", enum: ["todo", "doing", "done"] } },
  required: ["cardId", "toColumn"],
  additionalProperties: false,
};
const tools = [{ name: "move_card", description: "Move a card.", argsSchema, timeoutMs: 8000 }];
const args = { cardId: "card-17", toColumn: "done" };
const result = {
  card: { column: "done", id: "card-17", tags: ["urgent", "ui"], title: "Show the deadline on the bar" },
  moved: true,
};

export class CoreInMemory {
  #state: CoreState = createCoreState({ version: "0.3.0", processId: 1, startedAtEpoch: 1_780_000_000_000 });
  #now = 0;
  #calls = 0;
  /** The four lines of the last round trip. */
  readonly lines: string[] = [];

  constructor() {
    for (const conn of [AGENT, PAGE, EVENTS]) this.#feed({ kind: "opened", now: 0, conn });
    const skills = { guidance: "Use tools.", tools };
    this.#ask(PAGE, { requestId: "p1", type: "create_thread", payload: { provider: "codex", skills } });
    this.#ask(EVENTS, { requestId: "p2", type: "subscribe_thread", payload: { threadId: SESSION } });
    this.#ask(PAGE, { requestId: "p3", type: "send_text", payload: { threadId: SESSION, message: "Go." } });
  }

  /** A `tool_call`, its events, the result, the answers to both, and the confirmations of their writes. */
  roundTrip(): void {
    this.#calls += 1;
    this.#now += MS_PER_CALL;
    const call = `{"requestId":"cli_${this.#calls}","type":"tool_call","payload":${CALL_PAYLOAD}}`;
    this.#line(AGENT, call);
    const id = `toolreq_${1_780_000_000_000 + this.#now}_${this.#calls}`;
    const submit = `{"requestId":"ext_${this.#calls}","type":"submit_tool_result","payload":{"requestId":"${id}","result":${RESULT},"threadId":"${SESSION}"}}`;
    const effects = this.#line(PAGE, submit);
    this.lines.length = 0;
    this.lines.push(call, submit);
    for (const effect of effects) {
      if (effect.kind !== "respond") continue;
      this.lines.push(effect.line);
      this.#feed({ kind: "written", now: this.#now, conn: effect.conn, ok: true });
    }
  }

  #ask(conn: number, request: object): void {
    for (const effect of this.#line(conn, JSON.stringify(request)))
      if (effect.kind === "respond") this.#feed({ kind: "written", now: this.#now, conn, ok: true });
  }

  #line(conn: number, text: string): readonly CoreEffect[] {
    return this.#feed({ kind: "line", now: this.#now, conn, text, entropy: ENTROPY });
  }

  #feed(input: CoreInput): readonly CoreEffect[] {
    const done = step(this.#state, input);
    this.#state = done.state;
    return done.effects;
  }
}

const CALL_PAYLOAD = JSON.stringify({ args, threadId: SESSION, toolName: "move_card" });
const RESULT = JSON.stringify(result);
