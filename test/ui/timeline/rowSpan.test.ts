import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  listHeight,
  MAX_HEIGHT_PX,
  OVERSCAN_ROWS,
  rowSpan,
  rowTop,
  scrollToRow,
} from "../../../src/ui/timeline/rowSpan.ts";

const list = { scrollTop: 0, viewHeight: 700, rowHeight: 28, total: 20_000 };

describe("the rows of a scrolled list", () => {
  test("are those in view and a margin, never more", () => {
    expect(rowSpan(list)).toEqual({ from: 0, count: 26 + OVERSCAN_ROWS });
    expect(rowSpan({ ...list, scrollTop: 28_000 })).toEqual({
      from: 1_000 - OVERSCAN_ROWS,
      count: 26 + 2 * OVERSCAN_ROWS,
    });
    expect(rowSpan({ ...list, total: 3 })).toEqual({ from: 0, count: 3 });
    expect(rowSpan({ ...list, total: 0 })).toEqual({ from: 0, count: 0 });
  });

  test("lie where a pixel is a pixel, while the list is short enough", () => {
    expect(rowTop(1_000, { ...list, scrollTop: 123 })).toBe(28_000);
    expect(listHeight(20_000, 28)).toBe(560_000);
  });

  test("of a million reach from the first to the last below the browser's largest height", () => {
    const long = { ...list, total: 1_000_000 };
    expect(listHeight(long.total, 28)).toBe(MAX_HEIGHT_PX);
    expect(rowSpan(long).from).toBe(0);
    const end = { ...long, scrollTop: MAX_HEIGHT_PX - long.viewHeight };
    const { from, count } = rowSpan(end);
    expect(from + count).toBe(1_000_000);
    expect(rowTop(999_999, end) + 28 - end.scrollTop).toBeCloseTo(long.viewHeight, 3);
  });

  test("come into view when they are asked for, and stay where they are if they are in view", () => {
    expect(scrollToRow(3, list, 0)).toBeNull();
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (total, at, scrolled) => {
          const height = listHeight(total, 28);
          const view = { ...list, total, scrollTop: Math.max(0, height - list.viewHeight) * scrolled };
          const index = Math.min(total - 1, Math.floor(total * at));
          const to = scrollToRow(index, view, 0);
          const after = {
            ...view,
            scrollTop: Math.min(to ?? view.scrollTop, Math.max(0, height - view.viewHeight)),
          };
          const top = rowTop(index, after) - after.scrollTop;
          expect(top).toBeGreaterThan(-28);
          expect(top).toBeLessThan(view.viewHeight);
        },
      ),
    );
  });
});
