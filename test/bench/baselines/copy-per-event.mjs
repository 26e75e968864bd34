#!/usr/bin/env node
// Baseline: the store pattern that copies a map and a list for each event, as many live tables do.
// node copy-per-event.mjs [events=20000] [sessions=500]  → {"events":n,"sessions":n,"perSecond":n}
const events = Number(process.argv[2] ?? 20000);
const sessions = Number(process.argv[3] ?? 500);
let byId = {};
let order = [];
const started = performance.now();
for (let i = 0; i < events; i += 1) {
  const id = `t${i % sessions}`;
  const session = byId[id] ?? { id, events: [], updatedAt: 0 };
  byId = {
    ...byId,
    [id]: {
      ...session,
      events: [{ seq: i, type: "status_changed", status: "running" }, ...session.events].slice(0, 300),
      updatedAt: i,
    },
  };
  order = Object.values(byId)
    .sort((a, b) => b.updatedAt - a.updatedAt)
    .map((entry) => entry.id);
}
console.log(
  JSON.stringify({
    events,
    sessions,
    perSecond: Math.round(events / ((performance.now() - started) / 1000)),
    order: order.length,
  }),
);
