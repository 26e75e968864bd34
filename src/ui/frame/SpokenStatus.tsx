/** The counts for screen readers, at most every few seconds: numbers that run are no speech. Nothing of it is drawn. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Summary } from "../../store/screen.ts";
import { en } from "../text/en.ts";

const SPOKEN_EVERY_MS = 5_000;

export function SpokenStatus({ summary }: { readonly summary: Summary }) {
  const newest = useRef("");
  newest.current = spokenCounts(summary);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setInterval(() => setSaid(newest.current), SPOKEN_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <p class="sr" role="status">
      {said}
    </p>
  );
}

/** `4 invocations, 3 errors, 3 warnings` */
export function spokenCounts({ counts }: Summary): string {
  const { status } = en;
  return [
    status.invocations(counts.invocations),
    counts.refused > 0 ? status.refused(counts.refused) : "",
    status.errors(counts.flags.error),
    status.warnings(counts.flags.warn),
  ]
    .filter(Boolean)
    .join(", ");
}
