/** Times and durations as text. Pure: epochs, offsets and durations come in as numbers of ms or minutes. */
import { grouped, trimmed } from "./numbers.ts";

const two = (value: number) => String(value).padStart(2, "0");

interface ClockParts {
  readonly hours: string;
  readonly minutes: string;
  readonly seconds: string;
  readonly milliseconds: string;
}

/** @param epoch ms since 1970 @param zoneMinutes minutes east of UTC */
export function clockParts(epoch: number, zoneMinutes: number): ClockParts {
  const local = new Date(Math.floor(epoch) + zoneMinutes * 60_000);
  return {
    hours: two(local.getUTCHours()),
    minutes: two(local.getUTCMinutes()),
    seconds: two(local.getUTCSeconds()),
    milliseconds: String(local.getUTCMilliseconds()).padStart(3, "0"),
  };
}

/** `21:06:17.037` */
export function clockTime(epoch: number, zoneMinutes: number): string {
  const { hours, minutes, seconds, milliseconds } = clockParts(epoch, zoneMinutes);
  return `${hours}:${minutes}:${seconds}.${milliseconds}`;
}

/** `0.340 s`, `75.000 s`: a moment of a clock that begins at 0. */
export function virtualTime(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** `3 ms`, `0.4 ms`, `1,500 ms`, `12.5 s`, `2 min 05 s`: how long something took. */
export function duration(ms: number): string {
  if (ms < 10) return `${trimmed(ms.toFixed(ms < 1 ? 1 : 0))} ms`;
  if (ms < 10_000) return `${grouped(ms)} ms`;
  if (ms < 120_000) return `${trimmed((ms / 1000).toFixed(1))} s`;
  return `${Math.floor(ms / 60_000)} min ${two(Math.floor((ms % 60_000) / 1000))} s`;
}

/** `0`, `+1.1`, `+4,002.2`, `−3`: ms since a moment, without the unit. */
export function sinceText(ms: number): string {
  const sign = ms < 0 ? "−" : "+";
  const size = Math.abs(ms);
  const tenths = Math.round(size * 10) / 10;
  if (tenths === 0) return "0";
  const whole = Math.floor(tenths);
  const tenth = Math.round((tenths - whole) * 10);
  return `${sign}${grouped(whole)}${tenth === 0 ? "" : `.${tenth}`}`;
}

/** `1,003 ms` with its sign, for lateness. */
export function signed(ms: number): string {
  return `${ms < 0 ? "−" : "+"}${grouped(Math.abs(ms))} ms`;
}
