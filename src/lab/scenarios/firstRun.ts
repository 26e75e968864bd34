/** What the panel plays when there is no Core: one good call, one late result, one missing handler. All values are made up. */

import type { JsonObject } from "../../protocol/messages.ts";
import { refused, requested, stated, unhandled } from "../cues.ts";
import type { Scenario } from "../scenario.ts";

const EXPORT_TIMEOUT_MS = 1500;
const LATE_BY_MS = 1003;

const noArguments: JsonObject = { type: "object", properties: {}, additionalProperties: false };

export const firstRun: Scenario = {
  id: "first-run",
  title: "late result",
  sentence: "A call that works, a result that comes after its deadline, and a tool that nobody handles.",
  expectedFlags: ["handler.missing", "result.late", "timeout.core"],
  origin: "http://localhost:5173",
  provider: "codex",
  guidance: "You keep a small board of cards.",
  tools: [
    { name: "get_board", description: "Read all cards on the board.", argsSchema: noArguments },
    {
      name: "export_board",
      description: "Write the board to a file.",
      argsSchema: {
        type: "object",
        properties: { format: { type: "string", enum: ["pdf", "png"] } },
        required: ["format"],
        additionalProperties: false,
      },
      timeoutMs: EXPORT_TIMEOUT_MS,
    },
    {
      name: "archive_card",
      description: "Put a card away.",
      argsSchema: {
        type: "object",
        properties: { cardId: { type: "string" } },
        required: ["cardId"],
        additionalProperties: false,
      },
    },
  ],
  handlers: [
    {
      tool: "get_board",
      answersAfterMs: 16,
      result: { columns: ["todo", "doing", "done"], cards: [{ id: "card-1", column: "doing" }] },
    },
    {
      tool: "export_board",
      answersAfterMs: EXPORT_TIMEOUT_MS + LATE_BY_MS,
      result: { fileName: "board.pdf", bytes: 48_213 },
    },
  ],
  message: "Export the board as PDF, then put the finished card away.",
  asksAfterMs: 40,
  script: [
    { wait: 140 },
    { call: "get_board", args: {} },
    { wait: 130 },
    { call: "export_board", args: { format: "pdf" } },
    { say: "The export timed out. I wait a little before I go on." },
    { wait: 1250 },
    { call: "archive_card", args: { cardId: "card-1" } },
    { wait: 120 },
    { say: "The card could not be put away." },
    { wait: 60 },
  ],
  story: [
    { sentence: "The page opens a session and declares three tools.", when: requested("create_thread") },
    { sentence: "The user asks for an export, and a turn begins.", when: requested("send_text") },
    { sentence: "The agent calls get_board.", when: stated("tool_call", "get_board") },
    {
      sentence: "The page answers get_board 16 ms later, and the agent gets the result.",
      when: stated("tool_result", "get_board"),
    },
    {
      sentence: "The agent calls export_board, which has 1,500 ms.",
      when: stated("tool_call", "export_board"),
    },
    {
      sentence: "The Core stops waiting for export_board and answers TOOL_TIMEOUT.",
      when: refused("TOOL_TIMEOUT"),
    },
    {
      sentence: "The page submits its result 1,003 ms late. The Core refuses it and tells nobody else.",
      when: refused("PENDING_TOOL_REQUEST_NOT_FOUND"),
    },
    { sentence: "The agent calls archive_card, which nobody registered.", when: unhandled("archive_card") },
    {
      sentence: "The SDK answers in the handler's place, with TOOL_HANDLER_NOT_FOUND.",
      when: stated("tool_result", "archive_card"),
    },
    { sentence: "The turn ends. Nothing is pending.", when: stated("operation_completed") },
  ],
};
