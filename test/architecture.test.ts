/** Keeps the house: who may import whom, what a folder may not touch, and the habits that are counted. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  BANNED_NAMES,
  COMPOSITION_ROOTS,
  FOLDERS,
  FORBIDDEN_GLOBALS,
  GLOBAL_HOMES,
  RE_EXPORTING,
} from "./architecture/allowList.ts";
import { globalsOf } from "./architecture/globals.ts";
import { findCycle, folderOf, localImports, packageImports } from "./architecture/graph.ts";
import { judgeLocal, judgePackage, judgeTypesOnly } from "./architecture/judge.ts";
import { parseSource, readSources, root, type Source, visit } from "./architecture/source.ts";

const sources = readSources("src");
const tests = readSources("test");
const isRoot = (path: string) => COMPOSITION_ROOTS.includes(path);
const governed = sources.filter((source) => !isRoot(source.path));
const offences = (list: readonly Source[], judge: (source: Source) => readonly string[]) =>
  list.flatMap((source) => judge(source).map((offence) => `${source.path}: ${offence}`));

function nodesOf(source: Source, type: string): number {
  let count = 0;
  visit(source.program, (node) => {
    if (node.type === type) count += 1;
  });
  return count;
}

describe("who may import whom", () => {
  test("every folder of src is in the allow-list, and every file lies in a folder or is a composition root", () => {
    const folders = readdirSync(join(root, "src"), { withFileTypes: true });
    const unknown = folders.filter((entry) => entry.isDirectory() && !(entry.name in FOLDERS));
    expect(unknown.map((entry) => entry.name)).toEqual([]);
    expect(sources.filter((source) => folderOf(source.path) === "" && !isRoot(source.path))).toEqual([]);
  });

  test("a folder imports only what its row allows, types included", () => {
    expect(
      offences(governed, (source) => localImports(source).flatMap((entry) => judgeLocal(source, entry))),
    ).toEqual([]);
  });

  test("a folder uses only the packages of its row, in the files that the row names", () => {
    expect(
      offences(governed, (source) =>
        packageImports(source).flatMap(({ specifier }) => judgePackage(source, specifier)),
      ),
    ).toEqual([]);
  });

  test("what may be imported as types only is imported as types only", () => {
    expect(offences(governed, judgeTypesOnly)).toEqual([]);
  });

  test("nobody imports a composition root, except as a worker's address", () => {
    const importsRoot = (source: Source) =>
      source.imports
        .filter(({ specifier }) => !specifier.includes("?worker"))
        .map(({ specifier }) => specifier)
        .filter(
          (specifier) =>
            specifier.startsWith(".") &&
            localImports({ ...source, imports: [{ specifier, typeOnly: false }] }).some(({ target }) =>
              isRoot(target),
            ),
        );
    expect(offences(sources, importsRoot)).toEqual([]);
  });

  test("no file imports itself by a detour", () => {
    expect(findCycle(sources)).toBeNull();
  });
});

describe("the rules themselves", () => {
  const local = (path: string, text: string) => {
    const source = parseSource(path, text);
    return localImports(source).flatMap((entry) => judgeLocal(source, entry));
  };
  const packages = (path: string, text: string) => {
    const source = parseSource(path, text);
    return packageImports(source).flatMap(({ specifier }) => judgePackage(source, specifier));
  };

  test("catch a type import, a re-export and a dynamic import against the direction", () => {
    expect(local("base/a.ts", 'import type { Message } from "../protocol/messages.ts";')).toHaveLength(1);
    expect(local("protocol/a.ts", 'export { judge } from "../engine/port.ts";')).toHaveLength(1);
    expect(local("trace/a.ts", 'export const load = () => import("../engine/port.ts");')).toHaveLength(1);
    expect(local("trace/a.ts", 'export type A = import("../engine/port.ts").Row;')).toHaveLength(1);
    expect(local("sdk/a.ts", 'import "../protocol/gone.ts";')[0]).toContain("does not exist");
  });

  test("let a folder import what its row allows, and of a port's folder the port alone", () => {
    expect(local("protocol/a.ts", 'import { fail } from "../base/result.ts";')).toEqual([]);
    expect(local("store/a.ts", 'import type { Row } from "../engine/port.ts";')).toEqual([]);
    expect(local("store/a.ts", 'import type { ChannelModel } from "../engine/model.ts";')).toHaveLength(1);
  });

  test("catch a package outside its files, and Node outside of Node's folders", () => {
    expect(packages("archive/memoryArchive.ts", 'import Dexie from "dexie";')).toHaveLength(1);
    expect(packages("archive/dexieArchive.ts", 'import Dexie from "dexie";')).toEqual([]);
    expect(packages("trace/a.ts", 'import { join } from "node:path";')).toHaveLength(1);
    expect(packages("relay/a.ts", 'import { join } from "node:path";')).toEqual([]);
  });

  test("catch a value where only types may come in", () => {
    expect(
      judgeTypesOnly(parseSource("ui/a.tsx", 'import { decodeLine } from "../protocol/codec.ts";')),
    ).toHaveLength(1);
    expect(
      judgeTypesOnly(parseSource("ui/a.tsx", 'import type { Message } from "../protocol/messages.ts";')),
    ).toEqual([]);
  });

  test("find a cycle that runs over a type", () => {
    const pair = [
      parseSource("base/a.ts", 'import type { B } from "./b.ts";'),
      parseSource("base/b.ts", 'export { a } from "./a.ts";'),
    ];
    expect(findCycle(pair)).toEqual(["base/a.ts", "base/b.ts", "base/a.ts"]);
    expect(findCycle(pair.slice(0, 1))).toBeNull();
  });
});

describe("what a folder may not touch", () => {
  test("no forbidden global is used", () => {
    const judge = (source: Source) => {
      const kind = FOLDERS[folderOf(source.path)]?.globals;
      if (!kind) return [];
      const forbidden = new Set(FORBIDDEN_GLOBALS[kind]);
      const clocks = kind === "pure" ? ["Date.now", "new Date()", "Math.random"] : [];
      return [...globalsOf(source)]
        .filter((name) => forbidden.has(name) || clocks.includes(name))
        .map((name) => `uses ${name}`);
    };
    expect(offences(governed, judge)).toEqual([]);
  });

  test("a global with one home is used only there", () => {
    const judge = (source: Source) =>
      [...globalsOf(source)]
        .filter((name) => GLOBAL_HOMES[name] && !GLOBAL_HOMES[name].includes(source.path))
        .map((name) => `uses ${name}`);
    expect(
      offences(
        sources.filter((source) => !["relay", "cli"].includes(folderOf(source.path))),
        judge,
      ),
    ).toEqual([]);
  });

  test("the names of globals are read from code, not from strings, comments, keys or types", () => {
    const probe = readSources("test/architecture/probes").find(({ path }) => path === "globals.ts");
    expect(probe && [...globalsOf(probe)].sort()).toEqual(
      ["Date.now", "Date", "Math", "Math.random", "fetch", "new Date()", "setTimeout"].sort(),
    );
  });
});

describe("habits that are counted, and start at zero", () => {
  const all = [...sources, ...tests];

  test("there is no any", () => {
    expect(offences(all, (source) => (nodesOf(source, "TSAnyKeyword") > 0 ? ["any"] : []))).toEqual([]);
  });

  test("there is no non-null !", () => {
    expect(offences(all, (source) => (nodesOf(source, "TSNonNullExpression") > 0 ? ["!"] : []))).toEqual([]);
  });

  test("no message of the compiler or the linter is suppressed", () => {
    const suppressed =
      /^\s*(@ts-(ignore|expect-error|nocheck)|biome-ignore|eslint-disable|oxlint-disable|v8 ignore)/m;
    expect(offences(all, (source) => source.comments.filter((comment) => suppressed.test(comment)))).toEqual(
      [],
    );
  });

  test("no test is skipped, left for later or run alone", () => {
    const judge = (source: Source) => {
      const found: string[] = [];
      visit(source.program, (node) => {
        if (node.type !== "MemberExpression" || !isTestObject(node.object)) return;
        const name = propertyName(node.property);
        if (["skip", "only", "todo", "skipIf", "runIf", "fails"].includes(name)) found.push(name);
      });
      return found;
    };
    expect(offences(tests, judge)).toEqual([]);
  });

  test("no value is forced through unknown into another type", () => {
    const judge = (source: Source) => {
      let forced = 0;
      visit(source.program, (node, parent) => {
        const inner = node.type === "TSAsExpression" && parent?.type === "TSAsExpression";
        if (inner) forced += 1;
      });
      return forced > 0 ? [`${forced} double assertions`] : [];
    };
    expect(offences(sources, judge)).toEqual([]);
  });

  test("no file is a drawer", () => {
    const banned = (source: Source) =>
      BANNED_NAMES.includes(basename(source.path).replace(/\.tsx?$/, "")) ? ["is a drawer"] : [];
    expect(offences(all, banned)).toEqual([]);
  });

  test("there are no default exports and no barrel files", () => {
    const judge = (source: Source) => [
      ...(source.hasDefaultExport ? ["has a default export"] : []),
      ...(source.isBarrel ? ["only re-exports"] : []),
    ];
    const own = sources.filter((source) => !RE_EXPORTING.includes(folderOf(source.path)));
    expect(offences(own, judge)).toEqual([]);
  });

  test("the package's entries do nothing but re-export", () => {
    const entries = sources.filter((source) => RE_EXPORTING.includes(folderOf(source.path)));
    expect(entries.length).toBeGreaterThan(0);
    expect(offences(entries, (source) => (source.isBarrel ? [] : ["does more than re-export"]))).toEqual([]);
  });

  test("a file over 300 lines says why at its head", () => {
    const judge = (source: Source) =>
      source.lines > 300 && !source.firstComment.includes("Over 300 lines:") ? [`${source.lines} lines`] : [];
    expect(offences(sources, judge)).toEqual([]);
  });

  test("a file opens with what it is for", () => {
    const judge = (source: Source) =>
      /^(#!.*\n)?\/[*/]/.test(source.text) ? [] : ["opens without a comment"];
    expect(offences(sources, judge)).toEqual([]);
  });
});

function isTestObject(node: unknown): boolean {
  if (typeof node !== "object" || node === null || !("name" in node)) return false;
  return ["test", "it", "describe"].includes(String(node.name));
}

function propertyName(node: unknown): string {
  return typeof node === "object" && node !== null && "name" in node ? String(node.name) : "";
}

describe("the README", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const table = readme.split("## How the code is laid out")[1]?.split("\n## ")[0] ?? "";
  const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? "");

  test("names only folders and files that exist in its layout table", () => {
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("leaves no folder of src out of it", () => {
    const missing = Object.keys(FOLDERS).filter(
      (folder) => existsSync(join(root, "src", folder)) && !named.includes(`src/${folder}/`),
    );
    expect(missing).toEqual([]);
  });
});
