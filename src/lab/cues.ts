/** Moments that stories hang on: small predicates over what happened. */
import type { Happening } from "./scenario.ts";

type When = (happening: Happening) => boolean;

/** A request of that type arrived at the Core. */
export const requested =
  (command: string): When =>
  (happening) =>
    happening.kind === "message" &&
    happening.message.kind === "request" &&
    happening.message.command === command;

/** The Core stated an event; with a tool's name, one about that tool. */
export const stated =
  (event: string, toolName = ""): When =>
  (happening) =>
    happening.kind === "message" &&
    happening.message.kind === "event" &&
    happening.message.event === event &&
    (toolName === "" || happening.message.toolName === toolName);

/** The Core refused with that code. */
export const refused =
  (code: string): When =>
  (happening) =>
    happening.kind === "message" &&
    happening.message.kind === "response" &&
    happening.message.error?.code === code;

/** The SDK looked for a handler of the tool and found none. */
export const unhandled =
  (tool: string): When =>
  (happening) =>
    happening.kind === "sdk" &&
    happening.point.point === "selected" &&
    happening.point.tool === tool &&
    happening.point.handler === "none";
