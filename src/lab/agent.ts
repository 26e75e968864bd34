/**
 * The scripted agent: plays its steps one after the other, each request by a connection of its own, as the command line client
 * does. The turn finishes after the last step. Without a script the turn goes on until somebody ends the session.
 */
import type { Result } from "../base/result.ts";
import type { Chance } from "../base/seededRandom.ts";
import type { ProfileName } from "../core/profile.ts";
import { sortedText } from "../core/wireText.ts";
import { parseJsonText } from "../protocol/jsonText.ts";
import type { JsonValue } from "../protocol/messages.ts";
import { type AgentLinks, type AgentRequest, type CallEnd, sendRequest } from "./agentCall.ts";
import type { AgentScript, AgentStep, CallStep } from "./agentScript.ts";
import type { LabClock } from "./clock.ts";
import type { Provider, ProviderInput, StartedTurn } from "./coreHost.ts";
import { toolCallLine, toolSpecLine } from "./toolRequestLine.ts";

export interface AgentSurroundings {
  readonly profile: ProfileName;
  readonly clock: LabClock;
  readonly links: AgentLinks;
  readonly chance: Chance;
  /** Epoch ms, for the ids of requests. */
  readonly epochNow: () => number;
  /** The steps for an accepted text, null for none; a script that cannot be read is a sentence, and fails the turn. */
  readonly scriptFor: (message: string) => Result<AgentScript, string> | null;
  readonly tell: (input: ProviderInput) => void;
}

/** A process id of an ordinary Linux machine. */
const PROCESS_IDS = { least: 4000, count: 20_000 };
/** How often `pedelec-cli` sends a call again when its connection is lost (core-ipc.md §7), by generation. */
const RESENDS: Readonly<Record<ProfileName, number>> = { "0.1": 0, current: 1 };
/** How the turn of an unreadable script fails. */
const BAD_SCRIPT_CODE = "PROVIDER_COMMAND_FAILED";

export class ScriptedAgent implements Provider {
  private readonly around: AgentSurroundings;
  /** The turn that runs in each session. */
  private readonly turns = new Map<string, StartedTurn>();
  private processes = 0;

  constructor(around: AgentSurroundings) {
    this.around = around;
  }

  start(turn: StartedTurn): void {
    this.turns.set(turn.sessionId, turn);
    if (turn.operationKind === "prepare") this.soon(0, () => this.finish(turn));
    else this.follow(turn, this.around.scriptFor(turn.message));
  }

  stop(sessionId: string): void {
    this.turns.delete(sessionId);
  }

  private follow(turn: StartedTurn, script: Result<AgentScript, string> | null): void {
    if (script === null) return;
    if (script.ok) this.soon(0, () => this.play(turn, script.value, 0, () => this.finish(turn)));
    else
      this.soon(0, () =>
        this.fail(turn, BAD_SCRIPT_CODE, `The agent's script cannot be read. ${script.problem}`),
      );
  }

  private play(turn: StartedTurn, script: AgentScript, at: number, done: () => void): void {
    if (!this.runs(turn)) return;
    const step = script[at];
    if (step === undefined) done();
    else this.playStep(turn, step, () => this.play(turn, script, at + 1, done));
  }

  private playStep(turn: StartedTurn, step: AgentStep, next: () => void): void {
    if ("say" in step) {
      this.around.tell({ kind: "say", sessionId: turn.sessionId, text: step.say });
      this.soon(0, next);
    } else if ("call" in step) this.call(turn, step, next);
    else if ("spec" in step) this.spec(turn, step.spec, next);
    else if ("wait" in step) this.soon(step.wait, next);
    else if ("parallel" in step) this.playAll(turn, step.parallel, next);
    else if ("fail" in step) this.fail(turn, step.fail.code, step.fail.message);
    else this.exit(turn, step.exit);
  }

  private playAll(turn: StartedTurn, branches: readonly AgentScript[], next: () => void): void {
    let left = branches.length;
    if (left === 0) this.soon(0, next);
    for (const branch of branches) {
      this.play(turn, branch, 0, () => {
        left -= 1;
        if (left === 0) this.soon(0, next);
      });
    }
  }

  private call(turn: StartedTurn, step: CallStep, next: () => void): void {
    const args = argumentsText(step.argsText, step.args);
    this.send(this.callRequest(turn, step, args, step.patienceMs ?? null), (end) => {
      if (end !== "gaveUp") next();
      else if (step.onGiveUp === "stop") this.finish(turn);
      else if (step.onGiveUp === undefined) next();
      else this.retry(turn, step, step.onGiveUp === "retry" ? args : changedText(step), next);
    });
  }

  /** A retry has the patience to wait for whatever comes. */
  private retry(turn: StartedTurn, step: CallStep, args: string, next: () => void): void {
    if (this.runs(turn)) this.send(this.callRequest(turn, step, args, null), next);
  }

  private callRequest(
    turn: StartedTurn,
    step: CallStep,
    args: string,
    patienceMs: number | null,
  ): AgentRequest {
    const requestId = step.requestId ?? this.commandId();
    const line = toolCallLine(requestId, turn.sessionId, step.call, args);
    return { line, patienceMs, resends: RESENDS[this.around.profile] };
  }

  private spec(turn: StartedTurn, toolName: string, next: () => void): void {
    const line = toolSpecLine(this.commandId(), turn.sessionId, toolName);
    this.send({ line, patienceMs: null, resends: 0 }, next);
  }

  private send(request: AgentRequest, done: (end: CallEnd) => void): void {
    sendRequest(this.around.links, this.around.clock, request, done);
  }

  private exit(turn: StartedTurn, code: number): void {
    const { sessionId } = turn;
    this.close(turn, { kind: "exit", sessionId, code, processId: this.processId(), stderr: "" });
  }

  private finish(turn: StartedTurn): void {
    this.close(turn, { kind: "finish", sessionId: turn.sessionId });
  }

  private fail(turn: StartedTurn, code: string, message: string): void {
    this.close(turn, { kind: "fail", sessionId: turn.sessionId, error: { code, message } });
  }

  private close(turn: StartedTurn, input: ProviderInput): void {
    if (!this.runs(turn)) return;
    this.turns.delete(turn.sessionId);
    this.around.tell(input);
  }

  /** A later turn of the session is another one, even by the same name. */
  private runs(turn: StartedTurn): boolean {
    return this.turns.get(turn.sessionId) === turn;
  }

  private commandId(): string {
    return `cli_${this.processId()}_${Math.floor(this.around.epochNow())}`;
  }

  /** Each process has an id of its own, also within one ms. */
  private processId(): number {
    this.processes += 1;
    const offset = this.processes * 7 + (this.around.chance.next() % 7);
    return PROCESS_IDS.least + (offset % PROCESS_IDS.count);
  }

  private soon(ms: number, run: () => void): void {
    this.around.clock.schedule(this.around.clock.now() + ms, run);
  }
}

const changedText = (step: CallStep) => argumentsText(step.changedArgsText, step.changedArgs);

function argumentsText(text: string | undefined, value: JsonValue | undefined): string {
  if (text !== undefined) return text;
  const written = JSON.stringify(value ?? {});
  const parsed = parseJsonText(written);
  return parsed.ok ? sortedText(parsed.value) : written;
}
