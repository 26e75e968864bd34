/** One measured figure: a value against a bar, as it is printed. Ratios are taken inside one run, from interleaved measurements. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bar: string;
  readonly ok: boolean;
  /** What the value was made of. */
  readonly measured?: Readonly<Record<string, number>>;
}

const ROUNDS = 5;
/** A round is so many turns of each: what else the machine does then falls on both. */
const TURNS = 4;

export const atMost = (limit: number) => ({ bar: `<= ${limit}`, holds: (value: number) => value <= limit });
export const atLeast = (limit: number) => ({ bar: `>= ${limit}`, holds: (value: number) => value >= limit });

export function figure(
  name: string,
  value: number,
  unit: string,
  { bar, holds }: ReturnType<typeof atMost>,
  measured: Readonly<Record<string, number>> = {},
): Figure {
  const rounded = Object.fromEntries(Object.entries(measured).map(([key, number]) => [key, round(number)]));
  return { name, value: round(value), unit, bar, ok: holds(value), measured: rounded };
}

export function print(measured: Figure): void {
  console.log(JSON.stringify(measured));
}

/** Takes two measurements in turn and gives the medians of both, and of their ratio round by round. */
export async function interleaved(
  ours: () => number | Promise<number>,
  theirs: () => number | Promise<number>,
): Promise<{ ours: number; theirs: number; ratio: number }> {
  const rounds: { ours: number; theirs: number }[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    const round = { ours: 0, theirs: 0 };
    for (let turn = 0; turn < TURNS; turn += 1) {
      round.theirs += (await theirs()) / TURNS;
      round.ours += (await ours()) / TURNS;
    }
    rounds.push(round);
  }
  return {
    ours: median(rounds.map((round) => round.ours)),
    theirs: median(rounds.map((round) => round.theirs)),
    ratio: median(rounds.map((round) => round.ours / round.theirs)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const round = (value: number) => Number(value.toPrecision(4));
