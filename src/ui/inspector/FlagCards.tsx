/** The call's findings: the worst one open as a card, the others as lines that open. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import type { Detail, FlagView } from "../../store/screen.ts";
import { sinceText } from "../format/time.ts";
import { Icon } from "../Icon.tsx";
import { severityGlyph } from "../outcome.ts";
import { en } from "../text/en.ts";
import { enInspector } from "../text/enInspector.ts";
import { FrameLink } from "./Attempts.tsx";
import { flagWords } from "./flagWords.ts";

const RANK = { error: 0, warn: 1, note: 2, chat: 3 } as const;

export function FlagCards({ store, detail }: { readonly store: Store; readonly detail: Detail }) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const { row } = detail;
  const zero = row.kind === "invocation" ? row.bar.requestedAt : row.at;
  const flags = [...detail.flags].sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.at - b.at);
  const known = new Set(detail.frames.map((frame) => frame.frame));
  if (flags.length === 0) return null;
  return (
    <section class="section">
      <h3>
        {enInspector.flags} <b class="count">{flags.length}</b>
      </h3>
      <ul class="flag-lines">
        {flags.map((flag, place) => {
          const key = `${flag.code} ${flag.at}`;
          const open = (place === 0) !== toggled.has(key);
          const toggle = () => setToggled(flipped(toggled, key));
          return (
            <li class={`tone-${flag.severity}`} key={key}>
              <FlagLine flag={flag} open={open} since={flag.at - zero} toggle={toggle} />
              {open && <Card store={store} flag={flag} known={known} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function flipped(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface FlagLineProps {
  readonly flag: FlagView;
  readonly open: boolean;
  readonly since: number;
  readonly toggle: () => void;
}

function FlagLine({ flag, open, since, toggle }: FlagLineProps) {
  return (
    <button type="button" aria-expanded={open} onClick={toggle} class={open ? "is-open" : undefined}>
      <Icon name={severityGlyph[flag.severity]} tone={flag.severity} />
      <span class="sr">{en.severity[flag.severity]}</span>
      <code class="code">{flag.code}</code>
      <span>{open ? "" : flagWords(flag).title}</span>
      <time>{sinceText(since)}</time>
      <Icon name={open ? "chev" : "chev-r"} />
    </button>
  );
}

interface CardProps {
  readonly store: Store;
  readonly flag: FlagView;
  /** Frames that the inspector lists, so that their numbers can open them. */
  readonly known: ReadonlySet<number>;
}

function Card({ store, flag, known }: CardProps) {
  const words = flagWords(flag);
  return (
    <article class={`card tone-${flag.severity}`}>
      <h4>{words.title}</h4>
      <dl class="card-body">
        <dt>{enInspector.seen}</dt>
        <dd>
          {words.sentence} <Evidence store={store} flag={flag} known={known} />
        </dd>
        <Item term={enInspector.why}>{words.why}</Item>
        <Item term={enInspector.check}>{words.check.length > 0 && <CheckList checks={words.check} />}</Item>
        <Item term={enInspector.next_}>{words.next}</Item>
        <Item term={enInspector.unless}>{words.falseAlarm}</Item>
        <Item term={enInspector.document}>{words.document}</Item>
      </dl>
    </article>
  );
}

function Item({ term, children }: { readonly term: string; readonly children: ComponentChildren }) {
  if (!children) return null;
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

function CheckList({ checks }: { readonly checks: readonly string[] }) {
  return (
    <ul>
      {checks.map((check) => (
        <li key={check}>{check}</li>
      ))}
    </ul>
  );
}

/** On what it rests: basis and frames; those that the inspector lists open below. */
function Evidence({ store, flag, known }: CardProps) {
  return (
    <span class="basis">
      {en.basis[flag.basis]} · {enInspector.frameEvidence(flag.evidence.length)}{" "}
      {flag.evidence.map((frame, place) => (
        <span key={frame}>
          {place > 0 && ", "}
          {known.has(frame) ? <FrameLink store={store} frame={frame} /> : frame}
        </span>
      ))}
    </span>
  );
}
