/**
 * The cards in English. They say what was seen and what to do next; the advice is that of Pedelec's guide "Tool Errors and
 * Timeouts", and after a timeout or a lost result it always begins with reconciling.
 */
import type { Card, CardFacts } from "./flagText.ts";
import { durationOf, milliseconds, nameOf, numberOf } from "./wording.ts";

const ERRORS_GUIDE = "Tool Errors and Timeouts";

const handlerMissing: Card = {
  code: "handler.missing",
  title: "No handler answered to this name",
  sentence: (facts) =>
    `The page answered ${nameOf(facts, "tool", "the call")} with TOOL_HANDLER_NOT_FOUND: its SDK found no handler to run. ${
      facts.accepted === false
        ? "The Core did not take that answer any more."
        : "The Core passed it on as a normal result, so the agent saw an answer and no failure."
    }`,
  why: "The tool's work was never started. As a rule this is a slip in the integration, not in the agent, and the same call meets the same answer until a handler is there.",
  check: [
    "Is the tool declared for the session, but implemented nowhere?",
    "Is the name spelled the same in the definition and in the registration, capitals included?",
    "Was the session resumed, or the page reloaded, without registering its handlers again?",
    "Did a clean-up (an unmounted component, a disposed registration) run while the session was still in use?",
    "Was the handler registered on another session object than the one that got the call?",
  ],
  next: "Register the handler before the first text is sent, or a generic handler that answers for every name. Nothing has run, so calling again afterwards is safe.",
  falseAlarm: "The page leaves a tool out on purpose, so that the agent finds another way.",
  document: `${ERRORS_GUIDE}: TOOL_HANDLER_NOT_FOUND`,
};

const handlerThrew: Card = {
  code: "handler.threw",
  title: "The handler threw",
  sentence: (facts) =>
    `The handler of ${nameOf(facts, "tool", "the tool")} threw or rejected, and the SDK turned that into a result with TOOL_HANDLER_ERROR. ${
      facts.accepted === false
        ? "The Core did not take it any more."
        : "To the Core it was an ordinary answer."
    }`,
  why: "The agent gets a short message and no stack. Whatever the handler had done before it threw stays done.",
  check: [
    "The application's own log at this moment: the stack is only there.",
    "Whether the handler had changed anything before it threw.",
    "Whether the arguments were valid and still unexpected: a schema does not make them trustworthy.",
  ],
  next: "If the case is to be expected, return a structured error with a code of your own instead of throwing. Repeat the call only where it is known to be idempotent, or once you know that nothing had happened yet.",
  falseAlarm:
    "The application returns an error of exactly this shape by itself: on the wire both look the same.",
  document: `${ERRORS_GUIDE}: TOOL_HANDLER_ERROR`,
};

const timeoutCore: Card = {
  code: "timeout.core",
  title: "The Core's deadline passed",
  sentence: (facts) =>
    `The Core waited ${durationOf(facts, "elapsedMs", "until its deadline")} for the result of ${nameOf(facts, "tool", "the call")} and gave up. ${deadlineSentence(facts)}${
      facts.received === false ? " The caller had left by then, so nobody received that TOOL_TIMEOUT." : ""
    }`,
  why: "This call is over: after TOOL_TIMEOUT nobody waits for its result any more. The Core's clock does not stop the JavaScript in the page, so the handler may still be at work, or done, and its side effect real.",
  check: [
    "Whether the handler settles on every path: submit, cancel, unmount, session end.",
    "Whether a submit was refused because it had no result (the handler returned undefined), or could not be sent at all.",
    "Whether the work honestly takes longer than the tool's timeoutMs, for instance because it waits for a person.",
    "Whether a result comes in later: it is then shown as a late result of this call.",
  ],
  next: "Reconcile first: read the application's state before anything is called again, even where a result says retryable. Then settle earlier, raise timeoutMs, or hand out an id and let the agent ask for the rest. An idempotency key or an expected version makes a repeat safe.",
  falseAlarm: "A scenario that lets the deadline pass on purpose.",
  document: `${ERRORS_GUIDE}: Timeout, Retry policy`,
};

function deadlineSentence(facts: CardFacts): string {
  const configured = durationOf(facts, "configuredMs", "unknown");
  switch (facts.deadlineSource) {
    case "call":
      return `The deadline of ${configured} came with the call itself.`;
    case "tool":
      return `The deadline of ${configured} is the tool's own.`;
    case "snapshot":
      return `The deadline of ${configured} comes from a snapshot of the Core.`;
    default:
      return "Which deadline it had was not seen.";
  }
}

const timeoutEarly: Card = {
  code: "timeout.early",
  title: "Ended before its deadline",
  sentence: (facts) =>
    `${nameOf(facts, "tool", "The call")} was answered TOOL_TIMEOUT after ${durationOf(facts, "elapsedMs", "less than its deadline")}, ${
      numberOf(facts, "configuredMs") === null
        ? "before its deadline"
        : `long before its ${durationOf(facts, "configuredMs", "")} were over`
    }: ${enderOf(facts)} ended while it was pending.`,
  why: "The code says timeout, but no clock ran out. Advice for slow handlers does not help here, and the handler in the page may still finish its work.",
  check: [
    "What ended the turn or the session at this moment: an end_thread, a stopped agent, a failing provider.",
    "Whether the application ends sessions while calls are still open.",
    "Whether the handler cancels its work when the session ends.",
  ],
  next: "Reconcile first: the side effect may be done although no result was delivered. Then let open calls settle before the session is ended, and stop the handler's work in the clean-up.",
  falseAlarm: "The person ended the session on purpose and the tool only reads.",
  document: `${ERRORS_GUIDE}: SUBMIT_TOOL_RESULT_FAILED, Timeout`,
};

function enderOf(facts: CardFacts): string {
  switch (facts.endedBy) {
    case "session":
      return "the session";
    case "turn":
      return "the turn";
    case "provider":
      return "the provider's run";
    default:
      return "the turn or the session";
  }
}

const resultLate: Card = {
  code: "result.late",
  title: "The result came too late",
  sentence: (facts) =>
    `A result for ${nameOf(facts, "tool", "the call")} was sent ${latenessSentence(facts)}. The Core refused it and threw it away. ${afterwards(facts)}`,
  why: "The work in the page was most likely done, and the agent does not know: it was told that the call had ended without a result. If the call is made again, the effect may happen twice.",
  check: [
    "Whether the late work changed anything: the application's state says so, the trace cannot.",
    "How late it was against the deadline: a little over asks for a longer timeoutMs, far over for another design.",
    "Whether the same call was made again in the meantime.",
    "What the page does with the refusal: session.onError gets PENDING_TOOL_REQUEST_NOT_FOUND, or SUBMIT_TOOL_RESULT_FAILED where the failure has no code.",
  ],
  next: "Reconcile first: compare the application's state with what the agent was told, and do not run the handler again blindly. For the future, settle before the deadline or cancel the work when it passes; an idempotency key or an expected version lets a repeat find what is already there.",
  falseAlarm: "The tool only reads, and nobody waits for the answer any more.",
  document: `${ERRORS_GUIDE}: Timeout, Retry policy`,
};

function latenessSentence(facts: CardFacts): string {
  const lateness = numberOf(facts, "latenessMs");
  const settled = settledWords(facts);
  if (lateness === null) return `after ${settled}`;
  if (lateness < 0)
    return `${milliseconds(-lateness)} before ${settled}, but reached the Core only afterwards`;
  return `${milliseconds(lateness)} after ${settled}`;
}

function settledWords(facts: CardFacts): string {
  switch (facts.settledBy) {
    case "timeout":
      return "the Core's deadline had ended it";
    case "session":
      return "the end of the session had ended it";
    case "turn":
      return "the end of the turn had ended it";
    case "provider":
      return "the provider's failure had ended it";
    default:
      return "the call had ended without an answer";
  }
}

function afterwards(facts: CardFacts): string {
  if (facts.invokedAgain === true)
    return "Before it came, the same call had been made again: the work may have been done twice.";
  if (facts.turnWentOn === true) {
    return facts.turnOver === true
      ? "The turn had gone on without it, and was over by then."
      : "The turn was going on without it.";
  }
  return "No further call of the same kind was seen before it came.";
}

const toolUnknown: Card = {
  code: "tool.unknown",
  title: "The Core knows no such tool",
  sentence: (facts) =>
    `The agent called ${nameOf(facts, "tool", "a tool")}, which the session's registry does not hold. ${
      typeof facts.nearest === "string"
        ? `The nearest declared name is ${facts.nearest}.`
        : typeof facts.declared === "number"
          ? `None of the ${facts.declared} declared names is close.`
          : "What the session declared was not seen."
    }`,
  why: "The call was refused before it reached the page: no handler ran, and no event tells of it. The registry is fixed when the session is created.",
  check: [
    "Whether the tool is among the session's tools at all.",
    "Whether the guidance, or a tool's description, speaks of a name that is not declared.",
    "Whether the agent mixes up two sessions.",
  ],
  next: "Declare the tool when the session is created, or correct the name where the agent reads it. Nothing was executed, so a corrected call is safe.",
  falseAlarm: "The agent guesses a name once and then asks for the tools it has.",
  document: `${ERRORS_GUIDE}: TOOL_NOT_FOUND; Error Codes`,
};

const toolArgsInvalid: Card = {
  code: "tool.args-invalid",
  title: "The arguments do not fit",
  sentence: (facts) =>
    `The Core refused the arguments for ${nameOf(facts, "tool", "the tool")}: ${misfit(facts)}.`,
  why: "The call was refused before it reached the page: no handler ran, and no event tells of it. The agent can only correct itself if it understands what was wrong.",
  check: [
    "The tool's argsSchema against what the agent sent: key names and shapes are visible here, values are not.",
    "Whether the description says what the schema demands: required keys, allowed words, lengths.",
    "Whether the schema is stricter than it has to be (additionalProperties, enum, minLength).",
  ],
  next: "Say in the tool's description what the schema wants, with an example. The agent should change its arguments; the same ones will be refused again.",
  falseAlarm: "One refusal that the agent corrects by itself.",
  document: `${ERRORS_GUIDE}: TOOL_ARGS_INVALID, Validation errors`,
};

function misfit(facts: CardFacts): string {
  if (facts.reason === "not-an-object") return "they are no JSON object";
  if (facts.reason === "timeout") return "their timeoutMs is no positive whole number";
  return typeof facts.keyword === "string"
    ? `they break the schema's "${facts.keyword}"`
    : "they do not match the tool's schema";
}

const ruleFailed: Card = {
  code: "viewer.rule-failed",
  title: "A rule of this panel failed",
  sentence: (facts) =>
    `The rule for ${nameOf(facts, "rule", "a finding")} stopped with an error (${nameOf(facts, "problem", "unknown")}). The timeline goes on; this one finding could not be judged here.`,
  why: "A finding may be missing for this call. It says nothing about Pedelec or the application.",
  check: ["The frames of this call: they are complete, whatever the rule made of them."],
  next: "Please report it with the redacted frames of this call.",
  falseAlarm: "Never: it is a fault of this product.",
  document: "The panel's own",
};

/** All cards, by code. */
export function englishCards(): ReadonlyMap<string, Card> {
  const cards = [
    handlerMissing,
    handlerThrew,
    timeoutCore,
    timeoutEarly,
    resultLate,
    toolUnknown,
    toolArgsInvalid,
    ruleFailed,
  ];
  return new Map(cards.map((card) => [card.code, card]));
}
