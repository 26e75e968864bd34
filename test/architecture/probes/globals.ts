/** A probe for the test of the rules: uses some globals, and names others where they do not count. */
type Named = { document: string; process: typeof setInterval };

export function probe(window: number, named: Named): unknown[] {
  // document, WebSocket
  const crypto = "indexedDB";
  return [
    window,
    named.document,
    { Buffer: crypto },
    Date.now(),
    new Date(),
    new Date(window),
    Math.random(),
    Math.max(1),
    fetch("localStorage"),
    setTimeout(() => crypto, 1),
  ];
}
