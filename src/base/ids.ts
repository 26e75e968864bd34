/**
 * Branded ids. `requestId` means two things on the wire: the id of a command, and the id of a tool request.
 * The brands keep them apart; they cost nothing at run time.
 */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** `threadId` on the wire, such as `t000001`. Unique only within one Core run. */
export type SessionId = Branded<"SessionId">;
/** `operationId` on the wire of current Cores; 0.1 Cores have none. */
export type TurnId = Branded<"TurnId">;
/** `toolreq_<epoch ms>_<n>`: the Core's ask that the page run a tool. */
export type ToolRequestId = Branded<"ToolRequestId">;
/** `requestId` of a request and its response. May be empty or repeated on the wire. */
export type CommandId = Branded<"CommandId">;

export const sessionId = (text: string): SessionId => text as SessionId;
export const turnId = (text: string): TurnId => text as TurnId;
export const toolRequestId = (text: string): ToolRequestId => text as ToolRequestId;
export const commandId = (text: string): CommandId => text as CommandId;
