/**
 * The house as data: who may import whom (README, "How the code is laid out"), and what a folder may never touch.
 * A folder that is not listed here does not exist.
 */
export interface FolderRule {
  /** Folders it may import, `name` whole or `name/file` for one file of it; type imports count. */
  readonly imports: readonly string[];
  /** Packages it may import, each with the files that may do so (none named = every file of the folder). */
  readonly packages?: Readonly<Record<string, readonly string[]>>;
  readonly globals: "pure" | "no-document" | "ui" | "node" | "page";
}

const pure = "pure" as const;
const noDocument = "no-document" as const;

export const FOLDERS: Readonly<Record<string, FolderRule>> = {
  base: { imports: [], globals: pure },
  protocol: { imports: ["base"], globals: pure },
  results: { imports: ["base", "protocol"], globals: pure },
  core: { imports: ["base", "protocol"], packages: { "@cfworker/json-schema": [] }, globals: pure },
  sdk: { imports: ["base", "protocol", "results"], globals: pure },
  redaction: { imports: ["base", "protocol", "results"], globals: pure },
  trace: { imports: ["base", "protocol", "results"], globals: pure },
  query: { imports: ["base", "protocol", "trace"], globals: pure },
  flags: { imports: ["base", "protocol", "results", "trace"], globals: pure },
  lab: { imports: ["base", "protocol", "core", "sdk", "results"], globals: pure },
  archive: {
    imports: ["base", "protocol", "redaction", "results", "trace", "flags"],
    packages: { dexie: ["dexieArchive.ts"] },
    globals: noDocument,
  },
  engine: {
    imports: [
      "base",
      "protocol",
      "trace",
      "query",
      "flags",
      "redaction",
      "archive/port.ts",
      "attach/port.ts",
      "lab",
    ],
    packages: { comlink: ["workerHost.ts", "workerClient.ts"] },
    globals: noDocument,
  },
  attach: { imports: ["base", "protocol", "lab"], globals: noDocument },
  store: {
    imports: ["base", "protocol", "engine/port.ts", "query", "flags/text"],
    packages: { "@preact/signals": [] },
    globals: "page",
  },
  ui: {
    imports: ["base", "store", "flags/text", "protocol"],
    packages: { preact: [], "preact/hooks": [], "@preact/signals": [] },
    globals: "ui",
  },
  relay: {
    imports: ["base", "protocol", "redaction"],
    packages: { ws: [], vite: ["vitePlugin.ts"] },
    globals: "node",
  },
  cli: {
    imports: [
      "base",
      "protocol",
      "results",
      "core",
      "sdk",
      "redaction",
      "trace",
      "query",
      "flags",
      "lab",
      "archive",
      "engine",
      "attach",
      "relay",
    ],
    globals: "node",
  },
  published: { imports: ["core", "sdk", "results"], globals: pure },
};

/** The package's entries: they do nothing but re-export, which no other folder may. */
export const RE_EXPORTING: readonly string[] = ["published"];

/** They alone may work at import time and know every implementation. Nobody imports them, except as worker URLs. */
export const COMPOSITION_ROOTS: readonly string[] = ["main.tsx", "traceWorker.ts", "cli/main.ts"];

/** Folders that may import these only as types, except the files named. */
export const TYPES_ONLY: readonly { from: string; to: string; except: readonly string[] }[] = [
  { from: "store", to: "protocol", except: ["protocol/placeholder.ts"] },
  { from: "ui", to: "protocol", except: [] },
  { from: "relay", to: "vite", except: [] },
];

export const BANNED_NAMES: readonly string[] = [
  "utils",
  "helpers",
  "common",
  "misc",
  "manager",
  "data",
  "types",
];

const DOM = [
  "document",
  "window",
  "localStorage",
  "sessionStorage",
  "HTMLElement",
  "navigator",
  "location",
  "history",
];
const NODE = ["process", "Buffer", "require", "__dirname", "__filename", "global"];
const TIMERS = [
  "setTimeout",
  "setInterval",
  "setImmediate",
  "clearTimeout",
  "clearInterval",
  "queueMicrotask",
  "requestAnimationFrame",
];
const STORES = ["indexedDB", "caches"];
const SOCKETS = ["WebSocket", "EventSource", "XMLHttpRequest"];
const CODE = ["eval", "Function"];

/** Names that must not be used as globals, by kind of folder. `Date.now`, `new Date()` and `Math.random` are checked beside them. */
export const FORBIDDEN_GLOBALS: Readonly<Record<FolderRule["globals"], readonly string[]>> = {
  pure: [
    ...DOM,
    ...NODE,
    ...TIMERS,
    ...STORES,
    ...SOCKETS,
    ...CODE,
    "fetch",
    "crypto",
    "performance",
    "console",
    "structuredClone",
  ],
  "no-document": [
    "document",
    "window",
    "localStorage",
    "sessionStorage",
    "HTMLElement",
    ...NODE,
    ...CODE,
    "XMLHttpRequest",
    "EventSource",
  ],
  page: ["document", ...NODE, ...CODE, ...SOCKETS, ...STORES],
  ui: [...NODE, ...CODE, ...SOCKETS, ...STORES],
  node: [...DOM, ...CODE, ...STORES],
};

/** The only places that may use a global which their folder's kind forbids or which has one home. */
export const GLOBAL_HOMES: Readonly<Record<string, readonly string[]>> = {
  fetch: ["main.tsx", "ui/browser/session.ts", "attach/relayAttachment.ts", "attach/session.ts"],
  WebSocket: ["attach/relayAttachment.ts", "attach/webSocketLink.ts"],
};
