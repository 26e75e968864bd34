/**
 * One version for the screen over models that come and go: it grows with every change of the model on show, and with
 * every change of which one that is. Refuses to compare models by anything but identity.
 */
import type { ChannelModel } from "./model.ts";

export interface Versions {
  /** The version of what is on show, given the model on show now. */
  of(model: ChannelModel): number;
}

export function createVersions(): Versions {
  let known: ChannelModel | null = null;
  let seen = 0;
  let version = 0;
  return {
    of(model) {
      if (model !== known || model.version !== seen) version += 1;
      known = model;
      seen = model.version;
      return version;
    },
  };
}
