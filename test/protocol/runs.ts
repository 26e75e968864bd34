import { vi } from "vitest";

/** How often a property is tried: PROPERTY_RUNS, or a number that keeps the usual run short. */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? 200);

// More runs may take longer: the limit only stops a test that hangs.
vi.setConfig({ testTimeout: Math.max(60_000, 50 * RUNS) });
