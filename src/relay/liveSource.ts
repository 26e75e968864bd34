/**
 * A live Core as a source: the discovery file is watched, the Core that it names is greeted and attached, and again after it
 * was lost or another one took its place. Refuses to give up: every problem is a state with a sentence, and a later try.
 */
import { performance } from "node:perf_hooks";
import type { Generation, RunRecord } from "../protocol/records.ts";
import type { RuntimeFile } from "../protocol/runtimeFile.ts";
import type { SourcePhase, SourceProblem, SourceState } from "../protocol/source.ts";
import { ANSWER_TIMEOUT_MS, connectToCore } from "./coreConnection.ts";
import { coreRunKey, type Discovery, type Found, runtimeFilePath, watchRuntimeFile } from "./discovery.ts";
import { displayPath } from "./displayPath.ts";
import { type Greeted, greetCore } from "./greeting.ts";
import { attachToCore, type LiveAttachment } from "./liveAttachment.ts";
import type { FrameSource, RunningSource, SourceClock, SourceSink } from "./port.ts";
import * as problems from "./sourceProblems.ts";
import { createWaiter, type Waiter } from "./wait.ts";

export interface LiveOptions {
  /** `--runtime-file`, or null for the environment's or the default file. */
  readonly runtimeFile: string | null;
  /** Normalised origins of pages whose sessions are to be watched. */
  readonly origins: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly answerTimeoutMs?: number;
}

/** Tries at a Core that refused or did not answer, in ms; doubled each time. A change of the file is tried at once. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5000;
/** Between two tries at another Core while one is attached, in ms. */
const REPLACE_PAUSE_MS = 1000;
/** While a file names nobody, only its change matters. */
const IDLE_MS = 60_000;

export function createLiveSource(options: LiveOptions): FrameSource {
  const path = runtimeFilePath(options.runtimeFile, options.environment ?? process.env);
  return {
    initial: stateOf({ phase: "looking" }),
    startedAtEpoch: Date.now(),
    start(sink) {
      const live = new LiveSource(sink, path, options);
      void live.run();
      return live;
    },
  };
}

function stateOf(known: Partial<SourceState> & { readonly phase: SourcePhase }): SourceState {
  return { kind: "live", label: "", sight: "events", generation: null, problem: null, denied: [], ...known };
}

class LiveSource implements RunningSource {
  readonly #sink: SourceSink;
  readonly #path: string;
  readonly #options: LiveOptions;
  readonly #startedAt = performance.now();
  readonly #waiter: Waiter = createWaiter();
  readonly #discovery: Discovery;
  readonly #runs = new Map<string, number>();
  #state: SourceState = stateOf({ phase: "looking" });
  #found: Found | null = null;
  #attachment: LiveAttachment | null = null;
  #attachedKey = "";
  #conns = 0;
  #stopped = false;

  constructor(sink: SourceSink, path: string, options: LiveOptions) {
    this.#sink = sink;
    this.#path = path;
    this.#options = options;
    this.#discovery = watchRuntimeFile(path, (found) => this.#onFound(found));
  }

  clock(): SourceClock {
    return { now: this.#now(), rate: 1 };
  }

  stop(): void {
    this.#stopped = true;
    this.#found = null;
    this.#discovery.stop();
    this.#attachment?.stop();
    this.#waiter.wake();
  }

  async run(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !this.#stopped; ) {
      const found = this.#found;
      if (found === null) await this.#waiter.wait(IDLE_MS);
      else if (!found.ok) {
        this.#tellProblem(found.problem, "");
        pause = FIRST_PAUSE_MS;
        await this.#waiter.wait(IDLE_MS);
      } else if (await this.#tryCore(found.value)) pause = FIRST_PAUSE_MS;
      else {
        await this.#waiter.wait(pause);
        pause = this.#found === found ? Math.min(pause * 2, MAX_PAUSE_MS) : FIRST_PAUSE_MS;
      }
    }
  }

  /** @returns whether it was attached for a while */
  async #tryCore(file: RuntimeFile): Promise<boolean> {
    if (this.#state.problem === null) this.#tell(stateOf({ phase: "connecting", label: file.endpoint }));
    const greeted = await this.#greet(file);
    if (this.#stopped) {
      if (greeted.kind === "core") greeted.connection.close();
      return false;
    }
    if (greeted.kind !== "core") {
      this.#tellProblem(this.#problemOf(greeted.kind, file.endpoint), file.endpoint);
      return false;
    }
    await this.#stayAttached(file, greeted);
    return true;
  }

  async #stayAttached(file: RuntimeFile, core: Extract<Greeted, { kind: "core" }>): Promise<void> {
    const label = file.endpoint;
    const run = this.#beginRun(file, core.generation, core.evidence);
    const tell = (more: Partial<SourceState>): void => this.#tell({ ...this.#state, ...more });
    this.#tell(stateOf({ phase: "attached", label, generation: core.generation }));
    this.#attachedKey = coreRunKey(file);
    this.#attachment = attachToCore({
      sink: this.#sink,
      run,
      generation: core.generation,
      first: core.connection,
      origins: this.#options.origins,
      connect: () => this.#connect(file),
      nextConn: () => ++this.#conns,
      now: () => this.#now(),
      onDenied: (denied) => tell({ denied }),
      onSilent: (silent) => this.#onSilent(silent, label),
      onCurrent: (evidence) => {
        this.#beginRun(file, "current", evidence);
        tell({ generation: "current" });
      },
    });
    if (this.#found !== null) void this.#replace(this.#found); // it may have changed during the greeting
    const how = await this.#attachment.over;
    this.#attachment = null;
    this.#attachedKey = "";
    if (!this.#stopped) this.#endRun(run, label, how);
  }

  /** Tells the run, for the first time or again; another Core than the last one is news. */
  #beginRun(file: RuntimeFile, generation: Generation, generationEvidence: string): number {
    const key = coreRunKey(file);
    const known = this.#runs.get(key);
    const run = known ?? this.#runs.size + 1;
    this.#runs.set(key, run);
    const place = { run, t: this.#now() };
    if (known === undefined && run > 1)
      this.#sink.record({
        kind: "notice",
        ...place,
        code: "core-restarted",
        sentence: `Another Core answers at ${file.endpoint}: a new run begins, and session ids start again.`,
      });
    const record: Omit<RunRecord, "position"> = {
      kind: "run",
      ...place,
      key,
      label: file.endpoint,
      sight: "events",
      generation,
      generationEvidence,
    };
    this.#sink.record(record);
    return run;
  }

  #endRun(run: number, endpoint: string, how: "gone" | "stopped"): void {
    const place = { run, t: this.#now() };
    const problem = problems.coreClosed(endpoint);
    if (how === "gone")
      this.#sink.record({ kind: "notice", ...place, code: "core-lost", sentence: problem.sentence });
    this.#sink.record({ kind: "end", ...place, reason: "core-lost" });
    this.#tell(stateOf({ phase: "lost", label: endpoint, problem: how === "gone" ? problem : null }));
  }

  #onFound(found: Found): void {
    this.#found = found;
    if (this.#attachment === null) this.#waiter.wake();
    else void this.#replace(found);
  }

  /** The file may name another Core while one is attached: the other takes its place once it answers, not before. */
  async #replace(found: Found): Promise<void> {
    while (found.ok && found === this.#found && this.#attachment !== null) {
      if (coreRunKey(found.value) === this.#attachedKey) return;
      const greeted = await this.#greet(found.value);
      if (greeted.kind === "core") {
        greeted.connection.close();
        if (found === this.#found) this.#attachment?.stop();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, REPLACE_PAUSE_MS));
    }
  }

  #connect(file: RuntimeFile): ReturnType<typeof connectToCore> {
    const { answerTimeoutMs = ANSWER_TIMEOUT_MS } = this.#options;
    return connectToCore({ host: file.host, port: file.port, now: () => this.#now(), answerTimeoutMs });
  }

  #greet(file: RuntimeFile): Promise<Greeted> {
    return greetCore(() => this.#connect(file));
  }

  #problemOf(kind: Exclude<Greeted["kind"], "core">, endpoint: string): SourceProblem {
    const seconds = (this.#options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS) / 1000;
    if (kind === "refused") return problems.coreRefused(endpoint, displayPath(this.#path));
    return kind === "silent" ? problems.coreNoAnswer(endpoint, seconds) : problems.coreNoCore(endpoint);
  }

  #onSilent(silent: boolean, endpoint: string): void {
    const seconds = (this.#options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS) / 1000;
    if (silent) this.#tell({ ...this.#state, problem: problems.coreNoAnswer(endpoint, seconds) });
    else if (this.#state.problem !== null) this.#tell({ ...this.#state, problem: null });
  }

  /** After a loss, that the same Core still refuses is no news: the sentence about the loss stays. */
  #tellProblem(problem: SourceProblem, label: string): void {
    const { phase, problem: before, label: lostLabel } = this.#state;
    if (
      phase === "lost" &&
      before?.code === "core-closed" &&
      problem.code === "core-refused" &&
      label === lostLabel
    )
      return;
    this.#tell(stateOf({ phase: phase === "lost" ? "lost" : "looking", label, problem }));
  }

  #tell(state: SourceState): void {
    if (this.#stopped || JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#sink.state(state);
  }

  #now(): number {
    return performance.now() - this.#startedAt;
  }
}
