/**
 * The panel's composition root: opens the session with the relay, starts the trace worker, and puts the screen up. It alone
 * knows which engine there is.
 */
import { render } from "preact";
import { connectEngine } from "./engine/workerClient.ts";
import { createStore } from "./store/createStore.ts";
import url from "./traceWorker.ts?worker&url";
import { App } from "./ui/App.tsx";
import { browserPlatform } from "./ui/browser/platform.ts";
import { openSession } from "./ui/browser/session.ts";
import { applyAppearance, watchSystem } from "./ui/browser/theme.ts";
import { startWorker } from "./ui/browser/worker.ts";
import { PageMessage } from "./ui/frame/PageMessage.tsx";
import "./ui/styles/panel.css";

async function main(root: HTMLElement): Promise<void> {
  const access = await openSession((init) => fetch("session", init));
  if (access !== "granted") return render(<PageMessage kind={access} />, root);
  const store = createStore(connectEngine(startWorker(url)), browserPlatform());
  const system = watchSystem();
  applyAppearance(store, system, document.documentElement);
  render(<App store={store} system={system} />, root);
  await store.commands.start();
}

const root = document.getElementById("panel");
if (root) void main(root);
