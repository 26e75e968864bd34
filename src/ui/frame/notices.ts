/**
 * What a person should be told, from a summary: problems of the source, what is not watched, what was lost, what the relay
 * noticed, and how the archive stands. Pure. Each has a key; a new occurrence has a new key, so that it shows again.
 */
import type { Summary } from "../../store/screen.ts";
import { en } from "../text/en.ts";

export interface Notice {
  readonly key: string;
  readonly tone: "error" | "warn" | "note";
  readonly sentence: string;
  /** Of how many such things it is the newest. */
  readonly count: number;
}

/** Worst first; a sentence that is said twice is shown once. */
export function noticesOf(summary: Summary): Notice[] {
  const all = [
    ...sourceNotices(summary),
    ...lossNotices(summary),
    ...streamNotices(summary),
    ...archiveNotices(summary),
  ];
  return all.filter((entry, place) => all.findIndex((other) => other.sentence === entry.sentence) === place);
}

/** Problems of the relay's source; where nothing has been found yet, the laboratory's page says it already. */
function sourceNotices({ relay }: Summary): Notice[] {
  const found: Notice[] = [];
  if (relay.problem) {
    const calm = relay.problem.code === "runtime-missing" && relay.phase === "looking";
    found.push(
      notice(`source ${relay.problem.code} ${relay.phase}`, calm ? "note" : "error", relay.problem.sentence),
    );
  }
  if (relay.denied.length > 0)
    found.push(notice(`denied ${relay.denied.join(" ")}`, "warn", en.notices.denied(relay.denied.length)));
  return found;
}

function lossNotices({ loss }: Summary): Notice[] {
  const found: Notice[] = [];
  const { notReceivedFrames, droppedFrames, droppedBytes, notStoredFrames } = loss;
  if (notReceivedFrames > 0)
    found.push(
      notice(`not-received ${notReceivedFrames}`, "warn", en.notices.notReceived(notReceivedFrames)),
    );
  if (droppedFrames > 0)
    found.push(notice(`dropped ${droppedFrames}`, "warn", en.notices.dropped(droppedFrames, droppedBytes)));
  if (notStoredFrames > 0)
    found.push(notice(`not-stored ${notStoredFrames}`, "warn", en.notices.notStored(notStoredFrames)));
  return found;
}

function streamNotices({ notices }: Summary): Notice[] {
  return notices.map((entry) => {
    const tone = entry.code === "core-restarted" ? "note" : "warn";
    return { ...notice(`${entry.code} ${entry.t} ${entry.count}`, tone, entry.sentence), count: entry.count };
  });
}

function archiveNotices({ archive }: Summary): Notice[] {
  if (archive.state === "other-tab")
    return [notice("other-tab", "note", archive.sentence || en.notices.otherTab)];
  if (archive.state === "failed")
    return [notice(`archive ${archive.sentence}`, "error", archive.sentence || en.notices.archiveFailed)];
  return [];
}

function notice(key: string, tone: Notice["tone"], sentence: string): Notice {
  return { key, tone, sentence, count: 1 };
}
