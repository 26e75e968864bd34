/**
 * The first words with a Core: a `ping`, whose answer decides the generation (core-ipc.md §2.2, §10).
 * Refuses to guess: what does not answer as a Core does is none.
 */
import type { JsonValue } from "../protocol/messages.ts";
import type { Generation } from "../protocol/records.ts";
import type { CoreConnection, Reply } from "./coreConnection.ts";

export type Greeted =
  | {
      readonly kind: "core";
      readonly connection: CoreConnection;
      readonly generation: Generation;
      readonly evidence: string;
    }
  /** Nobody listens · it accepts and says nothing · it answers, but not as a Core does. */
  | { readonly kind: "refused" | "silent" | "no-core" };

export async function greetCore(
  connect: () => Promise<CoreConnection | "refused" | "silent">,
): Promise<Greeted> {
  const connection = await connect();
  if (typeof connection === "string") return { kind: connection };
  const reply = await connection.request({ type: "ping", payload: {}, failOnOddLine: true });
  const judged = judge(reply);
  if (typeof judged !== "string") return { kind: "core", connection, ...judged };
  connection.close();
  return { kind: judged };
}

function judge(reply: Reply): { generation: Generation; evidence: string } | "silent" | "no-core" {
  if (reply.kind === "silent") return "silent";
  if (reply.kind !== "response" || !reply.ok) return "no-core";
  const version = versionOf(reply.result);
  if (version === null) return { generation: "0.1", evidence: "ping answered without a version" };
  return { generation: "current", evidence: `ping answered with version ${version}` };
}

/** A version longer than this is cut, in characters. */
const MAX_VERSION_LENGTH = 40;

function versionOf(result: JsonValue | undefined): string | null {
  if (typeof result !== "object" || result === null || !("version" in result)) return null;
  return typeof result.version === "string" ? result.version.slice(0, MAX_VERSION_LENGTH) : null;
}
