/**
 * Where the redacted lines of the frames lie: UTF-8, one after the other in chunks, so that a row of the frame table
 * holds an extent and no string. Nothing is ever removed.
 */
const CHUNK_BYTES = 1024 * 1024;

export interface Extent {
  readonly chunk: number;
  readonly offset: number;
  readonly length: number;
}

export class ByteStore {
  readonly #chunks: Uint8Array[] = [];
  #used = CHUNK_BYTES;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  /** Keeps a text and says where. */
  append(text: string): Extent {
    const bytes = this.#encoder.encode(text);
    const last = this.#chunks.at(-1);
    if (last === undefined || this.#used + bytes.length > last.length) {
      this.#chunks.push(new Uint8Array(Math.max(CHUNK_BYTES, bytes.length)));
      this.#used = 0;
    }
    const chunk = this.#chunks.length - 1;
    this.#chunks[chunk]?.set(bytes, this.#used);
    const extent = { chunk, offset: this.#used, length: bytes.length };
    this.#used += bytes.length;
    return extent;
  }

  /** Reads a text back. */
  read({ chunk, offset, length }: Extent): string {
    return this.#decoder.decode(this.#chunks[chunk]?.subarray(offset, offset + length));
  }
}
