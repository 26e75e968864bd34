/**
 * What the eight recordings show, read line by line from their wire.ndjson by hand: the frames that begin and settle each
 * invocation are named in the recordings' README, and nothing here is computed by the code under test.
 */
import type { ScreenRow } from "./screen.ts";

/** answered */
const ok = (turn: number, id: string, tool: string, session = "t000001"): ScreenRow =>
  row(turn, id, tool, "answered", "ok", "", session);
const failed = (turn: number, id: string, tool: string, resultClass: string, flags = ""): ScreenRow =>
  row(turn, id, tool, "answered", resultClass, flags);
const timedOut = (turn: number, id: string, tool: string, flags: string): ScreenRow =>
  row(turn, id, tool, "timed-out", "", flags);
const refused = (turn: number, tool: string, flags: string): ScreenRow =>
  row(turn, "", tool, "refused", "", flags);

function row(
  turn: number,
  id: string,
  tool: string,
  outcome: string,
  resultClass: string,
  flags: string,
  session = "t000001",
): ScreenRow {
  return { id: id && `toolreq_${id}`, session, turn: String(turn), tool, outcome, class: resultClass, flags };
}

export interface Expected {
  readonly frames: number;
  readonly rows: readonly ScreenRow[];
}

export const EXPECTED: Readonly<Record<string, Expected>> = {
  ok: { frames: 33, rows: [ok(1, "1795986369043_1", "get_board")] },
  multi: {
    frames: 109,
    rows: [
      ok(1, "1795986369987_1", "get_board"),
      ok(2, "1795986370340_2", "move_card"),
      ok(2, "1795986370433_3", "move_card"),
      failed(3, "1795986370689_4", "move_card", "domain-error"),
      ok(3, "1795986370721_5", "rename_board"),
      ok(3, "1795986370728_6", "get_board"),
    ],
  },
  timeout: {
    frames: 43,
    rows: [
      timedOut(1, "1795986372738_1", "export_board", "timeout.core"),
      timedOut(2, "1795986374404_2", "export_board", "timeout.core"),
    ],
  },
  late: {
    frames: 75,
    rows: [
      timedOut(1, "1795986375685_1", "export_board", "result.late timeout.core"),
      timedOut(2, "1795986378949_2", "export_board", "result.late timeout.core"),
      timedOut(3, "1795986382029_3", "export_board", "result.late timeout.core"),
      ok(3, "1795986383539_4", "get_board"),
    ],
  },
  "unknown-tool": {
    frames: 82,
    rows: [
      refused(1, "delete_board", "tool.unknown"),
      ...Array.from({ length: 5 }, () => refused(1, "move_card", "tool.args-invalid")),
      refused(1, "rename_board", "tool.args-invalid"),
      refused(1, "log_line", "tool.args-invalid"),
      ...Array.from({ length: 3 }, () => refused(1, "get_board", "tool.args-invalid")),
      ok(1, "1795986385844_1", "get_board"),
    ],
  },
  "handler-errors": {
    frames: 160,
    rows: [
      failed(1, "1795986386800_1", "no_handler", "sdk-error", "handler.missing"),
      failed(1, "1795986386809_2", "throws_error", "sdk-error", "handler.threw"),
      failed(1, "1795986386816_3", "throws_coded", "domain-error"),
      failed(1, "1795986386824_4", "throws_string", "sdk-error", "handler.threw"),
      failed(1, "1795986386830_5", "throws_undefined", "sdk-error", "handler.threw"),
      failed(1, "1795986386838_6", "throws_object", "sdk-error", "handler.threw"),
      failed(1, "1795986386844_7", "returns_error_shape", "domain-error"),
      ok(1, "1795986386851_8", "returns_null"),
      timedOut(1, "1795986386856_9", "returns_undefined", "timeout.core"),
      ok(1, "1795986388367_10", "returns_nan"),
      timedOut(1, "1795986388376_11", "returns_bigint", "timeout.core"),
      ok(1, "1795986389881_12", "returns_map"),
      ok(2, "1795986390021_13", "no_handler"),
      ok(2, "1795986390030_14", "throws_error"),
    ],
  },
  interleaved: {
    frames: 119,
    rows: [
      ok(1, "1795986392433_2", "get_board"),
      ok(1, "1795986392596_4", "log_line"),
      ok(1, "1795986392686_6", "get_board"),
      ok(2, "1795986393023_7", "get_board"),
      refused(2, "log_line", ""),
      ok(1, "1795986392425_1", "get_board", "t000002"),
      ok(1, "1795986392588_3", "log_line", "t000002"),
      ok(1, "1795986392658_5", "get_board", "t000002"),
    ],
  },
  "end-pending": {
    frames: 24,
    rows: [row(1, "1795986390948_1", "export_board", "dropped", "", "result.late timeout.early")],
  },
};
