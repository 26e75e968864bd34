/**
 * Which rows a scrolled list shows. Up to MAX_HEIGHT_PX a pixel is a pixel; beyond the browser's largest element the
 * scrollbar maps to rows. Pure.
 */
export const MAX_HEIGHT_PX = 6_000_000;
/** Rows kept ready above and below what is visible. */
export const OVERSCAN_ROWS = 12;

export interface ListView {
  readonly scrollTop: number;
  readonly viewHeight: number;
  readonly rowHeight: number;
  readonly total: number;
}

/** Height of the scrolled content in px. */
export function listHeight(total: number, rowHeight: number): number {
  return Math.min(total * rowHeight, MAX_HEIGHT_PX);
}

/** The rows to have, with their margin. */
export function rowSpan(view: ListView): { readonly from: number; readonly count: number } {
  const first = Math.floor(firstRow(view));
  const visible = Math.ceil(view.viewHeight / view.rowHeight) + 1;
  const from = Math.max(0, first - OVERSCAN_ROWS);
  return { from, count: Math.max(0, Math.min(view.total, first + visible + OVERSCAN_ROWS) - from) };
}

/** Where a row's top lies in the scrolled content, in px. */
export function rowTop(index: number, view: ListView): number {
  return view.scrollTop + (index - firstRow(view)) * view.rowHeight;
}

/** The scroll position that brings a row into view, or null where it is in view already. @param head px that a sticky head covers */
export function scrollToRow(index: number, view: ListView, head: number): number | null {
  const top = rowTop(index, view) - view.scrollTop;
  const room = view.viewHeight - head;
  if (top >= 0 && top + view.rowHeight <= room) return null;
  const wanted = top < 0 ? index : index - Math.max(0, Math.floor(room / view.rowHeight) - 1);
  return Math.max(0, scrollOfRow(wanted, view));
}

/** The first row at the top edge, with its fraction. */
function firstRow(view: ListView): number {
  const full = view.total * view.rowHeight;
  if (full <= MAX_HEIGHT_PX) return view.scrollTop / view.rowHeight;
  const way = MAX_HEIGHT_PX - view.viewHeight;
  return (Math.min(view.scrollTop, way) / way) * (view.total - view.viewHeight / view.rowHeight);
}

function scrollOfRow(index: number, view: ListView): number {
  const full = view.total * view.rowHeight;
  if (full <= MAX_HEIGHT_PX) return index * view.rowHeight;
  const way = MAX_HEIGHT_PX - view.viewHeight;
  return (index / (view.total - view.viewHeight / view.rowHeight)) * way;
}
