/**
 * The scripted agent: plays its steps one after the other, each tool call by a connection of its own, as the command line
 * client does. The turn finishes after the last step. Without a script the turn goes on until somebody ends the session.
 */
import type { Chance } from "../base/seededRandom.ts";
import type { JsonObject } from "../protocol/messages.ts";
import type { AgentScript } from "./agentScript.ts";
import type { LabClock } from "./clock.ts";
import type { Provider, ProviderInput } from "./coreHost.ts";
import type { Links } from "./links.ts";
import { requestLine } from "./requestLine.ts";

export interface AgentSurroundings {
  readonly clock: LabClock;
  readonly links: Links;
  readonly chance: Chance;
  /** Epoch ms, for the ids of requests. */
  readonly epochNow: () => number;
  /** The steps for an accepted text, or null for none. */
  readonly scriptFor: (message: string) => AgentScript | null;
  readonly tell: (input: ProviderInput) => void;
}

/** A process id of an ordinary Linux machine. */
const PROCESS_IDS = { least: 4000, count: 20_000 };

export class ScriptedAgent implements Provider {
  private readonly around: AgentSurroundings;
  /** Operation that runs in each session. */
  private readonly turns = new Map<string, string>();

  constructor(around: AgentSurroundings) {
    this.around = around;
  }

  start(sessionId: string, operationId: string, message: string): void {
    this.turns.set(sessionId, operationId);
    const script = this.around.scriptFor(message);
    if (script !== null) this.soon(0, () => this.play({ sessionId, operationId, script }, 0));
  }

  stop(sessionId: string): void {
    this.turns.delete(sessionId);
  }

  private play(turn: PlayedTurn, at: number): void {
    const { sessionId } = turn;
    if (this.turns.get(sessionId) !== turn.operationId) return;
    const step = turn.script[at];
    const next = () => this.play(turn, at + 1);
    if (step === undefined) this.close(sessionId, { kind: "finish", sessionId });
    else if ("fail" in step) this.close(sessionId, { kind: "fail", sessionId, error: step.fail });
    else if ("wait" in step) this.soon(step.wait, next);
    else if ("call" in step) this.call(sessionId, step.call, step.args, step.requestId, next);
    else {
      this.around.tell({ kind: "say", sessionId, text: step.say });
      this.soon(0, next);
    }
  }

  private close(sessionId: string, input: ProviderInput): void {
    this.turns.delete(sessionId);
    this.around.tell(input);
  }

  private call(
    threadId: string,
    toolName: string,
    args: JsonObject,
    chosenId: string | undefined,
    done: () => void,
  ): void {
    const requestId = chosenId ?? this.commandId();
    const connection = this.around.links.connect({
      line: () => {
        connection.end();
        done();
      },
    });
    connection.send(requestLine(requestId, "tool_call", null, { args, threadId, toolName }));
  }

  private commandId(): string {
    const processId = PROCESS_IDS.least + (this.around.chance.next() % PROCESS_IDS.count);
    return `cli_${processId}_${Math.floor(this.around.epochNow())}`;
  }

  private soon(ms: number, run: () => void): void {
    this.around.clock.schedule(this.around.clock.now() + ms, run);
  }
}

interface PlayedTurn {
  readonly sessionId: string;
  readonly operationId: string;
  readonly script: AgentScript;
}
