/**
 * The panel's glyphs as data, on one 16-unit grid. `i-s` strokes, `i-f` fills, `i-k` and `i-kf` knock a sign out of a
 * filled shape. Outcomes (`o-`), attempts (`a-`) and severities (`s-`) each have a shape of their own: colour comes last.
 */
export interface GlyphShape {
  readonly tag: "path" | "rect" | "circle";
  readonly class: string;
  readonly d?: string;
  readonly x?: string;
  readonly y?: string;
  readonly width?: string;
  readonly height?: string;
  readonly rx?: string;
  readonly cx?: string;
  readonly cy?: string;
  readonly r?: string;
}

export const ICONS = {
  "o-ok": [{ tag: "path", class: "i-s2", d: "M2.8 8.6l3.4 3.4 7-8" }],
  "o-domain": [{ tag: "path", class: "i-f", d: "M8 1.6L14.4 8 8 14.4 1.6 8z" }],
  "o-coded": [{ tag: "path", class: "i-s", d: "M8 2.2L13.8 8 8 13.8 2.2 8z" }],
  "o-sdk": [
    { tag: "rect", class: "i-f", x: "2", y: "2", width: "12", height: "12", rx: "1.5" },
    { tag: "path", class: "i-k", d: "M5.3 5.3l5.4 5.4m0-5.4l-5.4 5.4" },
  ],
  "o-timeout": [
    {
      tag: "path",
      class: "i-s",
      d: "M3.5 1.9h9M3.5 14.1h9M4.6 2v1.9L8 8l3.4-4.1V2M4.6 14v-1.9L8 8l3.4 4.1V14",
    },
    { tag: "path", class: "i-f", d: "M5.6 13.4L8 10.6l2.4 2.8z" },
  ],
  "o-late": [
    { tag: "rect", class: "i-s", x: "1.8", y: "4", width: "12.4", height: "8", rx: "1" },
    { tag: "path", class: "i-s", d: "M4 12l5-8M8.4 12l5-8" },
  ],
  "o-refused": [
    { tag: "circle", class: "i-s", cx: "8", cy: "8", r: "5.8" },
    { tag: "path", class: "i-s", d: "M4 4l8 8" },
  ],
  "o-pending": [
    { tag: "circle", class: "i-s i-dash", cx: "8", cy: "8", r: "5.8" },
    { tag: "circle", class: "i-f", cx: "8", cy: "8", r: "2.2" },
  ],
  "o-cancelled": [
    { tag: "circle", class: "i-s", cx: "8", cy: "8", r: "5.8" },
    { tag: "path", class: "i-s", d: "M5 8h6" },
  ],
  "o-dropped": [{ tag: "path", class: "i-s", d: "M8 1.8v7M5 6.2l3 3 3-3M2 13.2h3.2M10.8 13.2H14" }],
  "o-indeterminate": [
    { tag: "path", class: "i-s", d: "M5.4 6a2.7 2.7 0 1 1 3.8 2.4c-.8.4-1.2.9-1.2 1.9" },
    { tag: "circle", class: "i-f", cx: "8", cy: "13", r: "1.1" },
  ],
  "o-unknown": [
    { tag: "circle", class: "i-f", cx: "3.4", cy: "8", r: "1.4" },
    { tag: "circle", class: "i-f", cx: "8", cy: "8", r: "1.4" },
    { tag: "circle", class: "i-f", cx: "12.6", cy: "8", r: "1.4" },
  ],
  "a-created": [
    { tag: "circle", class: "i-s", cx: "8", cy: "8", r: "5.8" },
    { tag: "path", class: "i-s", d: "M8 5.2v5.6M5.2 8h5.6" },
  ],
  "a-joined": [{ tag: "path", class: "i-s", d: "M2 4h3.5l3.6 4H14M2 12h3.5L9.1 8M11.5 5.4L14 8l-2.5 2.6" }],
  "a-replayed": [{ tag: "path", class: "i-s", d: "M13.2 8a5.2 5.2 0 1 1-1.6-3.8M13.2 1.8v3h-3" }],
  "s-error": [
    { tag: "path", class: "i-f", d: "M5.1 1.2h5.8l3.9 3.9v5.8l-3.9 3.9H5.1l-3.9-3.9V5.1z" },
    { tag: "path", class: "i-k", d: "M5.6 5.6l4.8 4.8m0-4.8l-4.8 4.8" },
  ],
  "s-warn": [
    { tag: "path", class: "i-f", d: "M8 1.2l7.3 13.2H.7z" },
    { tag: "path", class: "i-k", d: "M8 6v4" },
    { tag: "circle", class: "i-kf", cx: "8", cy: "12.1", r: ".95" },
  ],
  "s-note": [
    { tag: "circle", class: "i-f", cx: "8", cy: "8", r: "6.8" },
    { tag: "path", class: "i-k", d: "M8 7.4v4" },
    { tag: "circle", class: "i-kf", cx: "8", cy: "4.9", r: ".95" },
  ],
  "s-chat": [{ tag: "path", class: "i-s", d: "M2.2 3h11.6v7.6H7.6L4.6 13.4v-2.8H2.2z" }],
  chev: [{ tag: "path", class: "i-s", d: "M5 6.5l3 3 3-3" }],
  "chev-r": [{ tag: "path", class: "i-s", d: "M6.5 5l3 3-3 3" }],
  search: [
    { tag: "circle", class: "i-s", cx: "7", cy: "7", r: "4.2" },
    { tag: "path", class: "i-s", d: "M10.2 10.2l3.4 3.4" },
  ],
  "eye-off": [
    {
      tag: "path",
      class: "i-s",
      d: "M2 8c1.6-2.7 3.6-4 6-4s4.4 1.3 6 4c-1.6 2.7-3.6 4-6 4S3.6 10.7 2 8zM3 13L13 3",
    },
  ],
  pause: [{ tag: "path", class: "i-f", d: "M4 3h2.8v10H4zM9.2 3H12v10H9.2z" }],
  play: [{ tag: "path", class: "i-f", d: "M4.5 2.6v10.8L13 8z" }],
  sun: [
    { tag: "circle", class: "i-s", cx: "8", cy: "8", r: "2.9" },
    {
      tag: "path",
      class: "i-s",
      d: "M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
    },
  ],
  moon: [{ tag: "path", class: "i-s", d: "M13.3 9.6A5.8 5.8 0 0 1 6.4 2.7a5.8 5.8 0 1 0 6.9 6.9z" }],
  contrast: [
    { tag: "circle", class: "i-s", cx: "8", cy: "8", r: "5.8" },
    { tag: "path", class: "i-f", d: "M8 2.2a5.8 5.8 0 0 1 0 11.6z" },
  ],
  copy: [
    { tag: "rect", class: "i-s", x: "5.5", y: "5.5", width: "8", height: "8", rx: "1.5" },
    { tag: "path", class: "i-s", d: "M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" },
  ],
  close: [{ tag: "path", class: "i-s", d: "M4 4l8 8M12 4l-8 8" }],
  flag: [{ tag: "path", class: "i-s", d: "M4 14V2.5h8l-2 3 2 3H4" }],
  flask: [
    {
      tag: "path",
      class: "i-s",
      d: "M6.2 2v4L2.8 12.4a1 1 0 0 0 .9 1.5h8.6a1 1 0 0 0 .9-1.5L9.8 6V2M5 2h6M4.6 10h6.8",
    },
  ],
  lanes: [{ tag: "path", class: "i-s2", d: "M2 4h6M5 8h7M8.5 12H14" }],
  table: [{ tag: "path", class: "i-s", d: "M2 3h12v10H2zM2 6.4h12M2 9.7h12M6 6.4V13" }],
  follow: [
    { tag: "circle", class: "i-s", cx: "8", cy: "8", r: "4.3" },
    { tag: "path", class: "i-s", d: "M8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3" },
  ],
  up: [{ tag: "path", class: "i-s", d: "M8 13V3.5M4.5 7L8 3.5 11.5 7" }],
  down: [{ tag: "path", class: "i-s", d: "M8 3v9.5M4.5 9L8 12.5 11.5 9" }],
  right: [{ tag: "path", class: "i-s", d: "M2.5 8h10.5M9.5 4.5L13 8l-3.5 3.5" }],
  left: [{ tag: "path", class: "i-s", d: "M13.5 8H3M6.5 4.5L3 8l3.5 3.5" }],
  fit: [{ tag: "path", class: "i-s", d: "M2 5V2.5h2.5M11.5 2.5H14V5M14 11v2.5h-2.5M4.5 13.5H2V11M5 8h6" }],
  lock: [
    { tag: "rect", class: "i-s", x: "3.5", y: "7", width: "9", height: "6.5", rx: "1" },
    { tag: "path", class: "i-s", d: "M5.5 7V5a2.5 2.5 0 0 1 5 0v2" },
  ],
  hand: [
    { tag: "path", class: "i-s", d: "M8 2v8M5 4v6M11 4v6M2.8 8.5v1.7a4 4 0 0 0 4 4h2.4a4 4 0 0 0 4-4V6.5" },
  ],
  plug: [{ tag: "path", class: "i-s", d: "M5.5 2v3M10.5 2v3M3.5 5h9v2.5a4.5 4.5 0 0 1-9 0zM8 12v2.5" }],
  restart: [{ tag: "path", class: "i-f", d: "M12.5 3v10L6 8zM3 3h1.8v10H3z" }],
  more: [
    { tag: "circle", class: "i-f", cx: "3.5", cy: "8", r: "1.3" },
    { tag: "circle", class: "i-f", cx: "8", cy: "8", r: "1.3" },
    { tag: "circle", class: "i-f", cx: "12.5", cy: "8", r: "1.3" },
  ],
  rows: [{ tag: "path", class: "i-s", d: "M2.5 4h11M2.5 8h11M2.5 12h11" }],
  keyboard: [
    { tag: "rect", class: "i-s", x: "1.8", y: "4", width: "12.4", height: "8", rx: "1.5" },
    { tag: "path", class: "i-s", d: "M4.6 6.7h.1M8 6.7h.1M11.3 6.7h.1M5.4 9.4h5.2" },
  ],
  bell: [{ tag: "path", class: "i-s", d: "M3 11.5h10l-1.3-1.8V7a3.7 3.7 0 0 0-7.4 0v2.7zM6.6 13.6h2.8" }],
} as const satisfies Readonly<Record<string, readonly GlyphShape[]>>;

export type IconName = keyof typeof ICONS;
