/** The panel over made-up rows, to look at: `?scene=live|recording|lab|many|nothing-yet|nothing-matches|paused|not-visible`. */
import { render } from "preact";
import type { Row, Summary } from "../../../src/engine/port.ts";
import { createStore } from "../../../src/store/createStore.ts";
import { App } from "../../../src/ui/App.tsx";
import { browserPlatform } from "../../../src/ui/browser/platform.ts";
import { applyAppearance, watchSystem } from "../../../src/ui/browser/theme.ts";
import "../../../src/ui/styles/panel.css";
import { attachedState, createFakeEngine, labState, lookingState, summaryOf } from "../fakeEngine.ts";
import { call, manyOutcomes, manyRows, session } from "../fakeRows.ts";

function scene(name: string): { rows: readonly Row[]; summary: Summary } {
  const rows = manyOutcomes();
  const whole = summaryOf(rows);
  const live = { ...whole, clock: { ...whole.clock, now: 10_050, rate: 1 }, range: { from: 0, to: 10_050 } };
  if (name === "lab") return labScene();
  if (name === "many") {
    const many = manyRows(20_000);
    return {
      rows: many,
      summary: {
        ...summaryOf(many),
        source: { ...attachedState, kind: "recording", phase: "complete", label: "volume" },
      },
    };
  }
  if (name === "recording")
    return {
      rows,
      summary: {
        ...whole,
        source: {
          ...attachedState,
          kind: "recording",
          phase: "complete",
          label: "late/wire.ndjson",
          sight: "tap",
        },
      },
    };
  if (name === "notices") return { rows, summary: { ...live, ...troubles() } };
  const reasons = ["nothing-yet", "nothing-matches", "paused", "not-visible"] as const;
  const reason = reasons.find((entry) => entry === name);
  if (!reason) return { rows, summary: live };
  const none = summaryOf([], {
    clock: { now: 4_000, rate: 1, startedAtEpoch: 1_795_986_375_500 },
    empty: reason,
    held: 38,
    paused: reason === "paused",
  });
  return {
    rows: [],
    summary: { ...none, counts: { ...none.counts, hidden: reason === "nothing-matches" ? 154 : 0 } },
  };
}

function troubles(): Partial<Summary> {
  return {
    relay: {
      ...attachedState,
      denied: ["t000004"],
      phase: "lost",
      problem: { code: "core-closed", sentence: "The Core closed its connection. It is looked for again." },
    },
    notices: [
      {
        code: "line-not-json",
        t: 400,
        sentence: "A line from the Core is no JSON. It is kept, and its text is hidden.",
        count: 3,
      },
    ],
    loss: { notReceivedFrames: 12, droppedFrames: 0, droppedBytes: 0, notStoredFrames: 1 },
    archive: { state: "other-tab", storedFrames: 0, sentence: "" },
  };
}

function labScene() {
  const rows = [
    session("t000001", ["laboratory", "http://localhost:5173"], [{ turn: 1, turnId: "op_1", from: 40 }]),
    call("t000001", 1, true, { tool: "get_board", at: 190, wait: 2, took: 16, deadline: 1_500 }, "op_1"),
    call(
      "t000001",
      1,
      false,
      {
        tool: "export_board",
        at: 340,
        wait: 120,
        outcome: "timed-out",
        took: 1_500,
        deadline: 1_500,
        late: 1_003,
        flags: [
          ["timeout.core", "error", 1_500],
          ["result.late", "warn", 2_503],
        ],
      },
      "op_1",
    ),
  ];
  const steps = [
    { t: 40, sentence: "The page creates a session and declares three tools." },
    { t: 190, sentence: "The agent calls get_board; the page answers after 16 ms." },
    { t: 340, sentence: "The agent calls export_board, which has 1,500 ms." },
    { t: 1_840, sentence: "The Core stops waiting and answers TOOL_TIMEOUT." },
    {
      t: 2_843,
      sentence: "The page submits its result 1,003 ms late. The Core refuses it and tells nobody else.",
    },
    { t: 3_100, sentence: "The agent calls no_handler, which nobody registered." },
  ];
  const summary = summaryOf(rows, {
    channel: "lab",
    source: labState,
    relay: lookingState,
    clock: { now: 2_860, rate: 0.05, startedAtEpoch: 0 },
    range: { from: 0, to: 2_860 },
    narration: { title: "late result", seed: 7, steps, current: 4 },
  });
  return { rows, summary };
}

const { rows, summary } = scene(new URLSearchParams(location.search).get("scene") ?? "live");
const engine = createFakeEngine(rows, summary);
const store = createStore(engine, browserPlatform());
const system = watchSystem();
applyAppearance(store, system, document.documentElement);
const root = document.getElementById("panel");
if (root) render(<App store={store} system={system} />, root);
void store.commands.start();
