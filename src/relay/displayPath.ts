/** Paths as people read them: the home folder is `~`. Refuses to resolve or to touch anything. */
import { homedir } from "node:os";
import { sep } from "node:path";

/**
 * @param path as given or as resolved
 * @param home the home folder, without a trailing separator
 */
export function displayPath(path: string, home: string = homedir()): string {
  if (home === "" || home === sep) return path;
  if (path === home) return "~";
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** The system's reason in plain words, such as `permission denied`. */
export function systemReason(error: unknown): string {
  const code = errorCode(error);
  const words: Record<string, string> = {
    EACCES: "permission denied",
    EPERM: "permission denied",
    EISDIR: "it is a folder",
    ENOTDIR: "a part of its path is no folder",
    ELOOP: "too many symbolic links",
    EMFILE: "too many open files",
    ENOENT: "it does not exist",
  };
  return words[code] ?? (code === "" ? "unknown reason" : code);
}

/** `error.code` of a system error, else empty. */
export function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
