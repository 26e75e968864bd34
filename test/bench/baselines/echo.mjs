#!/usr/bin/env node
// Baseline: the barest NDJSON server. Answers each line {"requestId":id,…} with {"requestId":id,"ok":true,"result":{}}. Prints its port.
import { createServer } from "node:net";

const server = createServer({ noDelay: true }, (socket) => {
  let rest = "";
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    rest += chunk;
    let out = "";
    for (let at = rest.indexOf("\n"); at !== -1; at = rest.indexOf("\n")) {
      out += `${JSON.stringify({ requestId: JSON.parse(rest.slice(0, at)).requestId, ok: true, result: {} })}\n`;
      rest = rest.slice(at + 1);
    }
    if (out) socket.write(out);
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
