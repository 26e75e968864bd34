#!/usr/bin/env node
// Baseline: the barest TCP proxy. node pipe-proxy.mjs TARGET_PORT → prints its own port
import { connect, createServer } from "node:net";

const target = Number(process.argv[2]);
const proxy = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const upstream = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
  client.pipe(upstream);
  upstream.pipe(client);
  client.on("error", () => upstream.destroy());
  upstream.on("error", () => client.destroy());
});
proxy.listen(0, "127.0.0.1", () => console.log(proxy.address().port));
