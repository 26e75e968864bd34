/** Measures a scrolled list (place, height, width of its canvas, height of a row) and asks for the rows that it shows. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import { type ListView, rowSpan, scrollToRow } from "./rowSpan.ts";

export interface Measured {
  readonly scrollTop: number;
  readonly viewHeight: number;
  /** Width of the element marked `data-measure="canvas"`, in px. */
  readonly canvasWidth: number;
  readonly rowHeight: number;
}

const UNMEASURED: Measured = { scrollTop: 0, viewHeight: 0, canvasWidth: 0, rowHeight: 28 };

/**
 * @param total display rows
 * @param headHeight px that a sticky head covers at the top
 */
export function useListView(store: Store, total: number, headHeight: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState(UNMEASURED);
  const reveal = store.state.reveal.value;
  const view: ListView = { ...measured, viewHeight: Math.max(0, measured.viewHeight - headHeight), total };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setMeasured((before) => keepIfSame(before, measureList(element)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const part of element.querySelectorAll("[data-measure]")) observer.observe(part);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);

  const { from, count } = rowSpan(view);
  useLayoutEffect(() => {
    if (measured.viewHeight > 0) store.commands.showRows(from, Math.max(count, 1));
  }, [store, from, count, measured.viewHeight]);

  useLayoutEffect(() => {
    if (reveal.index < 0 || !scroller.current) return;
    const to = scrollToRow(reveal.index, view, 0);
    if (to !== null) scroller.current.scrollTop = to;
  }, [reveal.turn]);

  return { scroller, measured, view };
}

function measureList(element: HTMLElement): Measured {
  const canvas = element.querySelector('[data-measure="canvas"]');
  const row = element.querySelector('[data-measure="row"]');
  return {
    scrollTop: element.scrollTop,
    viewHeight: element.clientHeight,
    canvasWidth: canvas ? Math.round(canvas.getBoundingClientRect().width) : 0,
    rowHeight: row?.getBoundingClientRect().height || UNMEASURED.rowHeight,
  };
}

function keepIfSame(before: Measured, after: Measured): Measured {
  const keys = ["scrollTop", "viewHeight", "canvasWidth", "rowHeight"] as const;
  return keys.every((key) => before[key] === after[key]) ? before : after;
}
