import { afterEach, expect, test } from "vitest";
import type { Summary } from "../../src/engine/port.ts";
import { connectEngine } from "../../src/engine/workerClient.ts";
import { offerEngine } from "../../src/engine/workerHost.ts";
import { framesIn, sampleRecords } from "../archive/sampleRecords.ts";
import { startEngine } from "./engineUnderTest.ts";
import { createFakeRelay } from "./fakeAttachment.ts";
import { settle } from "./manualTime.ts";

let channel: MessageChannel | null = null;

afterEach(() => {
  channel?.port1.close();
  channel?.port2.close();
});

test("an engine behind a message port answers and pushes as one at hand does", async () => {
  const relay = createFakeRelay("r1");
  const { engine, time } = await startEngine({ relay: relay.attachment });
  channel = new MessageChannel();
  offerEngine(engine, channel.port2);
  const remote = connectEngine(channel.port1);
  channel.port1.start();
  channel.port2.start();
  const summaries: Summary[] = [];
  await remote.start((summary) => summaries.push(summary));
  await relay.answer();
  await relay.send(sampleRecords(1, 6));
  await time.advance(300);
  await settle();
  expect(summaries.at(-1)?.counts.frames).toBe(framesIn(sampleRecords(1, 6)));
  expect((await remote.rows(1, 2)).rows.map((row) => row.id)).toEqual(["s2", "s3"]);
  expect(await remote.indexOf("s3")).toBe(2);
  expect(await remote.detail("s3")).toBeNull();
  expect((await remote.flags(0, 10)).total).toBe(0);
  await remote.setFilter("nothing like it");
  await remote.setPaused(true);
  await remote.show("lab");
  await remote.restartLab();
  await time.advance(300);
  await settle();
  expect(summaries.at(-1)).toMatchObject({ filter: "nothing like it", paused: true, channel: "lab" });
});
