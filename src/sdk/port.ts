/** The one thing that the SDK talks over: a port as extensions have it (sdk.md §10). What stands behind it is not its business. */
import type { TracePoint } from "./tracePoint.ts";

/** The extension that the SDK asks for, and the name of its port (sdk.md §2.1). */
export const EXTENSION_ID = "ogccgaminlphbkeghldidiiimajfdpag";
export const PORT_NAME = "pedelec-sdk-external";

export interface SdkPort {
  /**
   * Sends a message.
   * @throws if the message cannot be sent, such as a value that cannot be serialised
   */
  post(message: Readonly<Record<string, unknown>>): void;
  /** Messages of the other side; one listener. */
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
