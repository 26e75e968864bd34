import { expect, test } from "vitest";
import { createTerminalWatch } from "../../src/cli/terminalWatch.ts";
import type { NoticeRecord } from "../../src/protocol/records.ts";
import { PLAIN_STATE } from "../relay/servedRelay.ts";

function watched(): { printed: string[]; watch: ReturnType<typeof createTerminalWatch> } {
  const printed: string[] = [];
  return { printed, watch: createTerminalWatch((sentence) => printed.push(sentence)) };
}

const notice = (sentence: string): Omit<NoticeRecord, "position"> => ({
  kind: "notice",
  run: 1,
  t: 1,
  code: "line-not-json",
  sentence,
});

test("a state is said once, and a loss that is a notice too is said once", () => {
  const { printed, watch } = watched();
  watch.state(PLAIN_STATE);
  watch.state({ ...PLAIN_STATE, denied: [] });
  watch.notice(notice("The Core went away."));
  watch.state({
    ...PLAIN_STATE,
    phase: "lost",
    problem: { code: "core-closed", sentence: "The Core went away." },
  });
  expect(printed).toEqual([expect.stringContaining("Attached"), "The Core went away."]);
});

test("a denied session is named once, with what to do", () => {
  const { printed, watch } = watched();
  watch.state({ ...PLAIN_STATE, denied: ["t000001"] });
  watch.state({ ...PLAIN_STATE, denied: ["t000001", "t000002"] });
  expect(printed.filter((sentence) => sentence.includes("--origin"))).toHaveLength(2);
});

test("a flood of notices of one kind ends in one sentence", () => {
  const { printed, watch } = watched();
  for (let frame = 1; frame <= 500; frame++) watch.notice(notice(`Frame ${frame} is not JSON.`));
  expect(printed).toHaveLength(11);
  expect(printed.at(-1)).toContain("in the panel only");
});
