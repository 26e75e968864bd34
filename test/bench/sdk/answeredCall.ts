/**
 * An answered call through SDK, link and Core in memory, against the same call on the Core alone: the SDK's client takes the
 * event, runs a handler, submits, and is told that its result was taken.
 */
import { Pedelec } from "../../../src/sdk/client.ts";
import type { SdkEnvironment } from "../../../src/sdk/port.ts";
import { CoreInMemory } from "../core/inMemory.ts";
import { atMost, type Figure, figure, interleaved } from "../figure.ts";
import { CoreLink } from "./coreLink.ts";

const CALLS = 5_000;
const LIMIT = 3;
const SESSION = "t000001";

const tools = [
  {
    name: "move_card",
    description: "Move a card.",
    argsSchema: {
      type: "object",
      properties: {
        cardId: { type: "string" },
        toColumn: { type: "string", enum: ["todo", "doing", "done"] },
      },
      required: ["cardId", "toColumn"],
      additionalProperties: false,
    },
    timeoutMs: 8000,
  },
];
const CALL = JSON.stringify({
  args: { cardId: "card-17", toColumn: "done" },
  threadId: SESSION,
  toolName: "move_card",
});
const result = {
  card: { column: "done", id: "card-17", tags: ["urgent", "ui"], title: "Show the deadline on the bar" },
  moved: true,
};

/** A port hands over what it is given, as it is. */
const asItIs = <Message>(message: Message): Message => message;
/** As a browser's port to an extension does. */
const asJson = <Message>(message: Message): Message => JSON.parse(JSON.stringify(message));

export async function measureAnsweredCall(): Promise<Figure> {
  const core = new CoreInMemory();
  const theirs = () => alone(core);
  const plain = await comparedWith(theirs, await session(asItIs));
  const json = await comparedWith(theirs, await session(asJson));
  const traced = await comparedWith(theirs, await session(asItIs, () => undefined));
  return figure("sdk.answeredCall", plain.ratio, "times the Core's round trip", atMost(LIMIT), {
    sdkUs: plain.ours,
    coreUs: plain.theirs,
    ratioOverJsonPort: json.ratio,
    ratioWithTrace: traced.ratio,
  });
}

async function comparedWith(theirs: () => number, link: CoreLink) {
  const ours = () => answered(link);
  await ours();
  theirs();
  return interleaved(ours, theirs);
}

/** A session of a whole client, in a turn, with a handler. */
async function session(carry: typeof asItIs, trace?: SdkEnvironment["trace"]): Promise<CoreLink> {
  const link = new CoreLink(carry);
  let count = 0;
  const environment: SdkEnvironment = {
    now: () => Date.now(),
    unique: () => {
      count += 1;
      return `u${count}`;
    },
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    ...(trace === undefined ? {} : { trace }),
  };
  const pedelec = new Pedelec(link, environment);
  const created = await pedelec.createSession({
    provider: "codex",
    skills: { guidance: "Use tools.", tools },
  });
  created.onTool("move_card", () => result);
  void created.sendText("Go.");
  await null;
  const answer = await link.call(CALL);
  const wanted = `"ok":true,"result":${JSON.stringify(result)}`;
  if (!answer.includes(wanted)) throw new Error(`The call was not answered with the result: ${answer}`);
  return link;
}

/** µs a call. */
async function answered(link: CoreLink): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < CALLS; at += 1) await link.call(CALL);
  return ((performance.now() - started) * 1000) / CALLS;
}

/** µs a call. */
function alone(core: CoreInMemory): number {
  const started = performance.now();
  for (let at = 0; at < CALLS; at += 1) core.roundTrip();
  return ((performance.now() - started) * 1000) / CALLS;
}
