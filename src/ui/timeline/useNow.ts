/**
 * Moves what follows the clock: the line of now, running bars, and the words of pending calls. It writes one CSS property
 * and a few texts directly and renders nothing. It rests while time stands still or nobody looks.
 */
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { channelNow } from "../../store/channelClock.ts";
import type { Store } from "../../store/createStore.ts";
import { grouped } from "../format/numbers.ts";
import { duration } from "../format/time.ts";
import { type Domain, placeOf } from "./domain.ts";

const WORDS_EVERY_MS = 100;

/** `2,752 ms` while it is short and counts fast, `12.5 s` later. */
export const pendingFor = (ms: number): string =>
  ms < 10_000 ? `${grouped(Math.max(0, ms))} ms` : duration(ms);

/**
 * @param area the element below which things move
 * @param domain what the axis shows
 * @param domainAt what it should show at a moment
 * @param redraw called when the two differ
 */
export function useNow(
  store: Store,
  area: RefObject<HTMLElement | null>,
  domain: Domain,
  width: number,
  domainAt: (now: number) => Domain,
  redraw: () => void,
): void {
  const clock = store.state.clock.value;
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || width === 0) return;
    let frame = 0;
    let wordsAt = Number.NEGATIVE_INFINITY;
    const move = () => {
      const real = store.platform.now();
      const now = channelNow(clock, real);
      const x = Math.min(width, placeOf(now, domain, width));
      element.style.setProperty("--now", `${x.toFixed(1)}px`);
      if (real - wordsAt >= WORDS_EVERY_MS) {
        wordsAt = real;
        writeWords(element, now);
      }
      if (clock.rate <= 0) return;
      if (domainAt(now).to !== domain.to) redraw();
      if (!document.hidden) frame = requestAnimationFrame(move);
    };
    const wake = () => {
      cancelAnimationFrame(frame);
      move();
    };
    move();
    document.addEventListener("visibilitychange", wake);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("visibilitychange", wake);
    };
  }, [store, clock, domain.from, domain.to, width]);
}

function writeWords(element: HTMLElement, now: number): void {
  for (const words of element.querySelectorAll("[data-since]")) {
    const text = words.firstChild;
    if (text instanceof Text) text.data = pendingFor(now - Number(words.getAttribute("data-since")));
  }
}
