/** Reads the panel's screen by the attributes that are fixed for people who script it. */
import type { BrowserContext, Page } from "playwright-core";

export interface ScreenRow {
  readonly id: string;
  readonly session: string;
  readonly turn: string;
  readonly tool: string;
  readonly outcome: string;
  readonly class: string;
  readonly flags: string;
}

export interface OpenPanel {
  readonly page: Page;
  /** Every text and binary message of every WebSocket of the page, in both directions. */
  readonly messages: (string | Buffer)[];
  /** Complaints of the page: errors, refused policies. */
  readonly complaints: string[];
}

/** Opens the panel in a page of its own, and keeps what its sockets carry. */
export async function openPanel(context: BrowserContext, address: string): Promise<OpenPanel> {
  const page = await context.newPage();
  const messages: (string | Buffer)[] = [];
  const complaints: string[] = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => messages.push(payload));
    socket.on("framesent", ({ payload }) => messages.push(payload));
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(address);
  return { page, messages, complaints };
}

/** The visible invocation rows and refused attempts from top to bottom. */
export async function rowsOnScreen(page: Page): Promise<ScreenRow[]> {
  return page.locator("[data-outcome]").evaluateAll((rows) =>
    rows.map((row) => ({
      id: row.getAttribute("data-tool-request-id") ?? "",
      session: row.getAttribute("data-session-id") ?? "",
      turn: row.getAttribute("data-turn") ?? "",
      tool: row.getAttribute("data-tool") ?? "",
      outcome: row.getAttribute("data-outcome") ?? "",
      class: row.getAttribute("data-result-class") ?? "",
      flags: row.getAttribute("data-flags") ?? "",
    })),
  );
}

/** Waits until the rows are as expected, and says how they differ if they never are. */
export async function rowsBecome(
  page: Page,
  expected: readonly ScreenRow[],
  withinMs = 15_000,
): Promise<ScreenRow[]> {
  const wanted = JSON.stringify(expected);
  let seen: ScreenRow[] = [];
  for (const end = Date.now() + withinMs; Date.now() < end; await page.waitForTimeout(50)) {
    seen = await rowsOnScreen(page);
    if (JSON.stringify(seen) === wanted) return seen;
  }
  return seen;
}

/** All text and attribute values of the document, each on its own. */
export async function domStrings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const strings: string[] = [];
    const walk = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
        if (node instanceof Text) strings.push(node.data);
        if (!(node instanceof Element)) continue;
        for (const attribute of node.attributes) strings.push(attribute.value);
        if (node instanceof HTMLInputElement) strings.push(node.value);
        if (node.shadowRoot) walk(node.shadowRoot);
      }
    };
    walk(document);
    return strings;
  });
}

/** Everything in IndexedDB, Web Storage and the address as text: binary decoded (gzip too), objects as JSON. */
export async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href];
    const text = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
      if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
      const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      return new Response(plain).text();
    };
    const collect = async (value: unknown): Promise<void> => {
      if (value instanceof ArrayBuffer) parts.push(await text(new Uint8Array(value)));
      else if (ArrayBuffer.isView(value))
        parts.push(
          await text(Uint8Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))),
        );
      else if (value instanceof Blob) parts.push(await text(new Uint8Array(await value.arrayBuffer())));
      else if (Array.isArray(value)) for (const item of value) await collect(item);
      else if (typeof value === "object" && value !== null) {
        for (const [key, item] of Object.entries(value)) {
          parts.push(JSON.stringify(key));
          await collect(item);
        }
      } else parts.push(JSON.stringify(value) ?? "");
    };
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ""));
      for (const store of database.objectStoreNames)
        await collect(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return parts.join("\n");
  });
}

/** Waits until the archive holds so many frames of the newest recording. */
export async function storedFrames(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
    let frames = 0;
    for (const name of names) {
      const database = await done(indexedDB.open(name));
      if (database.objectStoreNames.contains("recordings"))
        for (const row of await done(database.transaction("recordings").objectStore("recordings").getAll()))
          frames += row.frames;
      database.close();
    }
    return frames;
  });
}
