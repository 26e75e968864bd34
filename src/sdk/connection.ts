/**
 * Requests and their answers over one port at a time (sdk.md §2.1, §10): it opens the port, matches answers to requests,
 * and gives up on those that the bridge never answers. In the 0.1 profile a lost port is lost for good; in the current one
 * the next request opens another. It never sends a request twice, and does not look into events.
 */
import { isText } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import { answeredError, disconnectedError, type PedelecError, pedelecError, unsentError } from "./errors.ts";
import { EXTENSION_ID, PORT_NAME, type PortSource, type SdkEnvironment, type SdkPort } from "./port.ts";
import type { SdkRules } from "./rules.ts";

/** The version that the client says it is: the last one of the current SDK that is known (sdk.md §0). */
export const SDK_VERSION = "0.3.3";

interface OpenRequest {
  resolve(result: JsonValue): void;
  reject(error: PedelecError): void;
}

/** One port, and the requests that went over it. */
interface Wire {
  readonly port: SdkPort;
  readonly open: Map<string, OpenRequest>;
}

export interface ConnectionSurroundings {
  readonly source: PortSource | null;
  readonly environment: SdkEnvironment;
  readonly rules: SdkRules;
  /** A message that answers nothing. */
  event(message: JsonObject): void;
  /** The port is gone. Told before the open requests are rejected. */
  lost(error: PedelecError): void;
}

export class Connection {
  readonly channelId: string;
  private readonly around: ConnectionSurroundings;
  private wire: Wire | null = null;
  /** Why no request will ever be sent again; only the 0.1 profile knows this. */
  private refusal: PedelecError | null = null;
  private requestCount = 0;

  constructor(around: ConnectionSurroundings) {
    const { environment } = around;
    this.around = around;
    this.channelId = `pedelec_${environment.now()}_${environment.unique()}`;
  }

  /** Opens the port at once. If that fails, requests will tell. */
  open(): void {
    try {
      this.connected();
    } catch {
      // The first request is refused with the reason, or tries again.
    }
  }

  /** Whether there is anybody to connect to, as far as a page can know. */
  isAvailable(): boolean {
    return this.around.source !== null;
  }

  /** Sends a request. Rejects with a PedelecError; a refused one is never sent again. */
  request(type: string, fields: Readonly<Record<string, unknown>>): Promise<JsonValue> {
    return new Promise((resolve, reject) => {
      const wire = this.connected();
      this.requestCount += 1;
      const requestId = `sdk_${this.around.environment.now()}_${this.requestCount}`;
      this.await(wire, { requestId, type }, { resolve, reject });
      try {
        wire.port.post({ channelId: this.channelId, type, requestId, ...fields });
      } catch (problem) {
        this.unsent(wire, requestId, unsentError(problem));
      }
    });
  }

  private await(wire: Wire, details: { requestId: string; type: string }, request: OpenRequest): void {
    const { environment, rules } = this.around;
    const { requestId } = details;
    const cancel = environment.after?.(rules.bridgeTimeoutMs, () => {
      wire.open.delete(requestId);
      request.reject(pedelecError("SDK_BRIDGE_TIMEOUT", "SDK bridge request timed out", details));
    });
    wire.open.set(requestId, {
      resolve: (result) => {
        cancel?.();
        request.resolve(result);
      },
      reject: (error) => {
        cancel?.();
        request.reject(error);
      },
    });
  }

  /** The current SDK takes a refused message for a lost port, though nothing was lost (sdk.md §1.3). */
  private unsent(wire: Wire, requestId: string, error: PedelecError): void {
    const request = wire.open.get(requestId);
    wire.open.delete(requestId);
    if (this.around.rules.profile === "current") this.lose(wire, error);
    request?.reject(error);
  }

  /** @throws PedelecError if there is no port and none can be opened */
  private connected(): Wire {
    if (this.wire) return this.wire;
    if (this.refusal) throw this.refusal;
    try {
      return this.connect();
    } catch {
      this.wire = null;
      const error = pedelecError("EXTENSION_UNAVAILABLE", "extension is not available");
      if (this.around.rules.profile === "0.1") this.refusal = error;
      throw error;
    }
  }

  private connect(): Wire {
    const { source, rules } = this.around;
    if (source === null) throw new Error("there is no extension");
    const port = source.connect(EXTENSION_ID, PORT_NAME);
    const wire: Wire = { port, open: new Map() };
    this.wire = wire;
    port.onMessage((message) => {
      if (this.wire === wire) this.receive(wire, message);
    });
    port.onDisconnect((reason) => this.lose(wire, disconnectedError(reason)));
    if (rules.profile === "current") this.greet(port);
    return wire;
  }

  /** Neither is a request: they carry no channel, no request id, and nobody answers them. */
  private greet(port: SdkPort): void {
    port.post({ type: "sdk_hello", sdkVersion: SDK_VERSION });
    port.post({ type: "page_activity", active: this.around.environment.isPageActive?.() ?? true });
  }

  private receive(wire: Wire, message: unknown): void {
    const known = asObject(message);
    if (known === null) return;
    if (known.type !== "response") this.around.event(known);
    else if (isText(known.requestId)) this.settle(wire, known.requestId, known);
  }

  /** An answer to nobody, such as one that comes after its time, changes nothing. */
  private settle(wire: Wire, requestId: string, { ok, result = null, error }: JsonObject): void {
    const request = wire.open.get(requestId);
    wire.open.delete(requestId);
    if (ok === true) request?.resolve(result);
    else request?.reject(answeredError(error));
  }

  private lose(wire: Wire, error: PedelecError): void {
    if (this.wire !== wire) return;
    this.wire = null;
    if (this.around.rules.profile === "0.1") this.refusal = error;
    const lost = [...wire.open.values()];
    wire.open.clear();
    this.around.lost(error);
    for (const { reject } of lost) reject(error);
  }
}

/** A port delivers plain JSON objects; anything else is not for us. */
function asObject(message: unknown): JsonObject | null {
  const isObject = typeof message === "object" && message !== null && !Array.isArray(message);
  return isObject ? (message as JsonObject) : null;
}
