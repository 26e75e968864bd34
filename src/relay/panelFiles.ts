/**
 * The built panel, read into memory once. Requests are looked up by exact path, so that no path can leave the folder.
 * Refuses to read anything after the start.
 */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

export interface PanelFile {
  readonly body: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
}

export type PanelFiles = ReadonlyMap<string, PanelFile>;

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/**
 * Reads the built panel.
 * @param folder where `vite build` wrote it
 * @returns the files by request path (`/`, `/assets/…`), or null if there is no index.html
 */
export function readPanelFiles(folder: string): PanelFiles | null {
  const files = new Map<string, PanelFile>();
  for (const path of listFiles(folder, "")) files.set(`/${path}`, readOne(folder, path));
  const index = files.get("/index.html");
  if (index === undefined) return null;
  return files.set("/", index);
}

function listFiles(folder: string, under: string): string[] {
  try {
    return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
      const path = under === "" ? entry.name : `${under}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(folder, path);
      return entry.isFile() ? [path] : [];
    });
  } catch {
    return []; // no folder, no panel: the caller says so
  }
}

function readOne(folder: string, path: string): PanelFile {
  return {
    body: readFileSync(join(folder, path)),
    contentType: CONTENT_TYPES[extname(path)] ?? "application/octet-stream",
    cacheControl: cacheControlOf(path),
  };
}

/** Files under assets/ carry a hash in their name; the page itself must always be asked for. */
function cacheControlOf(path: string): string {
  if (path.startsWith("assets/")) return "public, max-age=31536000, immutable";
  return path.endsWith(".html") ? "no-store" : "no-cache";
}
