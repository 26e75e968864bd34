/** What the laboratory's parts do beyond the first scenario: failing agents, sessions that are refused, results that vanish. */
import { expect, test } from "vitest";
import type { Scenario } from "../../src/lab/scenario.ts";
import { firstRun } from "../../src/lab/scenarios/firstRun.ts";
import { linesOf, playLab } from "./playLab.ts";

const scenario = (fields: Partial<Scenario>): Scenario => ({ ...firstRun, story: [], ...fields });
const passedText = async (fields: Partial<Scenario>) => linesOf(await playLab(scenario(fields))).join("\n");

test("an agent that fails ends the turn with its error, and the page is over too", async () => {
  const lab = await playLab(
    scenario({ script: [{ fail: { code: "PROVIDER_REQUEST_FAILED", message: "boom" } }] }),
  );
  const text = linesOf(lab).join("\n");
  expect(text).toContain('\\"type\\":\\"error\\"');
  expect(text).toContain('\\"success\\":false');
  expect(lab.laboratory.isOver()).toBe(true);
});

test("a session that the Core refuses leaves the page with nothing to do", async () => {
  const tools = [{ name: "a", description: "Bad.", argsSchema: { type: "object", required: 5 } }];
  const lab = await playLab(scenario({ tools, handlers: [] }));
  expect(linesOf(lab).join("\n")).toContain("TOOLS_MANIFEST_INVALID");
  expect(lab.laboratory.isOver()).toBe(true);
});

test("a call that is refused goes on to the next step of the script", async () => {
  const text = await passedText({
    script: [{ call: "nobody", args: {}, requestId: "mine" }, { say: "So be it." }],
  });
  expect(text).toContain('\\"requestId\\":\\"mine\\"');
  expect(text).toContain("TOOL_NOT_FOUND");
  expect(text).toContain("So be it.");
});

test("a handler that is slower than the turn is not submitted any more", async () => {
  const handlers = [{ tool: "export_board", answersAfterMs: 5000, result: 1 }];
  const script = [{ call: "export_board", args: { format: "pdf" } }];
  const lab = await playLab(scenario({ handlers, script }));
  expect(linesOf(lab).join("\n")).not.toContain("submit_tool_result");
  expect(lab.points.map(({ point }) => point.point)).toContain("droppedLate");
});
