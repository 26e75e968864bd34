/** A page as the relay sees it: takes the cookie, says hello, acknowledges or not, and keeps what comes. */
import { WebSocket } from "ws";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { decodeBatch, decodeRelayMessage } from "../../src/protocol/relayCodec.ts";
import { ENVELOPE_VERSION, type PageMessage, type RelayMessage } from "../../src/protocol/relayEnvelope.ts";
import { until } from "./collectingSink.ts";

export interface PageClient {
  readonly records: StreamRecord[];
  /** All but `still`. */
  readonly messages: RelayMessage[];
  /** Moments up to which nothing is missing, each with the count of records that had come. */
  readonly stills: [t: number, records: number][];
  /** Batches that came, by number. */
  readonly batches: number[];
  readonly raw: Buffer[];
  closeCode(): number | null;
  welcome(): Extract<RelayMessage, { type: "welcome" }> | undefined;
  send(message: PageMessage | string): void;
  until(condition: () => boolean, what: string): Promise<void>;
  close(): void;
}

export interface PageOptions {
  readonly port: number;
  readonly cookie: string;
  readonly hello?: Partial<Extract<PageMessage, { type: "hello" }>> | null;
  /** Whether each batch is acknowledged; true without it. */
  readonly acknowledges?: boolean;
}

/** Exchanges the token for the cookie, as the panel does at load. */
export async function takeCookie(port: number, token: string): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const response = await fetch(`${origin}/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ token }),
  });
  if (response.status !== 204) throw new Error(`The relay answered ${response.status}`);
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

export async function openPage(options: PageOptions): Promise<PageClient> {
  const { port, cookie, acknowledges = true } = options;
  const origin = `http://127.0.0.1:${port}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/stream`, { origin, headers: { Cookie: cookie } });
  let closeCode: number | null = null;
  const page: PageClient = {
    records: [],
    messages: [],
    stills: [],
    batches: [],
    raw: [],
    closeCode: () => closeCode,
    welcome: () => page.messages.find((message) => message.type === "welcome"),
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    until,
    close: () => socket.terminate(),
  };
  socket.on("message", (body: Buffer, isBinary: boolean) => {
    page.raw.push(body);
    if (!isBinary) {
      const message = decodeRelayMessage(String(body));
      if (!message.ok) throw new Error(message.problem);
      if (message.value.type === "still") page.stills.push([message.value.now, page.records.length]);
      else page.messages.push(message.value);
      return;
    }
    const batch = decodeBatch(body);
    if (!batch.ok) throw new Error(batch.problem);
    page.records.push(...batch.value.records);
    page.batches.push(batch.value.header.batch);
    if (acknowledges) page.send({ type: "ack", batch: batch.value.header.batch });
  });
  socket.on("close", (code) => {
    closeCode = code;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  socket.on("error", () => {});
  if (options.hello !== null)
    page.send({ type: "hello", envelope: ENVELOPE_VERSION, recording: null, after: 0, ...options.hello });
  return page;
}
