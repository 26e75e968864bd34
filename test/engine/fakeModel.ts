/** A model that remembers what it took: one row a frame, and nothing of what frames mean. */
import type { ChannelModel } from "../../src/engine/model.ts";
import type { Row } from "../../src/engine/port.ts";
import type { NoticeRecord, StreamRecord } from "../../src/protocol/records.ts";

export function createFakeModel(): ChannelModel {
  const taken: StreamRecord[] = [];
  let filter = "";
  let version = 0;
  const frames = () => taken.filter((record) => record.kind === "frame");
  const shown = () => frames().filter((frame) => frame.line.includes(filter));
  const notices = () => taken.filter((record): record is NoticeRecord => record.kind === "notice");
  return {
    get version() {
      return version;
    },
    get lastPosition() {
      return taken.at(-1)?.position ?? 0;
    },
    append(records) {
      const last = taken.at(-1)?.position ?? 0;
      taken.push(...records.filter((record) => record.position > last));
      version += 1;
    },
    tick(now) {
      // A rule that waits for silence: it speaks once a second has gone by without a frame.
      if (taken.length > 0 && now > (taken.at(-1)?.t ?? 0) + 1_000) version += 1;
    },
    setFilter(text) {
      filter = text;
      version += 1;
    },
    counts: () => ({
      frames: frames().length,
      sessions: 0,
      invocations: frames().length,
      refused: 0,
      shown: shown().length,
      hidden: frames().length - shown().length,
      rows: shown().length,
      flags: { error: 0, warn: 0, note: 0, chat: 0 },
    }),
    range: () => ({ from: taken[0]?.t ?? 0, to: taken.at(-1)?.t ?? 0 }),
    rows(from, count) {
      const rows = shown().map(
        (frame): Row => ({
          kind: "session",
          id: `s${frame.frame}`,
          run: frame.run,
          sessionId: frame.line,
          provider: "",
          origin: "",
          status: "",
          turns: [],
        }),
      );
      return { version, from, total: rows.length, rows: rows.slice(from, from + count) };
    },
    indexOf: (id) => shown().findIndex((frame) => `s${frame.frame}` === id),
    detail: () => null,
    flags: (from) => ({ version, from, total: 0, flags: [] }),
    runs: () => [],
    notices: () => notices().map(({ code, t, sentence }) => ({ code, t, sentence, count: 1 })),
    loss: () => ({
      notReceivedFrames: notices().reduce((sum, notice) => sum + (notice.lost?.frames ?? 0), 0),
      droppedFrames: 0,
      droppedBytes: 0,
      notStoredFrames: 0,
    }),
  };
}
