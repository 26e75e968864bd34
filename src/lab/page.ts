/** The scenario's page: opens a session, registers the handlers that it has, and sends the user's text. */

import { Pedelec } from "../sdk/client.ts";
import type { SdkEnvironment, SdkPort } from "../sdk/port.ts";
import type { PedelecSession } from "../sdk/session.ts";
import { HOP_MS } from "./bridge.ts";
import type { LabClock } from "./clock.ts";
import { LINK_MS } from "./links.ts";
import type { Scenario, ScenarioHandler } from "./scenario.ts";

const THERE_AND_BACK_MS = 2 * (LINK_MS + HOP_MS);

export interface PageSurroundings {
  readonly clock: LabClock;
  readonly port: SdkPort;
  readonly environment: SdkEnvironment;
}

/** Plays the page. Resolves when its turn is over, however it went. */
export async function playPage(scenario: Scenario, around: PageSurroundings): Promise<void> {
  const { provider, guidance, tools } = scenario;
  const pedelec = new Pedelec(around.port, around.environment);
  const session = await pedelec.createSession({ provider, skills: { guidance, tools } });
  for (const handler of scenario.handlers) register(session, handler, around.clock);
  await pause(around.clock, scenario.asksAfterMs);
  // How a turn failed is on the wire for all to see; the page itself has nothing to add.
  await session.sendText(scenario.message).catch(() => undefined);
}

function register(session: PedelecSession, handler: ScenarioHandler, clock: LabClock): void {
  const ms = Math.max(0, handler.answersAfterMs - THERE_AND_BACK_MS);
  session.onTool(handler.tool, async () => {
    await pause(clock, ms);
    return handler.result;
  });
}

function pause(clock: LabClock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(clock.now() + ms, resolve);
  });
}
