/** A `MessagePort`, or anything that talks like one, as a port of the SDK. It starts it, and refuses to close it: it is the caller's. */
import type { SdkPort } from "./port.ts";

/** The part of a `MessagePort` that is used. Not every runtime tells `close`. */
export interface MessagePortLike {
  postMessage(message: unknown): void;
  addEventListener(type: "message" | "close", listener: (event: { readonly data?: unknown }) => void): void;
  start?(): void;
}

/**
 * @param port one end of a channel; what is posted is cloned, so take the bridge model "structured-clone" with it
 * @returns the same port for `new Pedelec(port, …)`
 */
export function overMessagePort(port: MessagePortLike): SdkPort {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.addEventListener("message", ({ data }) => listener(data));
      port.start?.();
    },
    onDisconnect: (listener) => port.addEventListener("close", () => listener()),
  };
}
