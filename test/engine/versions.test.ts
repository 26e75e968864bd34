import { expect, test } from "vitest";
import { createVersions } from "../../src/engine/versions.ts";
import { sampleRecords } from "../archive/sampleRecords.ts";
import { createFakeModel } from "./fakeModel.ts";

test("the version grows with the model on show, and with the change to another one, never back", () => {
  const versions = createVersions();
  const [first, second] = [createFakeModel(), createFakeModel()];
  first.append(sampleRecords(1, 2));
  first.append(sampleRecords(3, 4));
  const seen = [versions.of(first)];
  expect(versions.of(first)).toBe(seen[0]);
  seen.push(versions.of(second));
  second.append(sampleRecords(1, 2));
  seen.push(versions.of(second));
  seen.push(versions.of(first));
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
});
