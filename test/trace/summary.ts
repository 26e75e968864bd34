/** A model's content without the names that depend on arrival order: for comparing two arrivals of one story. */
import type { ChannelModel } from "../../src/engine/model.ts";
import type { FlagView, Row } from "../../src/engine/port.ts";

export interface Summary {
  readonly invocations: readonly string[];
  readonly refused: readonly string[];
  readonly turns: readonly string[];
  readonly flags: readonly string[];
}

/** @param original maps a frame ordinal of this arrival to the one of the original */
export function summaryOf(
  model: ChannelModel,
  original: (frame: number) => number = (frame) => frame,
): Summary {
  const rows = model.rows(0, model.counts().rows).rows;
  return {
    invocations: sorted(rows, (row) =>
      row.kind === "invocation" ? { ...row, id: "", firstOfTurn: false } : null,
    ),
    refused: sorted(rows, (row) => (row.kind === "attempt" ? { ...row, id: "", firstOfTurn: false } : null)),
    turns: sorted(rows, (row) => (row.kind === "session" ? { ...row, id: "" } : null)),
    flags: model
      .flags(0, Number.MAX_SAFE_INTEGER)
      .flags.map((flag) => JSON.stringify(inOriginal(flag, original)))
      .sort(),
  };
}

function sorted(rows: readonly Row[], view: (row: Row) => object | null): readonly string[] {
  return rows
    .map(view)
    .filter((row) => row !== null)
    .map((row) => JSON.stringify(row))
    .sort();
}

function inOriginal(flag: FlagView, original: (frame: number) => number): object {
  return { ...flag, row: null, evidence: flag.evidence.map(original) };
}
