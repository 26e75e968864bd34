import { describe, expect, test } from "vitest";
import type { Row, Summary } from "../../src/engine/port.ts";
import { createStore } from "../../src/store/createStore.ts";
import type { Platform } from "../../src/store/platform.ts";
import { attachedState, createFakeEngine, labState, lookingState, summaryOf } from "../ui/fakeEngine.ts";
import { manyOutcomes, manyRows } from "../ui/fakeRows.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

function fakePlatform(hash = "") {
  const settings = new Map<string, string>();
  const copied: string[] = [];
  const platform: Platform = {
    readSetting: (name) => settings.get(name) ?? null,
    writeSetting: (name, value) => void settings.set(name, value),
    readHash: () => hash,
    writeHash: (next) => {
      hash = next;
    },
    watchHash: () => undefined,
    now: () => 1_000,
    copy: async (text) => {
      copied.push(text);
      return true;
    },
  };
  return { platform, settings, copied };
}

async function open(rows: readonly Row[] = manyOutcomes(), summary: Summary = summaryOf(rows), hash = "") {
  const engine = createFakeEngine(rows, summary);
  const browser = fakePlatform(hash);
  const store = createStore(engine, browser.platform);
  await store.commands.start();
  await settled();
  return { engine, ...store, ...browser };
}

describe("the start", () => {
  test("shows what fits the source unless the address names the laboratory", async () => {
    expect((await open()).engine.calls).toContain("show auto");
    expect((await open(undefined, undefined, "#view=flags")).engine.calls).toContain("show auto");
    const lab = await open(undefined, undefined, "#view=lab");
    expect(lab.engine.calls).toContain("show lab");
    expect(lab.state.namedView.value).toBe("lab");
  });

  test("follows the tail of a live Core, and fits a recording", async () => {
    expect((await open()).state.range.value).toBe("follow");
    const rows = manyOutcomes();
    const recording = summaryOf(rows, { source: { ...attachedState, kind: "recording", phase: "complete" } });
    expect((await open(rows, recording)).state.range.value).toBe("fit");
  });

  test("follows a Core that the relay names only after the page has opened", async () => {
    const unknown = { ...lookingState, kind: "none", problem: null } as const;
    const { engine, state, commands } = await open([], summaryOf([], { source: unknown }));
    expect(state.range.value).toBe("fit");
    engine.push({ source: attachedState });
    expect(state.range.value).toBe("follow");
    commands.setRange("fit");
    engine.push({ source: { ...attachedState, phase: "lost" } });
    expect(state.range.value).toBe("fit");
  });
});

describe("rows", () => {
  test("only the window that the list asks for is held", async () => {
    const { state, commands } = await open(manyRows(5_000));
    commands.showRows(1_000, 40);
    await settled();
    expect(state.rows.value.from).toBe(1_000);
    expect(state.rows.value.rows).toHaveLength(40);
    expect(state.rows.value.total).toBe(5_125);
  });

  test("are asked again when the engine has a new version, and not otherwise", async () => {
    const { engine, commands } = await open();
    commands.showRows(0, 20);
    await settled();
    const asked = () => engine.calls.filter((call) => call.startsWith("rows")).length;
    const before = asked();
    engine.push();
    await settled();
    expect(asked()).toBe(before + 1);
    commands.showRows(0, 20);
    await settled();
    expect(asked()).toBe(before + 1);
  });

  test("are walked one by one, headings passed over, and not beyond the ends", async () => {
    const rows = manyOutcomes();
    const { state, commands } = await open(rows);
    const ids = rows.filter((row) => row.kind !== "session").map((row) => row.id);
    const seen: (string | null)[] = [];
    for (let step = 0; step < ids.length; step += 1) {
      await commands.moveRow(1);
      seen.push(state.selected.value);
    }
    expect(seen).toEqual(ids);
    await commands.moveRow(1);
    expect(state.selected.value).toBe(ids.at(-1));
    expect(state.said.value.text).toBe("no-row");
    await commands.moveRow(-1);
    expect(state.selected.value).toBe(ids.at(-2));
  });

  test("steps that come faster than answers leave no row out", async () => {
    const rows = manyRows(100);
    const { state, commands } = await open(rows);
    await Promise.all(Array.from({ length: 45 }, () => commands.moveRow(1)));
    const ids = rows.filter((row) => row.kind !== "session").map((row) => row.id);
    expect(state.selected.value).toBe(ids[44]);
  });

  test("a key held down shows where it got to, and not each row on the way once it is late", async () => {
    const { engine, state, commands } = await open(manyRows(500));
    const asked = () => engine.calls.filter((call) => call.startsWith("detail")).length;
    const before = asked();
    const revealed = state.reveal.value.turn;
    await Promise.all(Array.from({ length: 300 }, () => commands.moveRow(1)));
    expect(state.reveal.value.turn - revealed).toBeLessThan(5);
    expect(asked() - before).toBeLessThan(5);
    await Promise.all([commands.moveRow(1), commands.moveRow(1), commands.moveRow(-1), commands.moveRow(-1)]);
  });

  test("an inspector asked for between two steps opens on the row between them", async () => {
    const rows = manyOutcomes();
    const { state, commands } = await open(rows);
    const seen: (string | null)[] = [];
    const opened = [commands.moveRow(1), commands.inspect(null).then(() => seen.push(state.selected.value))];
    await Promise.all([...opened, commands.moveRow(1)]);
    expect([seen, state.selected.value]).toEqual([[rows[1]?.id], rows[2]?.id]);
  });

  test("a step and the inspector asked for at once open the inspector on the next row", async () => {
    const rows = manyOutcomes();
    const { state, commands } = await open(rows);
    await Promise.all([commands.moveRow(1), commands.inspect(null)]);
    expect([state.selected.value, state.inspecting.value]).toEqual([rows[1]?.id, true]);
    commands.deselect();
    await commands.inspect(null);
    expect(state.inspecting.value).toBe(false);
    await commands.inspect(rows[2]?.id ?? null);
    expect([state.selected.value, state.inspecting.value]).toEqual([rows[2]?.id, true]);
  });

  test("the inspector put away leaves its row selected, and a step goes on from there", async () => {
    const rows = manyOutcomes();
    const { state, commands } = await open(rows);
    await commands.moveRow(1);
    await commands.moveRow(1);
    await commands.inspect(null);
    await commands.closeInspector();
    expect([state.selected.value, state.inspecting.value]).toEqual([rows[2]?.id, false]);
    expect(state.reveal.value).toMatchObject({ index: 2, focus: true });
    await commands.moveRow(-1);
    expect(state.selected.value).toBe(rows[1]?.id);
  });

  test("of a turn are reached from the tree", async () => {
    const rows = manyOutcomes();
    const { state, commands } = await open(rows);
    const session = rows.find((row) => row.kind === "session" && row.sessionId === "t000002");
    await commands.goToSession(session?.id ?? "", 2);
    const selected = rows.find((row) => row.id === state.selected.value);
    expect(selected).toMatchObject({ sessionId: "t000002", turn: 2, tool: "move_card" });
    expect(state.reveal.value.index).toBe(rows.findIndex((row) => row.id === selected?.id));
    await commands.goToSession(session?.id ?? "", null);
    expect(state.reveal.value.index).toBe(rows.findIndex((row) => row.id === session?.id));
  });
});

describe("the selected call", () => {
  test("is told whole, and again when it changes", async () => {
    const rows = manyOutcomes();
    const { engine, state, commands } = await open(rows);
    const pending = rows.find((row) => row.kind === "invocation" && row.outcome === "pending");
    commands.select(pending?.id ?? "", true);
    await settled();
    expect(state.inspecting.value).toBe(true);
    expect(state.detail.value?.row).toMatchObject({ tool: "ask_user", outcome: "pending" });
    engine.setRows(
      rows.map((row) => (row.id === pending?.id ? { ...row, outcome: "answered" } : row)) as Row[],
    );
    engine.push();
    await settled();
    expect(state.detail.value?.row.outcome).toBe("answered");
  });

  test("is let go when the engine does not know it any more, or another channel is on show", async () => {
    const rows = manyOutcomes();
    const { engine, state, commands } = await open(rows);
    commands.select(rows[1]?.id ?? "", true);
    await settled();
    engine.push({ channel: "lab", source: labState, relay: lookingState });
    expect(state.selected.value).toBeNull();
    expect(state.inspecting.value).toBe(false);
    commands.select("i999999", true);
    await settled();
    expect(state.selected.value).toBeNull();
  });

  test("gives its ids to the clipboard, a derived turn said to be derived", async () => {
    const rows = manyOutcomes();
    const { commands, copied, state } = await open(rows);
    const row = rows[1];
    commands.select(row?.id ?? "", false);
    await commands.copyIds();
    const request = row?.kind === "invocation" ? row.toolRequestId : "";
    expect(copied).toEqual([
      `sessionId: t000001\nturn: 1 (derived)\ntoolRequestId: ${request}\ntool: export_board`,
    ]);
    expect(state.said.value.text).toBe("copied");
  });
});

describe("findings", () => {
  test("are walked in order of their deciding frames, round the end", async () => {
    const { engine, state, commands } = await open();
    const { flags } = await engine.flags(0, 100);
    await commands.moveFlag(1);
    expect([state.flagAt.value, state.selected.value]).toEqual([0, flags[0]?.row]);
    await commands.moveFlag(-1);
    expect([state.flagAt.value, state.selected.value]).toEqual([flags.length - 1, flags.at(-1)?.row]);
    await commands.moveFlag(1);
    expect(state.flagAt.value).toBe(0);
  });

  test("that are none are said to be none", async () => {
    const { state, commands } = await open(manyRows(3));
    await commands.moveFlag(1);
    expect(state.said.value.text).toBe("no-flag");
  });

  test("are fetched only while their list is on screen", async () => {
    const { engine, state, commands } = await open();
    engine.push();
    await settled();
    expect(state.flags.value.total).toBe(0);
    commands.showFlags(true);
    await settled();
    expect(state.flags.value.total).toBeGreaterThan(0);
  });
});

describe("switches", () => {
  test("the filter reaches the engine, and what it hides is known", async () => {
    const { engine, state, commands } = await open();
    commands.setFilter("export_board");
    await settled();
    expect(engine.calls).toContain("filter export_board");
    expect(state.summary.value?.counts.shown).toBe(3);
    expect(state.summary.value?.counts.hidden).toBe(18);
  });

  test("a pause stops the screen's clock too", async () => {
    const rows = manyOutcomes();
    const { state, commands } = await open(
      rows,
      summaryOf(rows, { clock: { now: 500, rate: 1, startedAtEpoch: 0 } }),
    );
    expect(state.clock.value.rate).toBe(1);
    await commands.togglePause();
    expect(state.summary.value?.paused).toBe(true);
    expect(state.clock.value.rate).toBe(0);
    await commands.togglePause();
    expect(state.clock.value.rate).toBe(1);
  });

  test("theme and density are kept in this browser", async () => {
    const { commands, settings, state } = await open();
    commands.setTheme("dark");
    commands.setDensity("comfortable");
    expect(Object.fromEntries(settings)).toEqual({ theme: "dark", density: "comfortable" });
    expect(state.theme.value).toBe("dark");
  });

  test("notices that are put away can be brought back", async () => {
    const { commands, state } = await open();
    commands.putAway("a");
    commands.putAway("b");
    expect([...state.putAway.value]).toEqual(["a", "b"]);
    commands.bringBack();
    expect(state.putAway.value.size).toBe(0);
  });

  test("the view is in the address", async () => {
    const { engine, platform, commands, state } = await open();
    commands.goToView("lab");
    await settled();
    expect(platform.readHash()).toBe("#view=lab");
    expect(state.namedView.value).toBe("lab");
    expect(engine.calls.at(-1)).toBe("show lab");
    commands.goToView("timeline");
    await settled();
    expect(engine.calls.at(-1)).toBe("show auto");
  });
});
