/**
 * The lockfile must name every package that its packages ask for. `npm install` writes a lockfile
 * without an optional package that the registry does not have, and then `npm ci` refuses the whole
 * lockfile: the first command of the README fails on every fresh machine, and nowhere else.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Locked = {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/** The folders in which Node looks for a package from `from`, nearest first. */
function places(from: string, name: string): string[] {
  const found: string[] = [];
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    found.push(at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`);
    if (at === "") return found;
  }
}

test("every package that the lockfile's packages ask for is in the lockfile", () => {
  const text = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8");
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const missing = Object.entries(packages).flatMap(([from, locked]) =>
    Object.keys({
      ...locked.dependencies,
      ...(from === "" ? locked.devDependencies : {}),
      ...locked.optionalDependencies,
    })
      .filter((name) => !places(from, name).some((place) => place in packages))
      .map((name) => `${from === "" ? "package.json" : from} asks for ${name}`),
  );
  expect(missing).toEqual([]);
});
