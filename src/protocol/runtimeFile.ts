/**
 * The Core's discovery file (core-ipc.md §1.1). It may be stale: only a connection shows whether a Core is there. It refuses
 * every host but the loopback address that the protocol names, so that a file cannot send us elsewhere.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import { isJsonObject, isText, isWhole, parseJson } from "./jsonFields.ts";
import type { JsonObject } from "./messages.ts";

export const CORE_PROTOCOL = "pedelec-core-ipc-v1";
export const CORE_HOST = "127.0.0.1";

export interface RuntimeFile {
  readonly protocol: typeof CORE_PROTOCOL;
  readonly host: typeof CORE_HOST;
  readonly port: number;
  /** `host:port`: where to connect. */
  readonly endpoint: string;
  readonly pid: number;
}

/** Why a discovery file is of no use, with the fact that a sentence needs. */
export type RuntimeFileProblem =
  | { readonly code: "runtime-not-json" }
  /** `field` is the first field that is missing or wrong; empty if the file is no JSON object. */
  | { readonly code: "runtime-wrong-shape"; readonly field: string }
  | { readonly code: "runtime-other-protocol"; readonly protocol: string }
  | { readonly code: "runtime-foreign-host"; readonly host: string };

/** Reads the file's text. The protocol is judged before the rest: another one may have other fields. */
export function decodeRuntimeFile(text: string): Result<RuntimeFile, RuntimeFileProblem> {
  const value = parseJson(text);
  if (value === undefined) return fail({ code: "runtime-not-json" });
  if (!isJsonObject(value)) return wrongShape("");
  const { protocol } = value;
  if (!isText(protocol)) return wrongShape("protocol");
  if (protocol !== CORE_PROTOCOL) return fail({ code: "runtime-other-protocol", protocol });
  return decodeFields(value);
}

function decodeFields({ host, port, endpoint, pid }: JsonObject): Result<RuntimeFile, RuntimeFileProblem> {
  if (!isText(host)) return wrongShape("host");
  if (host !== CORE_HOST) return fail({ code: "runtime-foreign-host", host });
  if (!isWhole(port, 1) || port > 65_535) return wrongShape("port");
  if (!isText(endpoint)) return wrongShape("endpoint");
  const endpointHost = endpoint.slice(0, Math.max(0, endpoint.lastIndexOf(":")));
  if (endpointHost !== "" && endpointHost !== CORE_HOST) {
    return fail({ code: "runtime-foreign-host", host: endpointHost });
  }
  // Clients connect to the endpoint: one that disagrees with the port is a file that nobody should trust.
  if (endpoint !== `${CORE_HOST}:${port}`) return wrongShape("endpoint");
  if (!isWhole(pid, 0)) return wrongShape("pid");
  return succeed({ protocol: CORE_PROTOCOL, host: CORE_HOST, port, endpoint, pid });
}

function wrongShape(field: string): { ok: false; problem: RuntimeFileProblem } {
  return fail({ code: "runtime-wrong-shape", field });
}
