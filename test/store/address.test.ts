import { describe, expect, test } from "vitest";
import { hashWithView, viewOfHash } from "../../src/store/address.ts";
import { viewOnScreen } from "../../src/store/viewOnScreen.ts";
import { summaryOf } from "../ui/fakeEngine.ts";

describe("the address of the screen", () => {
  test("names a view that exists, and nothing else", () => {
    expect(viewOfHash("#view=flags")).toBe("flags");
    expect(viewOfHash("view=lab&request=toolreq_1")).toBe("lab");
    expect(viewOfHash("#view=statistics")).toBeNull();
    expect(viewOfHash("#%E0%A4%A")).toBeNull();
    expect(viewOfHash("")).toBeNull();
  });

  test("keeps its other parameters when the view changes", () => {
    expect(hashWithView("#request=toolreq_1&view=lab", "flags")).toBe("#request=toolreq_1&view=flags");
    expect(hashWithView("", "timeline")).toBe("#view=timeline");
  });

  test("without a view opens the laboratory where no Core is, and the timeline otherwise", () => {
    expect(viewOnScreen(null, summaryOf([], { channel: "lab" }))).toBe("lab");
    expect(viewOnScreen(null, summaryOf([]))).toBe("timeline");
    expect(viewOnScreen("flags", summaryOf([], { channel: "lab" }))).toBe("flags");
  });
});
