/** Reads the sources as syntax trees, so that the rules judge code and never text that looks like code. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

export interface Source {
  /** Path below src/, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly comments: readonly string[];
  readonly firstComment: string;
  readonly program: unknown;
  readonly hasDefaultExport: boolean;
  /** Only re-exports, nothing of its own. */
  readonly isBarrel: boolean;
}

/** All TypeScript files below `folder` (relative to the root), declaration files left out. */
export function readSources(folder: string): Source[] {
  const base = join(root, folder);
  return readdirSync(base, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .sort()
    .map((path) =>
      parseSource(
        relative(base, join(base, path)).split(sep).join("/"),
        readFileSync(join(base, path), "utf8"),
      ),
    );
}

/** One source from its text. @param path below src/, with forward slashes */
export function parseSource(path: string, text: string): Source {
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path} does not parse: ${parsed.errors[0]?.message}`);
  const exports = parsed.module.staticExports.flatMap((statement) => statement.entries);
  const comments = parsed.comments.map((comment) => comment.value);
  return {
    path,
    text,
    lines: text.split("\n").length,
    imports: readImports(parsed, text),
    comments,
    firstComment: comments[0] ?? "",
    program: parsed.program,
    hasDefaultExport: exports.some((entry) => entry.exportName.kind === "Default"),
    isBarrel: parsed.program.body.length > 0 && parsed.program.body.every(isReExport),
  };
}

function isReExport(statement: { readonly type: string }): boolean {
  if (statement.type === "ExportAllDeclaration") return true;
  return statement.type === "ExportNamedDeclaration" && "source" in statement && statement.source !== null;
}

function readImports(parsed: ReturnType<typeof parseSync>, text: string): Import[] {
  const found: Import[] = [];
  for (const statement of parsed.module.staticImports)
    found.push({
      specifier: statement.moduleRequest.value,
      typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
    });
  for (const statement of parsed.module.staticExports)
    for (const entry of statement.entries)
      if (entry.moduleRequest) found.push({ specifier: entry.moduleRequest.value, typeOnly: entry.isType });
  for (const { moduleRequest } of parsed.module.dynamicImports)
    found.push({ specifier: text.slice(moduleRequest.start + 1, moduleRequest.end - 1), typeOnly: false });
  visit(parsed.program, (node) => {
    if (node.type === "TSImportType") found.push({ specifier: typeImportSpecifier(node), typeOnly: true });
  });
  return found;
}

function typeImportSpecifier(node: Node): string {
  const source = node.source ?? node.argument;
  return isNode(source) && typeof source.value === "string" ? source.value : "?";
}

export interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Walks a syntax tree. @param enter gets each node with its parent and the key it hangs on */
export function visit(
  value: unknown,
  enter: (node: Node, parent: Node | null, key: string) => void,
  parent: Node | null = null,
  key = "",
): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, enter, parent, key);
    return;
  }
  if (!isNode(value)) return;
  enter(value, parent, key);
  for (const [name, child] of Object.entries(value))
    if (typeof child === "object") visit(child, enter, value, name);
}
