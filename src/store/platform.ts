/** What the store needs of the browser, so that tests can give their own. ui/browser implements it. */
export interface Platform {
  readSetting(name: string): string | null;
  writeSetting(name: string, value: string): void;
  readHash(): string;
  writeHash(hash: string): void;
  /** @param changed called after each change of the hash that somebody else made */
  watchHash(changed: () => void): void;
  /** Real, monotonic time in ms. */
  now(): number;
  /** Puts text on the clipboard; false where the browser refuses. */
  copy(text: string): Promise<boolean>;
}
