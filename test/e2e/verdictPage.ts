/** Runs in the browser: judges each value, sends a second one of it for real, and says what did not come true. */
import { judgeValue } from "../../src/sdk/verdict/judgeValue.ts";
import { type SendClone, wrongs } from "../sdk/verdict/journey.ts";
import { VALUES } from "../sdk/verdict/values.ts";

export interface VerdictReport {
  readonly name: string;
  readonly model: string;
  readonly expected: string;
  readonly kind: string;
  readonly wrongs: readonly string[];
}

/** A port as a page has it: what is posted at one end arrives at the other, or posting throws. */
function openPort(): SendClone {
  const { port1, port2 } = new MessageChannel();
  return (message) =>
    new Promise((resolve, reject) => {
      port2.onmessage = (event) => resolve(event.data);
      try {
        port1.postMessage(message);
      } catch (problem) {
        reject(problem);
      }
    });
}

async function report(): Promise<readonly VerdictReport[]> {
  const sendClone = openPort();
  const reports: VerdictReport[] = [];
  for (const { name, make, expected } of VALUES)
    for (const model of ["json", "structured-clone"] as const) {
      const verdict = judgeValue(make(), model);
      const wrong = await wrongs(verdict, make(), model, sendClone);
      reports.push({ name, model, expected: expected[model], kind: verdict.kind, wrongs: wrong });
    }
  return reports;
}

Object.assign(globalThis, { reportVerdicts: report });
