/**
 * The page's key to its relay: takes the token out of the address before anything renders, and trades it for a cookie. The
 * token is never kept.
 */
export type Access = "granted" | "denied" | "unreachable";

/** The token of a hash, and the hash without it. */
export function splitToken(hash: string): { readonly token: string | null; readonly rest: string } {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const token = parameters.get("token");
  parameters.delete("token");
  const rest = parameters.toString();
  return { token, rest: rest ? `#${rest}` : "" };
}

/** Asks the relay's `/session`; fetch is main.tsx's to give. */
export type Ask = (init?: {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
}) => Promise<{
  readonly ok: boolean;
  readonly status: number;
}>;

/** @returns whether this page may open the stream */
export async function openSession(ask: Ask): Promise<Access> {
  const { token, rest } = splitToken(location.hash);
  if (token !== null) history.replaceState(null, "", location.pathname + location.search + rest);
  try {
    const answer = token === null ? await ask() : await tradeToken(ask, token);
    if (answer.ok) return "granted";
    return answer.status === 401 || answer.status === 403 ? "denied" : "unreachable";
  } catch {
    return "unreachable";
  }
}

/** A stale token in a copied address does no harm where the cookie still holds. */
async function tradeToken(ask: Ask, token: string) {
  const headers = { "content-type": "application/json" };
  const answer = await ask({ method: "POST", headers, body: JSON.stringify({ token }) });
  return answer.ok ? answer : ask();
}
