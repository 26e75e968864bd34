/** The import graph of src/, and its cycles. */
import { dirname, posix } from "node:path";
import type { Import, Source } from "./source.ts";

export interface LocalImport extends Import {
  /** Path below src/, or the specifier itself where it leaves src/. */
  readonly target: string;
}

/** The imports of a source that name another file of ours. */
export function localImports(source: Source): LocalImport[] {
  return source.imports
    .filter(({ specifier }) => specifier.startsWith("."))
    .map((entry) => ({
      ...entry,
      target: posix.normalize(posix.join(dirname(source.path), entry.specifier.replace(/\?.*$/, ""))),
    }));
}

/** The package that an import names, without its subpath unless the subpath is listed on its own. */
export function packageImports(source: Source): Import[] {
  return source.imports.filter(({ specifier }) => !specifier.startsWith("."));
}

export function folderOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : "";
}

/** One cycle of files, as a path that ends where it began, or null. Type imports count. */
export function findCycle(sources: readonly Source[]): string[] | null {
  const edges = new Map(
    sources.map((source) => [source.path, localImports(source).map(({ target }) => target)]),
  );
  const done = new Set<string>();
  const path: string[] = [];
  const search = (file: string): string[] | null => {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    if (done.has(file)) return null;
    path.push(file);
    for (const next of edges.get(file) ?? []) {
      const cycle = search(next);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(file);
    return null;
  };
  for (const file of edges.keys()) {
    const cycle = search(file);
    if (cycle) return cycle;
  }
  return null;
}
