/**
 * What is said of a frame's values before they are hidden (architecture.md §4, fifth fact): sizes, keyed fingerprints,
 * classes, codes that look like codes. Nothing here carries a value.
 */
import type { ArgsFacts, ResultFacts } from "../protocol/facts.ts";
import { type JsonNode, memberOf, toJsonValue } from "../protocol/jsonText.ts";
import { classifyResult } from "../results/classify.ts";
import { looksLikeCode } from "../results/codeShape.ts";
import { detect } from "./detectors.ts";
import { isPositiveCount } from "./leafShapes.ts";
import { textOf } from "./reading.ts";
import { schemaKeyword } from "./schemaKeyword.ts";
import type { Tokenizer } from "./token.ts";

/** Bytes of a node's text in the line. */
export type SizeOf = (node: JsonNode) => number;

/** Of the arguments in a `tool_call` request or event. */
export function argsFacts(args: JsonNode, tokenizer: Tokenizer, sizeOf: SizeOf): ArgsFacts {
  const fingerprint = tokenizer.fingerprint(args);
  const timeout = memberOf(args, "timeoutMs");
  const timeoutMs = timeout?.kind === "number" && isPositiveCount(timeout.raw) ? Number(timeout.raw) : null;
  return {
    bytes: sizeOf(args),
    fingerprint,
    fingerprintWithoutTimeout:
      timeout === undefined ? fingerprint : tokenizer.fingerprint(withoutTimeout(args)),
    ...(timeoutMs === null ? {} : { timeoutMs }),
  };
}

function withoutTimeout(args: JsonNode): JsonNode {
  if (args.kind !== "object") return args;
  return { ...args, members: args.members.filter((member) => member.key !== "timeoutMs") };
}

/** Of a tool's result, wherever it travels. */
export function resultFacts(result: JsonNode, tokenizer: Tokenizer, sizeOf: SizeOf): ResultFacts {
  const { code, ...reading } = classifyResult(toJsonValue(result));
  const shown = code !== undefined && looksLikeCode(code) && detect(code).length === 0;
  return {
    bytes: sizeOf(result),
    fingerprint: tokenizer.fingerprint(result),
    ...reading,
    ...(shown ? { code } : {}),
  };
}

/** The keyword that failed, from a response's error. */
export function failedKeyword(error: JsonNode | undefined): string | undefined {
  if (textOf(memberOf(error, "code")) !== "TOOL_ARGS_INVALID") return undefined;
  const sentence = textOf(memberOf(memberOf(error, "details"), "error"));
  return sentence === undefined ? undefined : schemaKeyword(sentence);
}
