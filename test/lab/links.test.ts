import { expect, test } from "vitest";
import { Links } from "../../src/lab/links.ts";
import { VirtualClock } from "../../src/lab/virtualClock.ts";

function openLinks() {
  const clock = new VirtualClock();
  const seen: string[] = [];
  const atDoor: string[] = [];
  const links: Links = new Links(
    clock,
    {
      frame: (conn, dir, line) => seen.push(`${clock.now()} ${conn} ${dir} ${line}`),
      link: (conn, ev) => seen.push(`${clock.now()} ${conn} ${ev}`),
    },
    {
      opened: (conn) => atDoor.push(`opened ${conn}`),
      closed: (conn) => atDoor.push(`closed ${conn}`),
      line: (conn, text) => atDoor.push(`line ${conn} ${text}`),
    },
  );
  return { clock, links, seen, atDoor };
}

test("lines arrive in the order of sending, and the tap sees what the Core sees", async () => {
  const { clock, links, seen, atDoor } = openLinks();
  const connection = links.connect({ line: () => undefined });
  connection.send("a");
  connection.send("b");
  connection.end();
  await clock.advanceTo(5);
  expect(atDoor).toEqual(["opened 1", "line 1 a", "line 1 b", "closed 1"]);
  expect(seen).toEqual([
    "0.4 1 open",
    "0.4 1 c2s a",
    "0.4 1 c2s b",
    "0.4 1 c2s-end",
    "0.4 1 s2c-end",
    "0.4 1 close",
  ]);
});

test("a line to somebody who left is told as not written", async () => {
  const { clock, links } = openLinks();
  const got: string[] = [];
  const connection = links.connect({ line: (text) => got.push(text) });
  await clock.advanceTo(1);
  expect(links.write(1, "x")).toBe(true);
  connection.end();
  await clock.advanceTo(2);
  expect(links.write(1, "y")).toBe(false);
  expect(got).toEqual(["x"]);
});

test("a connection that the Core closes takes nothing more, and is closed once", async () => {
  const { clock, links, seen, atDoor } = openLinks();
  const connection = links.connect({ line: () => undefined });
  await clock.advanceTo(1);
  links.close(1);
  links.close(1);
  connection.send("late");
  connection.end();
  await clock.advanceTo(2);
  expect(atDoor).toEqual(["opened 1"]);
  expect(seen.slice(1)).toEqual(["1 1 s2c-end", "1 1 close"]);
});
