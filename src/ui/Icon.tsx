/** A glyph of the sprite, and the sprite itself. Glyphs are decoration: words stand beside them. */
import { type GlyphShape, ICONS, type IconName } from "./icons.ts";

/** @param tone colour role, such as `ok` or `error` */
export function Icon({ name, tone }: { readonly name: IconName; readonly tone?: string }) {
  return (
    <svg class={tone ? `icon tone-${tone}` : "icon"} aria-hidden="true">
      <use href={`#g-${name}`} />
    </svg>
  );
}

/** All glyphs once, out of sight, to be used by name. */
export function Sprite() {
  return (
    <svg class="sprite" aria-hidden="true">
      {Object.entries(ICONS).map(([name, shapes]) => (
        <symbol id={`g-${name}`} viewBox="0 0 16 16" key={name}>
          {shapes.map((shape, place) => (
            <Shape key={place} shape={shape} />
          ))}
        </symbol>
      ))}
    </svg>
  );
}

function Shape({ shape }: { readonly shape: GlyphShape }) {
  const { tag, ...attributes } = shape;
  if (tag === "path") return <path {...attributes} />;
  return tag === "rect" ? <rect {...attributes} /> : <circle {...attributes} />;
}
