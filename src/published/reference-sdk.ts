/**
 * The package's entry `pedelec-devtools/reference-sdk`: the reference SDK over a port of your own, and the verdict on what a
 * handler returns. Re-exports only.
 */
export { type ApprovalStatus, type CreateSessionInput, Pedelec } from "../sdk/client.ts";
export type {
  BaseContext,
  ChatEventContext,
  ChatListener,
  EndedEventContext,
  EndedListener,
  ErrorEventContext,
  ErrorListener,
  GenericToolHandler,
  SdkStatus,
  StatusEventContext,
  StatusListener,
  ToolCallContext,
  ToolHandler,
} from "../sdk/context.ts";
export { isPedelecError, type PedelecError } from "../sdk/errors.ts";
export { type MessagePortLike, overMessagePort } from "../sdk/messagePort.ts";
export {
  EXTENSION_ID,
  PORT_NAME,
  type PortSource,
  type SdkEnvironment,
  type SdkPort,
} from "../sdk/port.ts";
export type { ModelChoice } from "../sdk/providerChoice.ts";
export type { ListenerErrors, PedelecOptions, SdkProfile, SubmitErrorCodes } from "../sdk/rules.ts";
export type { PedelecSession, SessionWorkspace } from "../sdk/session.ts";
export { defineTool, type SkillsInput, type ToolDefinition } from "../sdk/tool.ts";
export type { Deadline, DropReason, HandlerKind, TracePoint } from "../sdk/tracePoint.ts";
export { judgeValue } from "../sdk/verdict/judgeValue.ts";
export type {
  BridgeModel,
  Hop,
  Loss,
  LossReason,
  SizeLimit,
  ThrowReason,
  Vanishing,
  Verdict,
} from "../sdk/verdict/verdict.ts";
