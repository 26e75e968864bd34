/** Which channel is on show. Pure; refuses to know how channels work. */
import type { SourceState } from "../protocol/source.ts";
import type { ChannelName } from "./port.ts";

/**
 * Chooses the channel.
 * @param wanted what a person asked for
 * @param shown what is on show now: kept while the relay only tries, so that each try of a stale file changes nothing
 */
export function chooseChannel(
  wanted: ChannelName | "auto",
  shown: ChannelName,
  relay: SourceState,
  relayHasRecords: boolean,
): ChannelName {
  // Without access nothing starts, whatever is wanted: first a person has to open the right address.
  if (relay.problem?.code === "relay-denied") return "relay";
  if (wanted !== "auto") return wanted;
  if (relayHasRecords) return "relay";
  switch (relay.phase) {
    case "attached":
    case "playing":
    case "complete":
    case "lost":
      return "relay";
    case "connecting":
      return shown;
    case "looking":
    case "off":
    case "failed":
      return "lab";
  }
}
