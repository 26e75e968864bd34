/**
 * The redactor: raw line in, redacted line and facts out (architecture.md §8). It runs before anything is stored or sent, hides
 * by default, and never throws on what came from outside. It keeps no line and no value; of a connection it keeps which
 * requests are open, because a response can only be read by its request.
 */
import type { FrameFacts } from "../protocol/facts.ts";
import { type JsonNode, parseJsonText } from "../protocol/jsonText.ts";
import { formatPlaceholder } from "../protocol/placeholder.ts";
import type { Direction } from "../protocol/records.ts";
import { detect } from "./detectors.ts";
import { argsFacts, failedKeyword, resultFacts, type SizeOf } from "./facts.ts";
import { createInterpreter, type Interpretation } from "./interpret.ts";
import { readMessage } from "./reading.ts";
import { rewrite } from "./rewrite.ts";
import { createTokenizer, type Tokenizer } from "./token.ts";

/**
 * A longer line is hidden as one piece, in bytes: placeholders are longer than what they hide, and a tree of small numbers
 * would outgrow the memory. A Core's largest honest line is a few times its inbound limit of 1 MiB.
 */
export const MAX_REWRITTEN_BYTES = 8 * 1024 * 1024;

/** A line as it passed. */
export interface RawLine {
  readonly run: number;
  readonly conn: number;
  readonly dir: Direction;
  /** The line's bytes without its newline. */
  readonly line: Uint8Array;
  /** Bytes of the line that are not in `line`. */
  readonly cutBytes?: number;
}

export interface Redacted {
  /** One JSON text in one line. */
  readonly line: string;
  readonly facts: FrameFacts;
}

export interface Redactor {
  /** Lines of one connection must come in the order in which they passed, both directions through the same redactor. */
  redact(frame: RawLine): Redacted;
  /** The connection is over: its open requests are dropped. */
  forget(run: number, conn: number): void;
}

/**
 * @param options.key 16 secret bytes, new for each recording; never stored by anybody
 * @param options.epoch letters and digits that name the key in each token
 * @throws on a key of another length: a bug of ours
 */
export function createRedactor(options: { readonly key: Uint8Array; readonly epoch: string }): Redactor {
  const tokenizer = createTokenizer(options.key);
  const interpreter = createInterpreter();
  const decode = createLineDecoder();

  function redact(frame: RawLine): Redacted {
    const { line, cutBytes = 0 } = frame;
    const { text, valid } = decode(line);
    const size: FrameFacts = {
      bytes: line.length + cutBytes,
      ...(valid ? {} : { invalidUtf8: true }),
      ...(cutBytes > 0 ? { cutBytes } : {}),
    };
    const passage = { ...frame, bytes: size.bytes, valid };
    const parsed = line.length > MAX_REWRITTEN_BYTES ? null : parseJsonText(text);
    if (parsed === null || !parsed.ok) {
      interpreter.interpret(passage, null);
      return wholeLine(text, { ...size, undecodable: parsed === null ? "wrong-shape" : "not-json" });
    }
    const reading = readMessage(frame.dir, parsed.value);
    const message = interpreter.interpret(passage, reading);
    const rewriting = { tokenizer, epoch: options.epoch, tool: message.tool };
    const { line: redacted, hits } = rewrite(parsed.value, message.rule, rewriting);
    const facts: FrameFacts = {
      ...size,
      ...(reading.kind === "wrong-shape" ? { undecodable: "wrong-shape" } : {}),
      ...messageFacts(message, tokenizer, sizeIn(text, line)),
      ...(hits.length > 0 ? { hits } : {}),
    };
    return { line: redacted, facts };
  }

  return { redact, forget: interpreter.forget };
}

/** A line that has no shape to keep. */
function wholeLine(text: string, facts: FrameFacts): Redacted {
  const line = JSON.stringify(formatPlaceholder({ kind: "line", size: facts.bytes }));
  const hits = detect(text).map((detector) => ({ detector, pointer: "", hidden: true }));
  return { line, facts: hits.length > 0 ? { ...facts, hits } : facts };
}

function messageFacts(message: Interpretation, tokenizer: Tokenizer, sizeOf: SizeOf): Partial<FrameFacts> {
  const { args, result, error, resultMissing } = message;
  const keyword = failedKeyword(error);
  return {
    ...(args === undefined ? {} : { args: argsFacts(args, tokenizer, sizeOf) }),
    ...(result === undefined ? {} : { result: resultFacts(result, tokenizer, sizeOf) }),
    ...(resultMissing === true ? { resultMissing } : {}),
    ...(keyword === undefined ? {} : { schemaKeyword: keyword }),
  };
}

/** Offsets are in UTF-16 units; in a line of ASCII, as most are, those are bytes. */
function sizeIn(text: string, line: Uint8Array): SizeOf {
  if (text.length === line.length) return (node: JsonNode) => node.end - node.start;
  const encoder = new TextEncoder();
  return (node) => encoder.encode(text.slice(node.start, node.end)).length;
}

/** Bytes that are no UTF-8 become U+FFFD, and are told of. A byte order mark stays: it makes a line no JSON, as for the Core. */
function createLineDecoder(): (line: Uint8Array) => { readonly text: string; readonly valid: boolean } {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
  return (line) => {
    try {
      return { text: strict.decode(line), valid: true };
    } catch {
      return { text: lenient.decode(line), valid: false };
    }
  };
}
