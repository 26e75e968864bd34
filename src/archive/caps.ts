/** The archive's bounds, in count and in bytes. Each has its one home here. */

/** Recordings kept; beginning another one evicts the oldest that is not pinned. */
export const MAX_RECORDINGS = 20;
/** Encoded bytes of all recordings together; beginning another one evicts until they fit. */
export const MAX_ARCHIVE_BYTES = 2 * 1024 ** 3;
/** Encoded bytes of one recording; beyond it storing ends with a sentence. */
export const MAX_RECORDING_BYTES = 1024 ** 3;
/** A segment is closed at this many records … */
export const MAX_SEGMENT_RECORDS = 8192;
/** … or before it grows beyond this many bytes. A single larger record has a segment of its own. */
export const MAX_SEGMENT_BYTES = 1024 * 1024;
/** A last segment below this size is filled up by the next drain, so that a slow stream makes no crumbs. */
export const SEGMENT_FILL_BYTES = 64 * 1024;
/** How long a claim waits for a page that is just going away, as on a reload. */
export const CLAIM_PATIENCE_MS = 400;
