/** Joins state and commands. What components get; the engine and the browser stay behind it. */
import type { EnginePort } from "../engine/port.ts";
import { type Commands, createCommands } from "./commands.ts";
import type { Platform } from "./platform.ts";
import { createState, type ReadableState } from "./state.ts";

export interface Store {
  readonly state: ReadableState;
  readonly commands: Commands;
  readonly platform: Pick<Platform, "now">;
}

/** Makes a store; `commands.start()` begins to attach. */
export function createStore(engine: EnginePort, platform: Platform): Store {
  const state = createState();
  return { state, commands: createCommands(engine, state, platform), platform };
}
