/** Arbitrary records of a recording, as the codec must carry them. */
import fc from "fast-check";
import type { ArgsFacts, DetectorHit, FrameFacts, ResultFacts } from "../../src/protocol/facts.ts";
import type {
  AttachedRecord,
  EndRecord,
  FrameRecord,
  LinkRecord,
  NoticeRecord,
  PointRecord,
  RunRecord,
  StreamRecord,
} from "../../src/protocol/records.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("\ud83d", "\udd1e x", "\ufeff{}", "a\nb\r\n", "\u2028", "__proto__"),
);
const time = fc.double({ min: 0, max: 1e9, noNaN: true }).map((ms) => (Object.is(ms, -0) ? 0 : ms));
const placed = { position: fc.integer({ min: 1 }), run: fc.integer({ min: 1, max: 9 }), t: time };
const PLACED = ["position", "run", "t"] as const;
const yes = fc.constant(true as const);

const args: fc.Arbitrary<ArgsFacts> = fc.record(
  { bytes: fc.nat(), fingerprint: text, fingerprintWithoutTimeout: text, timeoutMs: fc.integer({ min: 1 }) },
  { requiredKeys: ["bytes", "fingerprint", "fingerprintWithoutTimeout"] },
);

const result: fc.Arbitrary<ResultFacts> = fc.record(
  {
    bytes: fc.nat(),
    fingerprint: text,
    class: fc.constantFrom("ok", "domain-error", "coded-error", "sdk-error", "cancelled"),
    code: text,
    retryable: fc.boolean(),
    cancelled: fc.boolean(),
  },
  { requiredKeys: ["bytes", "fingerprint", "class"] },
);

const hit: fc.Arbitrary<DetectorHit> = fc.record({
  detector: fc.constantFrom("token", "private-key", "jwt", "card", "email"),
  pointer: text,
  hidden: fc.boolean(),
});

export const frameFacts: fc.Arbitrary<FrameFacts> = fc.record(
  {
    bytes: fc.nat(),
    args,
    result,
    resultMissing: yes,
    schemaKeyword: text,
    undecodable: fc.constantFrom("not-json", "wrong-shape"),
    hits: fc.array(hit, { maxLength: 3 }),
    invalidUtf8: yes,
    cutBytes: fc.integer({ min: 1 }),
  },
  { requiredKeys: ["bytes"] },
);

const frame: fc.Arbitrary<FrameRecord> = fc.record(
  {
    kind: fc.constant("frame"),
    ...placed,
    frame: fc.integer({ min: 1 }),
    conn: fc.nat(),
    dir: fc.constantFrom("c2s", "s2c"),
    t0: time,
    line: text,
    facts: frameFacts,
    eof: yes,
    synthetic: yes,
  },
  { requiredKeys: [...PLACED, "kind", "frame", "conn", "dir", "line", "facts"] },
);

const link: fc.Arbitrary<LinkRecord> = fc.record(
  {
    kind: fc.constant("link"),
    ...placed,
    conn: fc.nat(),
    ev: fc.constantFrom("open", "c2s-end", "s2c-end", "c2s-error", "s2c-error", "close"),
    code: fc.constantFrom("ECONNRESET", "EPIPE"),
  },
  { requiredKeys: [...PLACED, "kind", "conn", "ev"] },
);

const run: fc.Arbitrary<RunRecord> = fc.record(
  {
    kind: fc.constant("run"),
    ...placed,
    key: text,
    label: text,
    sight: fc.constantFrom("tap", "events", "lab"),
    generation: fc.constantFrom("0.1", "current"),
    generationEvidence: text,
  },
  { requiredKeys: [...PLACED, "kind", "key", "label", "sight"] },
);

const pending = fc.record({ toolRequestId: text, tool: text, turnId: text, ageMs: time, timeoutMs: time });

const attached: fc.Arbitrary<AttachedRecord> = fc.record(
  {
    kind: fc.constant("attached"),
    ...placed,
    sessionId: text,
    access: fc.constantFrom("subscribed", "denied"),
    status: text,
    latestSeq: fc.nat(),
    pending,
  },
  { requiredKeys: [...PLACED, "kind", "sessionId", "access"] },
);

const notice: fc.Arbitrary<NoticeRecord> = fc.record(
  {
    kind: fc.constant("notice"),
    ...placed,
    code: fc.constantFrom("line-not-json", "line-cut", "line-too-long", "recording-cut", "record-unreadable"),
    sentence: text,
    lost: fc.record({ frames: fc.nat(), bytes: fc.nat() }),
  },
  { requiredKeys: [...PLACED, "kind", "code", "sentence"] },
);

const point: fc.Arbitrary<PointRecord> = fc.record({
  kind: fc.constant("point"),
  ...placed,
  sessionId: text,
  toolRequestId: text,
  point: fc.constant("handler-started"),
});

const end: fc.Arbitrary<EndRecord> = fc.record({
  kind: fc.constant("end"),
  ...placed,
  reason: fc.constantFrom("recording-over", "core-lost"),
});

export const streamRecord: fc.Arbitrary<StreamRecord> = fc.oneof(
  frame,
  link,
  run,
  attached,
  notice,
  point,
  end,
);
