/** The one thing that the SDK talks over: a port as extensions have it (sdk.md §10). What stands behind it is not its business. */
import type { TracePoint } from "./tracePoint.ts";

/** The extension that the SDK connects to (sdk.md §2.1). A `PortSource` is given it, and may connect to somebody else. */
export const EXTENSION_ID = "ogccgaminlphbkeghldidiiimajfdpag";
/** The name of the port that the SDK opens there (sdk.md §2.1); an extension tells the SDK's ports from others by it. */
export const PORT_NAME = "pedelec-sdk-external";

/**
 * One open port to the extension, or to whoever plays it (sdk.md §2.1, §10). The SDK posts requests with `channelId`, `type` and
 * `requestId`; it is told responses with the same `requestId`, and events. A closed port stays closed.
 */
export interface SdkPort {
  /**
   * Sends a message. It may be delivered before this returns, or later.
   * @param message a fresh object; a submit's `result` is the handler's own value, and is to be serialised here and now
   * @throws if the message cannot be sent, such as a value that cannot be serialised. In the current profile the client then takes
   * the port for lost, though it is not (sdk.md §1.3)
   */
  post(message: Readonly<Record<string, unknown>>): void;
  /** Registers the one listener for messages of the other side. What is no object is ignored. */
  onMessage(listener: (message: unknown) => void): void;
  /** Told once, when the other side is gone; `reason` is what the browser says of it, if anything. */
  onDisconnect(listener: (reason?: unknown) => void): void;
}

/** Opens ports, so that a client can connect again. */
export interface PortSource {
  /**
   * @param extensionId whom to connect to
   * @param portName the name that the port is opened with
   * @throws if no port can be opened
   */
  connect(extensionId: string, portName: string): SdkPort;
}

/** What the SDK must be given, since it has no clock, no timers and no chance of its own. */
export interface SdkEnvironment {
  /** Epoch ms. */
  now(): number;
  /** A text that is never given twice. */
  unique(): string;
  /**
   * Runs something once, in `ms`. Without it no request of this client ever times out.
   * @returns takes the appointment back; harmless afterwards
   */
  after?(ms: number, run: () => void): () => void;
  /** Gets the trace points as they happen. They never carry values of arguments or results. */
  trace?(point: TracePoint): void;
  /** The page's origin; absent outside a page. */
  readonly origin?: string;
  /** Whether somebody looks at the page; told to the extension on every new port. Without it: yes. */
  isPageActive?(): boolean;
}

/** A port source from one port: it can be connected to once, since a closed port does not come back. */
export function sourceOf(port: SdkPort): PortSource {
  let given = false;
  return {
    connect: () => {
      if (given) throw new Error("this port is closed, and it is the only one");
      given = true;
      return port;
    },
  };
}

/** The same environment, whose trace cannot stop the SDK: what it throws is lost, as whoever listens must see to it. */
export function withSafeTrace(environment: SdkEnvironment): SdkEnvironment {
  const { origin } = environment;
  const trace = environment.trace?.bind(environment);
  const after = environment.after?.bind(environment);
  const isPageActive = environment.isPageActive?.bind(environment);
  if (trace === undefined) return environment;
  return {
    now: () => environment.now(),
    unique: () => environment.unique(),
    trace: (point) => {
      try {
        trace(point);
      } catch {
        // A listener of the trace is a guest.
      }
    },
    ...(after === undefined ? {} : { after }),
    ...(isPageActive === undefined ? {} : { isPageActive }),
    ...(origin === undefined ? {} : { origin }),
  };
}
