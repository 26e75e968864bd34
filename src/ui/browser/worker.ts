/** Starts workers of our own origin, through the one Trusted Types policy that the page's CSP names. */
interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
}
declare global {
  /** Absent in browsers without Trusted Types. */
  var trustedTypes: PolicyFactory | undefined;
}

/** @param url address of a bundled worker @throws TypeError for another origin */
export function startWorker(url: string): Worker {
  const rules = { createScriptURL: ownOrigin };
  const policy = globalThis.trustedTypes?.createPolicy("panel-worker", rules) ?? rules;
  return new Worker(policy.createScriptURL(url), { type: "module" });
}

function ownOrigin(url: string): string {
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError("A worker of another origin");
  return url;
}
