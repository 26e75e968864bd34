/**
 * Stories of the Core as texts that are read from top to bottom. A line is a time in ms, then what happens or, behind `>`, what
 * the Core writes; a story holds if playing what happens writes exactly its other lines.
 *
 *   3 < c1 add_item {"sku":"A"}     connection 3 calls a tool, under the id c1
 *   1 < submit #1 {"ok":true}       the page answers the first tool request
 *   1 < send op_2 | end | ping x    the page sends a text, ends the session, asks under an id
 *   3 opens | closes | breaks       it is there, gone, or gone in a way that only a write finds out
 *   deadline #1 | turn ends | turn fails CODE
 *   3 > c1 ok {"ok":true}           an answer; 3 > c1 TOOL_TIMEOUT is a refusal
 *   2 > waitingToolResult           a status; 2 > tool_call #1, 2 > tool_result #1 and other events by their type
 *   3 > closed                      the Core closes the connection
 */
import { expect } from "vitest";
import type { CoreEffect } from "../../src/core/input.ts";
import { ORIGIN, type PlayedCore, playTurn, SESSION, sendText, submit, toolRequestId } from "./playCore.ts";

/** Plays what happens in the story on a Core whose turn runs, and compares everything that is written. */
export function tellStory(story: string, core: PlayedCore = playTurn()): PlayedCore {
  const wanted = linesOf(story);
  const happenings = wanted.filter((line) => !line.includes(" > "));
  const played = new Playbook(core);
  const written = happenings.flatMap((line) => [line, ...played.happen(line)]);
  expect(written).toEqual(wanted);
  return core;
}

const linesOf = (story: string) =>
  story
    .split("\n")
    .map((line) => line.trim().replace(/^(\d+) +/, "$1 "))
    .filter((line) => line !== "");

class Playbook {
  readonly #core: PlayedCore;

  constructor(core: PlayedCore) {
    this.#core = core;
  }

  happen(line: string): string[] {
    const [, time = "", what = ""] = /^(\d+) (.*)$/.exec(line) ?? [];
    this.#core.now = Number(time);
    return this.#perform(what).flatMap((effect) => {
      const text = this.#tell(effect);
      return text === null ? [] : [`${time} ${text}`];
    });
  }

  #perform(what: string): CoreEffect[] {
    const [, conn, spoken] = /^(\d+) < (.*)$/.exec(what) ?? [];
    if (spoken !== undefined) return this.#speak(Number(conn), spoken);
    const [subject = "", verb = "", code = ""] = what.split(" ");
    if (subject === "turn" && verb === "ends") return this.#core.feed({ kind: "finish", sessionId: SESSION });
    if (subject === "turn") {
      return this.#core.feed({ kind: "fail", sessionId: SESSION, error: { code, message: "failed" } });
    }
    if (subject === "deadline") {
      return this.#core.feed({ kind: "timer", timer: `deadline:${SESSION}:${this.#idOf(verb)}` });
    }
    return this.#move(Number(subject), verb);
  }

  #move(conn: number, verb: string): CoreEffect[] {
    if (verb === "breaks") this.#core.broken.add(conn);
    else if (verb === "opens") return this.#core.feed({ kind: "opened", conn });
    else if (verb === "closes") return this.#core.feed({ kind: "closed", conn });
    else throw new Error(`not in the playbook: ${conn} ${verb}`);
    return [];
  }

  #speak(conn: number, spoken: string): CoreEffect[] {
    const [, verb = "", name = "", rest = ""] = /^(\S+)(?: (\S+))?(?: (.*))?$/.exec(spoken) ?? [];
    if (verb === "submit") return submit(this.#core, this.#idOf(name), JSON.parse(rest));
    if (verb === "send") return sendText(this.#core, name);
    if (verb === "end") return this.#core.send(conn, "end_thread", { threadId: SESSION }, ORIGIN);
    if (verb === "ping") return this.#core.line(conn, JSON.stringify({ requestId: name, type: "ping" }));
    const head = `{"requestId":"${verb}","type":"tool_call","payload":`;
    return this.#core.line(conn, `${head}{"threadId":"${SESSION}","toolName":"${name}","args":${rest}}}`);
  }

  /** The id behind `#1`. One that no event told is the Core's first at its beginning. */
  #idOf(mark: string): string {
    return this.#core.toolRequests[Number(mark.slice(1)) - 1] ?? toolRequestId(1);
  }

  #tell(effect: CoreEffect): string | null {
    switch (effect.kind) {
      case "respond":
        return `${effect.conn} > ${answerOf(JSON.parse(effect.line))}`;
      case "emit":
        return `${effect.conn} > ${this.#eventOf(JSON.parse(effect.line).event)}`;
      case "closeConnection":
        return `${effect.conn} > closed`;
      default:
        return null;
    }
  }

  #eventOf({ type, status, requestId }: { type: string; status?: string; requestId?: string }): string {
    if (requestId === undefined) return status ?? type;
    if (type === "tool_call") this.#core.toolRequests.push(requestId);
    return `${type} #${this.#core.toolRequests.indexOf(requestId) + 1}`;
  }
}

function answerOf(line: {
  requestId: string;
  ok: boolean;
  result?: unknown;
  error?: { code: string };
}): string {
  return `${line.requestId} ${line.ok ? `ok ${JSON.stringify(line.result)}` : line.error?.code}`;
}
