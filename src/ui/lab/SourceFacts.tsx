/** Beside the laboratory: what each source can see, how the search for a Core stands, and the first keys. */
import type { Store } from "../../store/createStore.ts";
import type { Summary } from "../../store/screen.ts";
import { KeyList } from "../frame/HelpDialog.tsx";
import { Icon } from "../Icon.tsx";
import type { IconName } from "../icons.ts";
import type { Tone } from "../outcome.ts";
import { en } from "../text/en.ts";
import { enInspector } from "../text/enInspector.ts";
import { discoveryOf, isReachable } from "./welcome.ts";

const { lab } = enInspector;

export function SourceFacts({ summary }: { readonly store: Store; readonly summary: Summary }) {
  return (
    <aside class="lab-side" aria-label={lab.seesTitle}>
      <header class="insp-head">
        <div class="insp-title">
          <Icon name="flask" tone="pending" />
          <h2>{lab.seesTitle}</h2>
        </div>
        <p class="insp-where">{lab.seesText}</p>
      </header>
      <div class="lab-facts">
        <Sees sight={summary.source.sight} />
        <Looked summary={summary} />
        <section class="section">
          <h3>{lab.keysTitle}</h3>
          <KeyList rows={en.keys.first} />
        </section>
        <section class="section">
          <div class="empty empty-selection">
            <p>{en.empty.selection.title}</p>
            <p class="sub">{en.empty.selection.text}</p>
          </div>
        </section>
      </div>
    </aside>
  );
}

const SIGHTS = ["lab", "tap", "events"] as const;
const LOOKS: Readonly<Record<"yes" | "partly" | "no", { readonly glyph: IconName; readonly tone: Tone }>> = {
  yes: { glyph: "o-ok", tone: "ok" },
  partly: { glyph: "o-coded", tone: "domain" },
  no: { glyph: "o-unknown", tone: "none" },
};

function Sees({ sight }: { readonly sight: Summary["source"]["sight"] }) {
  return (
    <section class="section">
      <table class="sees">
        <thead>
          <tr>
            <td />
            {SIGHTS.map((name) => (
              <th scope="col" key={name}>
                {lab.seesColumns[name]}
                <small>{name === sight ? lab.thisOne : lab.seesColumns[`${name}Note`]}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lab.facts.map((fact) => (
            <tr key={fact.fact}>
              <th scope="row">{fact.fact}</th>
              {SIGHTS.map((name) => {
                const look = LOOKS[fact[name]];
                return (
                  <td class={`tone-${look.tone}`} key={name}>
                    <Icon name={look.glyph} tone={look.tone} />
                    {lab.sees[fact[name]]}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What the relay did to find a Core, as far as its state says. */
function Looked({ summary }: { readonly summary: Summary }) {
  const { relay } = summary;
  const discovery = discoveryOf(relay);
  const reachable = isReachable(relay.problem);
  return (
    <section class="section">
      <h3>{lab.lookingTitle}</h3>
      <ul class="looked">
        <Item
          good={discovery === "found" && !relay.problem}
          title={lab.discovery[discovery]}
          text={(reachable ? relay.problem?.sentence : null) ?? lab.discoveryText[discovery]}
        />
        <Item
          good={reachable}
          title={reachable ? lab.relay.running : lab.relay.unreachable}
          text={(reachable ? null : relay.problem?.sentence) ?? lab.relayText}
        />
      </ul>
    </section>
  );
}

function Item({
  good,
  title,
  text,
}: {
  readonly good: boolean;
  readonly title: string;
  readonly text: string;
}) {
  return (
    <li>
      <Icon name={good ? "o-ok" : "o-cancelled"} tone={good ? "ok" : "none"} />
      <div>
        <p>{title}</p>
        <p class="sub">{text}</p>
      </div>
    </li>
  );
}
