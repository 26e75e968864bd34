/** Judges single imports by the allow-list: an empty list is an acquittal. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { FOLDERS, TYPES_ONLY } from "./allowList.ts";
import { folderOf, type LocalImport, localImports, packageImports } from "./graph.ts";
import { root, type Source } from "./source.ts";

export function judgeLocal(source: Source, { target, specifier }: LocalImport): string[] {
  if (target.startsWith("..")) return [`leaves src (${specifier})`];
  if (!existsSync(join(root, "src", target))) return [`imports ${specifier}, which does not exist`];
  const from = folderOf(source.path);
  const to = folderOf(target);
  if (from === to) return [];
  const allowed = FOLDERS[from]?.imports.some(
    (entry) => entry === to || target === entry || target.startsWith(`${entry}/`),
  );
  if (from === "attach" && to === "lab" && basename(source.path) !== "labAttachment.ts")
    return [`imports ${target}`];
  return allowed ? [] : [`imports ${target}`];
}

export function judgePackage(source: Source, specifier: string): string[] {
  const rule = FOLDERS[folderOf(source.path)];
  if (specifier.startsWith("node:")) return rule?.globals === "node" ? [] : [`imports ${specifier}`];
  const files = rule?.packages?.[specifier];
  if (!files) return [`imports the package ${specifier}`];
  return files.length === 0 || files.includes(basename(source.path))
    ? []
    : [`imports ${specifier} outside ${files.join(", ")}`];
}

export function judgeTypesOnly(source: Source): string[] {
  const rules = TYPES_ONLY.filter(({ from }) => from === folderOf(source.path));
  const values = [
    ...localImports(source),
    ...packageImports(source).map((entry) => ({ ...entry, target: entry.specifier })),
  ].filter(({ typeOnly }) => !typeOnly);
  return values
    .filter(({ target }) =>
      rules.some(({ to, except }) => (target === to || folderOf(target) === to) && !except.includes(target)),
    )
    .map(({ target }) => `imports ${target} as a value`);
}
