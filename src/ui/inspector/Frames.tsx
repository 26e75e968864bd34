/** The frames of a call as they were kept: redacted, with the line itself on demand. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import { shownLine } from "../../store/lineParts.ts";
import type { Detail, FrameView } from "../../store/screen.ts";
import { byteSize } from "../format/numbers.ts";
import { sinceText } from "../format/time.ts";
import { Icon } from "../Icon.tsx";
import { enInspector } from "../text/enInspector.ts";
import { Pill } from "./Pill.tsx";

export function Frames({ store, detail }: { readonly store: Store; readonly detail: Detail }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLOListElement>(null);
  const asked = store.state.openFrame.value;
  const { row, frames } = detail;
  const zero = row.kind === "invocation" ? row.bar.requestedAt : row.at;
  useLayoutEffect(() => {
    if (asked.frame === 0) return;
    setOpen(new Set([...open, asked.frame]));
    list.current?.querySelector(`[data-frame="${asked.frame}"]`)?.scrollIntoView({ block: "nearest" });
  }, [asked.turn]);
  const toggle = (frame: number) =>
    setOpen(
      open.has(frame) ? new Set([...open].filter((other) => other !== frame)) : new Set([...open, frame]),
    );
  return (
    <section class="section">
      <h3>
        {enInspector.frames} <b class="count">{frames.length}</b> <small>{enInspector.framesNote}</small>
      </h3>
      <ol class="frames" ref={list}>
        {frames.map((frame) => (
          <li key={frame.frame} data-frame={frame.frame}>
            <FrameLine
              frame={frame}
              since={frame.t - zero}
              open={open.has(frame.frame)}
              toggle={() => toggle(frame.frame)}
            />
            {open.has(frame.frame) && <RawLine line={frame.line} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface FrameLineProps {
  readonly frame: FrameView;
  readonly since: number;
  readonly open: boolean;
  readonly toggle: () => void;
}

function FrameLine({ frame, since, open, toggle }: FrameLineProps) {
  return (
    <button
      type="button"
      class={open ? "frame-line open" : "frame-line"}
      aria-expanded={open}
      onClick={toggle}
    >
      <span>{frame.frame}</span>
      <Icon name={frame.dir === "c2s" ? "right" : "left"} />
      <span class="sr">{frame.dir === "c2s" ? enInspector.toCore : enInspector.fromCore}</span>
      <span>c{frame.conn}</span>
      <code>{frame.label}</code>
      <span>{byteSize(frame.bytes)}</span>
      <time>{sinceText(since)}</time>
    </button>
  );
}

function RawLine({ line }: { readonly line: string }) {
  const { parts, left } = shownLine(line);
  return (
    <pre class="frame-raw">
      {parts.map((part, place) => {
        if (part.kind === "redacted") return <Pill key={place} value={part.value} />;
        return part.kind === "key" ? <b key={place}>{part.text}</b> : <span key={place}>{part.text}</span>;
      })}
      {left > 0 && <i> … {enInspector.lineLeft(left)}</i>}
    </pre>
  );
}
