/** Which provider and model a session is to have (sdk.md §3): what the page chose, or the user's default. Both profiles' rules. */
import { isJsonArray, isJsonObject, isText } from "../protocol/jsonFields.ts";
import type { JsonValue } from "../protocol/messages.ts";
import { invalidInput, pedelecError } from "./errors.ts";
import type { SdkProfile } from "./rules.ts";

const EFFORT_LEVELS: readonly string[] = ["default", "low", "high"];
const EFFORTS: readonly string[] = ["low", "medium", "high", "xhigh", "max"];

/** How a session's model is chosen; each profile has its own rules (sdk.md §3). */
export interface ModelChoice {
  /** The model by its name; in the current profile it excludes `effortLevel`. */
  readonly model?: string;
  /** How hard a named model thinks: low, medium, high, xhigh or max (current profile). */
  readonly effort?: string;
  /** default, low or high, where no model is named (current profile). */
  readonly effortLevel?: string;
}

/**
 * @returns the fields to send
 * @throws PedelecError INVALID_INPUT
 */
export function checkModel(
  choice: ModelChoice & { readonly provider?: string },
  profile: SdkProfile,
): ModelChoice {
  const { provider, model, effort, effortLevel } = choice;
  if (model !== undefined && (typeof model !== "string" || model.trim() === "")) {
    throw invalidInput("model must be a non-empty string");
  }
  if (profile === "0.1") {
    if (model !== undefined && provider === undefined) throw invalidInput("model needs a provider");
    return model === undefined ? {} : { model };
  }
  checkEfforts(choice);
  return {
    ...(model === undefined ? {} : { model: model.trim() }),
    ...(effort === undefined ? {} : { effort }),
    ...(effortLevel === undefined ? {} : { effortLevel }),
  };
}

function checkEfforts({ model, effort, effortLevel }: ModelChoice): void {
  if (model !== undefined && effortLevel !== undefined) {
    throw invalidInput("model and effortLevel exclude each other");
  }
  if (effort !== undefined && model === undefined) throw invalidInput("effort needs a model");
  if (effortLevel !== undefined && !EFFORT_LEVELS.includes(effortLevel)) {
    throw invalidInput("effortLevel is unknown", { effortLevel });
  }
  if (effort !== undefined && !EFFORTS.includes(effort)) throw invalidInput("effort is unknown", { effort });
}

/**
 * The user's default provider.
 * @param ask sends a request of that type
 * Rejects with DEFAULT_PROVIDER_NOT_SET or DEFAULT_PROVIDER_UNAVAILABLE.
 */
export async function defaultProvider(ask: (type: string) => Promise<JsonValue>): Promise<string> {
  const settings = await ask("get_settings");
  const provider = isJsonObject(settings) ? settings.defaultProvider : undefined;
  if (!isText(provider) || provider === "") {
    throw pedelecError("DEFAULT_PROVIDER_NOT_SET", "no default provider is set");
  }
  const providers = await ask("list_providers");
  const isAvailable = (entry: JsonValue) =>
    isJsonObject(entry) && entry.code === provider && entry.available === true;
  if (isJsonArray(providers) && providers.some(isAvailable)) return provider;
  throw pedelecError("DEFAULT_PROVIDER_UNAVAILABLE", "the default provider is not available", { provider });
}
