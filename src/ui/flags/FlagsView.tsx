/** Every finding of the trace by kind, one row each; a row leads to its call. */
import { useEffect, useState } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import type { FlagView, Severity, Summary } from "../../store/screen.ts";
import { grouped } from "../format/numbers.ts";
import { clockTime, virtualTime } from "../format/time.ts";
import { Count } from "../frame/SessionTree.tsx";
import { Icon } from "../Icon.tsx";
import { flagWords } from "../inspector/flagWords.ts";
import { severityGlyph } from "../outcome.ts";
import { en } from "../text/en.ts";
import { timeWriting } from "../timeline/Lanes.tsx";
import type { TimeWriting } from "../timeline/ticks.ts";
import { type FlagGroup, groupFlags, hiddenFlags, type PlacedFlag } from "./groups.ts";

const SEVERITIES: readonly Severity[] = ["error", "warn", "note", "chat"];
const { flagsView } = en;

export function FlagsView({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const [severity, setSeverity] = useState<Severity | null>(null);
  useEffect(() => {
    store.commands.showFlags(true);
    return () => store.commands.showFlags(false);
  }, [store]);
  const { flags, total } = store.state.flags.value;
  const groups = groupFlags(flags, severity);
  return (
    <main class="main flags" id="main">
      <h1 class="sr">{en.nav.flags}</h1>
      <div class="toolbar">
        <SeveritySwitch summary={summary} severity={severity} choose={setSeverity} />
      </div>
      <section class="flag-list" aria-label={en.nav.flags}>
        {groups.map((group) => (
          <Group key={group.kind} store={store} group={group} writing={timeWriting(summary)} />
        ))}
        {groups.length === 0 && <NoFlags store={store} seen={flags.length} hidden={hiddenFlags(flags)} />}
        {total > flags.length && <p class="flag-more">{flagsView.more(total - flags.length)}</p>}
      </section>
    </main>
  );
}

interface NoFlagsProps {
  readonly store: Store;
  readonly seen: number;
  readonly hidden: number;
}

/** Nothing found, nothing of this severity, or nothing that the filter shows: three kinds of nothing. */
function NoFlags({ store, seen, hidden }: NoFlagsProps) {
  const reason = seen === 0 ? "none" : hidden > 0 ? "filtered" : "severity";
  const words = en.empty.flags[reason];
  return (
    <div class="empty" data-testid="empty" data-reason={`flags-${reason}`}>
      <p>{words.title}</p>
      <p class="sub">{words.text}</p>
      {reason === "filtered" && (
        <button type="button" class="btn" onClick={() => store.commands.setFilter("")}>
          {en.filter.clear}
        </button>
      )}
    </div>
  );
}

interface SeveritySwitchProps {
  readonly summary: Summary;
  readonly severity: Severity | null;
  readonly choose: (severity: Severity | null) => void;
}

function SeveritySwitch({ summary, severity, choose }: SeveritySwitchProps) {
  const counts = summary.counts.flags;
  const all = SEVERITIES.reduce((sum, name) => sum + counts[name], 0);
  return (
    <fieldset class="seg" aria-label={flagsView.severityFilter}>
      <button type="button" aria-pressed={severity === null} onClick={() => choose(null)}>
        {flagsView.all(all)}
      </button>
      {SEVERITIES.map((name) => (
        <button
          type="button"
          key={name}
          aria-pressed={severity === name}
          title={en.severity[name]}
          onClick={() => choose(name)}
        >
          <Icon name={severityGlyph[name]} tone={name} />
          <span class="sr">{en.severity[name]}</span>
          {grouped(counts[name])}
        </button>
      ))}
    </fieldset>
  );
}

interface GroupProps {
  readonly store: Store;
  readonly group: FlagGroup;
  readonly writing: TimeWriting;
}

function Group({ store, group, writing }: GroupProps) {
  return (
    <section class="flag-group">
      <h2>
        {group.kind} <small>{flagsView.groups[group.kind] ?? ""}</small>
        <span class="group-counts">
          {SEVERITIES.filter((name) => group.counts[name] > 0).map((name) => (
            <Count key={name} severity={name} count={group.counts[name]} />
          ))}
        </span>
      </h2>
      <ul>
        {group.flags.map((placed) => (
          <FlagRow key={placed.at} store={store} placed={placed} writing={writing} />
        ))}
      </ul>
    </section>
  );
}

function FlagRow({
  store,
  placed,
  writing,
}: {
  readonly store: Store;
  readonly placed: PlacedFlag;
  readonly writing: TimeWriting;
}) {
  const { flag, at } = placed;
  const words = flagWords(flag);
  const here = store.state.flagAt.value === at;
  return (
    <li>
      <button
        type="button"
        class={`flag-row tone-${flag.severity}`}
        data-code={flag.code}
        data-severity={flag.severity}
        data-basis={flag.basis}
        aria-current={here ? "true" : undefined}
        onClick={() => void store.commands.goToFlag(at)}
      >
        <Icon name={severityGlyph[flag.severity]} tone={flag.severity} />
        <span class="sr">{en.severity[flag.severity]}</span>
        <code class="code">{flag.code}</code>
        <span class="flag-text">
          {words.title} {flag.basis !== "observed" && <em class="basis">{en.basis[flag.basis]} </em>}
          <span class="flag-sentence">{words.sentence}</span>
        </span>
        <span class="flag-tool mono">{flag.tool ?? ""}</span>
        <span class="flag-where">{whereOf(flag)}</span>
        <time>
          {writing.kind === "wall"
            ? clockTime(writing.epoch + flag.at, writing.zoneMinutes)
            : virtualTime(flag.at)}
        </time>
      </button>
    </li>
  );
}

/** `t000003 · 1` */
function whereOf(flag: FlagView): string {
  return [flag.sessionId ?? "", flag.turn ? String(flag.turn) : ""].filter(Boolean).join(" · ");
}
