/**
 * Reads agent scripts (architecture: a JSON array of steps). Total: whatever is wrong is one sentence that names the step. It
 * refuses what it does not know, so that a misspelt field is never skipped in silence.
 */

import { fail, type Result, succeed } from "../base/result.ts";
import { sortedText } from "../core/wireText.ts";
import { type JsonNode, memberOf, type ObjectNode, parseJsonText } from "../protocol/jsonText.ts";
import type { AgentScript, AgentStep, CallStep, GiveUp, ScriptedFailure } from "./agentScript.ts";

/** A script, or what is wrong in a sentence without its full stop. */
type Read<Value> = Result<Value, string>;

const CALL_FIELDS = ["args", "patienceMs", "onGiveUp", "changedArgs", "requestId"];
/** Each verb with the fields that may stand beside it. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  say: [],
  call: CALL_FIELDS,
  spec: [],
  wait: [],
  parallel: [],
  fail: [],
  exit: [],
};
const MAX_EXIT_CODE = 255;

/** @param text a JSON array of steps */
export function decodeAgentScript(text: string): Read<AgentScript> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return fail(`The script is not JSON (character ${parsed.problem.at + 1}).`);
  return decodeSteps(parsed.value, "");
}

/**
 * @param where which script it is, such as `Entry 2, `; empty for the only one
 */
export function decodeSteps(node: JsonNode, where: string): Read<AgentScript> {
  if (node.kind !== "array") return fail(`${where}A script is a JSON array of steps.`);
  const steps: AgentStep[] = [];
  for (const [index, item] of node.items.entries()) {
    const step = decodeStep(item, `${where}Step ${index + 1}`);
    if (!step.ok) return step;
    steps.push(step.value);
  }
  return succeed(steps);
}

function decodeStep(node: JsonNode, at: string): Read<AgentStep> {
  if (node.kind !== "object") return fail(`${at} is no JSON object.`);
  const verbs = node.members.map(({ key }) => key).filter((key) => Object.hasOwn(VERBS, key));
  const verb = verbs[0];
  if (verb === undefined) return fail(`${at} has none of ${Object.keys(VERBS).join(", ")}.`);
  if (verbs.length > 1) return fail(`${at} has both "${verb}" and "${verbs[1]}": a step does one thing.`);
  const extra = node.members.find(({ key }) => key !== verb && !VERBS[verb]?.includes(key));
  if (extra !== undefined)
    return fail(`${at} has the field ${show(extra.key)}, which "${verb}" does not know.`);
  return decodeVerb(verb, memberOf(node, verb), node, at);
}

function decodeVerb(
  verb: string,
  value: JsonNode | undefined,
  node: ObjectNode,
  at: string,
): Read<AgentStep> {
  switch (verb) {
    case "say":
      return mapped(text(value, verb, at), (say) => ({ say }));
    case "spec":
      return mapped(text(value, verb, at), (spec) => ({ spec }));
    case "wait":
      return mapped(milliseconds(value, verb, at), (wait) => ({ wait }));
    case "exit":
      return mapped(exitCode(value, at), (exit) => ({ exit }));
    case "fail":
      return mapped(failure(value, at), (facts) => ({ fail: facts }));
    case "parallel":
      return decodeBranches(value, at);
    default:
      return decodeCall(node, at);
  }
}

function decodeBranches(value: JsonNode | undefined, at: string): Read<AgentStep> {
  if (value?.kind !== "array") return fail(`${at}: "parallel" takes an array of scripts.`);
  const parallel: AgentScript[] = [];
  for (const [index, item] of value.items.entries()) {
    const branch = decodeSteps(item, `${at}, branch ${index + 1}: `);
    if (!branch.ok) return branch;
    parallel.push(branch.value);
  }
  return succeed({ parallel });
}

function decodeCall(node: ObjectNode, at: string): Read<CallStep> {
  const call = text(memberOf(node, "call"), "call", at);
  if (!call.ok) return call;
  const patience = optional(node, "patienceMs", (value) => milliseconds(value, "patienceMs", at));
  if (!patience.ok) return patience;
  const onGiveUp = optional(node, "onGiveUp", (value) => giveUp(value, at));
  if (!onGiveUp.ok) return onGiveUp;
  const requestId = optional(node, "requestId", (value) => text(value, "requestId", at));
  if (!requestId.ok) return requestId;
  const argsText = textOf(memberOf(node, "args"));
  const changedArgsText = textOf(memberOf(node, "changedArgs"));
  const step: CallStep = {
    call: call.value,
    argsText: argsText ?? "{}",
    ...(patience.value === undefined ? {} : { patienceMs: patience.value }),
    ...(onGiveUp.value === undefined ? {} : { onGiveUp: onGiveUp.value }),
    ...(changedArgsText === undefined ? {} : { changedArgsText }),
    ...(requestId.value === undefined ? {} : { requestId: requestId.value }),
  };
  const problem = callProblem(step);
  return problem === null ? succeed(step) : fail(`${at}: ${problem}`);
}

function callProblem(step: CallStep): string | null {
  if (step.onGiveUp !== undefined && step.patienceMs === undefined)
    return '"onGiveUp" needs "patienceMs": without it the agent never gives up.';
  const changes = step.onGiveUp === "retryChanged";
  if (changes && step.changedArgsText === undefined) return '"retryChanged" needs "changedArgs".';
  if (!changes && step.changedArgsText !== undefined)
    return '"changedArgs" is for "onGiveUp": "retryChanged" only.';
  return null;
}

const textOf = (node: JsonNode | undefined) => (node === undefined ? undefined : sortedText(node));

function optional<Value>(
  node: ObjectNode,
  key: string,
  read: (value: JsonNode) => Read<Value>,
): Read<Value | undefined> {
  const value = memberOf(node, key);
  return value === undefined ? succeed(undefined) : read(value);
}

function mapped<From, To>(read: Read<From>, map: (value: From) => To): Read<To> {
  return read.ok ? succeed(map(read.value)) : read;
}

function text(value: JsonNode | undefined, field: string, at: string): Read<string> {
  return value?.kind === "string" ? succeed(value.value) : fail(`${at}: "${field}" takes a text.`);
}

function milliseconds(value: JsonNode | undefined, field: string, at: string): Read<number> {
  const ms = value?.kind === "number" ? Number(value.raw) : Number.NaN;
  return Number.isFinite(ms) && ms >= 0
    ? succeed(ms)
    : fail(`${at}: "${field}" takes a number of ms, 0 or more.`);
}

function exitCode(value: JsonNode | undefined, at: string): Read<number> {
  const code = value?.kind === "number" ? Number(value.raw) : Number.NaN;
  return Number.isInteger(code) && code >= 0 && code <= MAX_EXIT_CODE
    ? succeed(code)
    : fail(`${at}: "exit" takes a whole number from 0 to ${MAX_EXIT_CODE}.`);
}

function giveUp(value: JsonNode, at: string): Read<GiveUp> {
  const word = value.kind === "string" ? value.value : "";
  return word === "retry" || word === "retryChanged" || word === "stop"
    ? succeed(word)
    : fail(`${at}: "onGiveUp" is "retry", "retryChanged" or "stop".`);
}

function failure(value: JsonNode | undefined, at: string): Read<ScriptedFailure> {
  const code = memberOf(value, "code");
  const message = memberOf(value, "message");
  return code?.kind === "string" && message?.kind === "string"
    ? succeed({ code: code.value, message: message.value })
    : fail(`${at}: "fail" takes {"code": text, "message": text}.`);
}

/** Text of the script, made safe to print: quoted, on one line, short. */
const show = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
