/** The first scenario as the Core lives it: what it is told, and what it does then. Nothing else. */
import { expect, test } from "vitest";
import type { CoreEffect, CoreInput } from "../../src/core/input.ts";
import { createCoreState } from "../../src/core/state.ts";
import { step } from "../../src/core/step.ts";

const ENTROPY = "00000000000000000000000000000007";
const PAGE = `"callerOrigin":"http://localhost:5173",`;
const MANIFEST =
  '{"provider":"codex","skills":{"guidance":"","tools":[{"name":"get_board","description":"Reads.","argsSchema":{"type":"object"}},{"name":"export_board","description":"Exports.","argsSchema":{"type":"object"},"timeoutMs":1500},{"name":"archive_card","description":"Archives.","argsSchema":{"type":"object"}}]}}';

const opened = (now: number, conn: number): CoreInput => ({ kind: "opened", now, conn });
const closed = (now: number, conn: number): CoreInput => ({ kind: "closed", now, conn });
const written = (now: number, conn: number): CoreInput => ({ kind: "written", now, conn, ok: true });
const line = (
  now: number,
  conn: number,
  id: string,
  type: string,
  payload: string,
  origin = "",
): CoreInput => ({
  kind: "line",
  now,
  conn,
  text: `{"requestId":"${id}","type":"${type}",${origin}"payload":${payload}}`,
  entropy: ENTROPY,
});

const answers = (conn: number, text: string): CoreEffect => ({ kind: "respond", conn, line: text });
const states = (seq: number, type: string, fields: string): CoreEffect => ({
  kind: "emit",
  conn: 2,
  line: `{"type":"thread_event","event":{"type":"${type}","seq":${seq},"threadId":"t000001","operationId":"turn_1",${fields}}}`,
});
const startsTimer = (id: string, at: number): CoreEffect => ({
  kind: "startTimer",
  timer: `deadline:t000001:${id}`,
  at,
});
const cancelsTimer = (id: string): CoreEffect => ({ kind: "cancelTimer", timer: `deadline:t000001:${id}` });

const CALL_1 = "toolreq_1700000000190_1";
const CALL_2 = "toolreq_1700000000340_2";
const CALL_3 = "toolreq_1700000003100_3";
const MISSING =
  '{"error":{"code":"TOOL_HANDLER_NOT_FOUND","message":"No tool handler registered for archive_card"}}';

const story: readonly (readonly [CoreInput, readonly CoreEffect[]])[] = [
  [opened(1, 1), []],
  [
    line(1, 1, "e1", "create_thread", MANIFEST, PAGE),
    [
      answers(
        1,
        `{"requestId":"e1","ok":true,"result":{"explicitModelConfigApplied":false,"threadId":"t000001","workspaceId":"ws_${ENTROPY}","workspacePath":null}}`,
      ),
    ],
  ],
  [written(1, 1), []],
  [closed(2, 1), []],
  [opened(2, 2), []],
  [
    line(2, 2, "e2", "subscribe_thread", '{"threadId":"t000001"}', PAGE),
    [
      answers(
        2,
        `{"requestId":"e2","ok":true,"result":{"snapshot":{"latestSeq":2,"status":"idle","threadId":"t000001","workspaceId":"ws_${ENTROPY}"},"subscribed":true,"workspace":{"path":null,"workspaceId":"ws_${ENTROPY}"}}}`,
      ),
    ],
  ],
  [written(2, 2), []],
  [opened(40, 3), []],
  [
    line(40, 3, "e3", "send_text", '{"message":"Export.","operationId":"turn_1","threadId":"t000001"}', PAGE),
    [
      states(3, "status_changed", '"status":"running"'),
      {
        kind: "startTurn",
        sessionId: "t000001",
        operationId: "turn_1",
        operationKind: "user",
        message: "Export.",
      },
      answers(3, '{"requestId":"e3","ok":true,"result":{"operationId":"turn_1","threadId":"t000001"}}'),
    ],
  ],
  [written(40, 3), []],

  // A good call, answered after 16 ms.
  [opened(190, 4), []],
  [
    line(190, 4, "c1", "tool_call", '{"args":{},"threadId":"t000001","toolName":"get_board"}'),
    [
      states(4, "status_changed", '"status":"waitingToolResult"'),
      states(5, "tool_call", `"requestId":"${CALL_1}","toolName":"get_board","args":{}`),
      startsTimer(CALL_1, 60_190),
    ],
  ],
  [opened(206, 5), []],
  [
    line(
      206,
      5,
      "e4",
      "submit_tool_result",
      `{"requestId":"${CALL_1}","result":{"cards":[]},"threadId":"t000001"}`,
      PAGE,
    ),
    [
      cancelsTimer(CALL_1),
      answers(4, '{"requestId":"c1","ok":true,"result":{"cards":[]}}'),
      states(6, "status_changed", '"status":"running"'),
      states(7, "tool_result", `"requestId":"${CALL_1}","toolName":"get_board","result":{"cards":[]}`),
      answers(5, '{"requestId":"e4","ok":true,"result":{}}'),
    ],
  ],

  // A late result: the deadline passes, the submit comes 1,003 ms after it.
  [opened(340, 6), []],
  [
    line(
      340,
      6,
      "c2",
      "tool_call",
      '{"args":{"format":"pdf"},"threadId":"t000001","toolName":"export_board"}',
    ),
    [
      states(8, "status_changed", '"status":"waitingToolResult"'),
      states(9, "tool_call", `"requestId":"${CALL_2}","toolName":"export_board","args":{"format":"pdf"}`),
      startsTimer(CALL_2, 1840),
    ],
  ],
  [
    { kind: "timer", now: 1840, timer: `deadline:t000001:${CALL_2}` },
    [
      states(10, "status_changed", '"status":"running"'),
      answers(6, '{"requestId":"c2","ok":false,"error":{"code":"TOOL_TIMEOUT","message":"tool timeout"}}'),
    ],
  ],
  [
    { kind: "say", now: 1841, sessionId: "t000001", text: "It timed out." },
    [states(11, "assistant_message", '"text":"It timed out."')],
  ],
  [opened(2843, 7), []],
  [
    line(
      2843,
      7,
      "e5",
      "submit_tool_result",
      `{"requestId":"${CALL_2}","result":1,"threadId":"t000001"}`,
      PAGE,
    ),
    [
      answers(
        7,
        `{"requestId":"e5","ok":false,"error":{"code":"PENDING_TOOL_REQUEST_NOT_FOUND","message":"pending tool request was not found","details":{"requestId":"${CALL_2}","threadId":"t000001"}}}`,
      ),
    ],
  ],

  // A missing handler: for the Core an answer like any other.
  [opened(3100, 8), []],
  [
    line(3100, 8, "c3", "tool_call", '{"args":{},"threadId":"t000001","toolName":"archive_card"}'),
    [
      states(12, "status_changed", '"status":"waitingToolResult"'),
      states(13, "tool_call", `"requestId":"${CALL_3}","toolName":"archive_card","args":{}`),
      startsTimer(CALL_3, 63_100),
    ],
  ],
  [opened(3101, 9), []],
  [
    line(
      3101,
      9,
      "e6",
      "submit_tool_result",
      `{"requestId":"${CALL_3}","result":${MISSING},"threadId":"t000001"}`,
      PAGE,
    ),
    [
      cancelsTimer(CALL_3),
      answers(8, `{"requestId":"c3","ok":true,"result":${MISSING}}`),
      states(14, "status_changed", '"status":"running"'),
      states(15, "tool_result", `"requestId":"${CALL_3}","toolName":"archive_card","result":${MISSING}`),
      answers(9, '{"requestId":"e6","ok":true,"result":{}}'),
    ],
  ],

  // The turn ends.
  [
    { kind: "finish", now: 3200, sessionId: "t000001" },
    [
      states(16, "status_changed", '"status":"idle"'),
      states(17, "operation_completed", '"operationKind":"user","success":true'),
    ],
  ],
];

test("the first scenario, input by input", () => {
  let state = createCoreState({ version: "0.3.0", processId: 1, startedAtEpoch: 1_700_000_000_000 });
  for (const [input, effects] of story) {
    const done = step(state, input);
    state = done.state;
    expect({ input, effects: done.effects }).toEqual({ input, effects });
  }
});
