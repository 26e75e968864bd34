/** Opens an address in the person's browser, as the system does it. Refuses to wait for it, or to fail because of it. */
import { spawn } from "node:child_process";

export function openBrowser(address: string): void {
  const [program, ...args] = commandFor(process.platform, address);
  if (program === undefined) return;
  const child = spawn(program, args, { stdio: "ignore", detached: true });
  child.on("error", () => {}); // no browser to be had: the address is printed anyway
  child.unref();
}

function commandFor(platform: NodeJS.Platform, address: string): string[] {
  if (platform === "darwin") return ["open", address];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", address];
  return ["xdg-open", address];
}
