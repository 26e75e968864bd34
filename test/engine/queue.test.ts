import { expect, test } from "vitest";
import { createQueue } from "../../src/engine/queue.ts";

test("steps run one after the other, in order, however long each takes", async () => {
  const queue = createQueue();
  const log: string[] = [];
  const step = (name: string, turns: number) => async () => {
    log.push(`${name} begins`);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    log.push(`${name} ends`);
  };
  void queue.push(step("a", 9));
  void queue.push(step("b", 0));
  await queue.push(step("c", 3));
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("a step that throws is told to who pushed it, and the next one still runs", async () => {
  const queue = createQueue();
  const failing = queue.push(() => {
    throw new Error("a bug");
  });
  let ran = false;
  const next = queue.push(() => {
    ran = true;
  });
  await expect(failing).rejects.toThrow("a bug");
  await next;
  expect(ran).toBe(true);
});
