/** How often a property is tried: PROPERTY_RUNS, or a number that keeps the usual run short. */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? 200);
