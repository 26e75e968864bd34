/** A port in the hands of a test: what the SDK sends is kept, what a Core would say is told. Values pass as JSON. */
import { Pedelec } from "../../src/sdk/client.ts";
import type { SdkPort } from "../../src/sdk/port.ts";
import type { PedelecSession } from "../../src/sdk/session.ts";
import type { ToolDefinition } from "../../src/sdk/tool.ts";
import type { TracePoint } from "../../src/sdk/tracePoint.ts";

type Sent = Record<string, unknown> & { readonly type: string; readonly requestId: string };

export class FakePort implements SdkPort {
  readonly sent: Sent[] = [];
  private listener: (message: unknown) => void = () => undefined;
  private lost: (reason?: unknown) => void = () => undefined;

  post(message: Readonly<Record<string, unknown>>): void {
    this.sent.push(JSON.parse(JSON.stringify(message)));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.listener = listener;
  }

  onDisconnect(listener: (reason?: unknown) => void): void {
    this.lost = listener;
  }

  say(message: unknown): void {
    this.listener(message);
  }

  disconnect(reason?: unknown): void {
    this.lost(reason);
  }

  ofType(type: string): Sent[] {
    return this.sent.filter((message) => message.type === type);
  }

  /** Answers the last request of that type. */
  async answer(type: string, body: object): Promise<void> {
    const request = this.ofType(type).at(-1);
    this.say({ type: "response", channelId: request?.channelId, requestId: request?.requestId, ...body });
    await settled();
  }
}

/** Long enough for every promise that can settle to have settled. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await null;
}

export const schema = { type: "object" } as const;
export const tool = (name: string, fields: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: "Does.",
  argsSchema: schema,
  ...fields,
});

export interface PlayedSession {
  readonly port: FakePort;
  readonly session: PedelecSession;
  readonly points: TracePoint[];
  readonly turn: { id: string };
  /** Tells an event of this session with the next number. */
  event(type: string, fields?: object): Promise<void>;
  /** Starts a turn that the Core accepts. */
  startTurn(): Promise<{ done: Promise<void> }>;
  callTool(toolRequestId: string, tool: string, args?: unknown): Promise<void>;
  results(): unknown[];
}

export async function playSession(tools: readonly ToolDefinition[] = []): Promise<PlayedSession> {
  const port = new FakePort();
  const points: TracePoint[] = [];
  let count = 0;
  let seq = 2;
  const environment = {
    now: () => 1_780_000_000_000,
    unique: () => {
      count += 1;
      return `u${count}`;
    },
    trace: (point: TracePoint) => points.push(point),
  };
  const pedelec = new Pedelec(port, environment);
  const opening = pedelec.createSession({ provider: "codex", skills: { guidance: "", tools } });
  await port.answer("create_session", { ok: true, result: { sessionId: "t000001" } });
  const session = await opening;
  const turn = { id: "" };
  const event = async (type: string, fields: object = {}) => {
    seq += 1;
    port.say({ type, sessionId: "t000001", seq, ...fields });
    await settled();
  };
  return {
    port,
    session,
    points,
    turn,
    event,
    startTurn: async () => {
      const done = session.sendText("Go.");
      done.catch(() => undefined);
      turn.id = String(port.ofType("send_text").at(-1)?.operationId);
      await port.answer("send_text", { ok: true, result: {} });
      return { done };
    },
    callTool: (toolRequestId, name, args = {}) =>
      event("tool_call", { operationId: turn.id, toolRequestId, tool: name, args }),
    results: () =>
      port.ofType("submit_tool_result").map(({ toolRequestId, result }) => [toolRequestId, result]),
  };
}
