/** Interned strings: the same text is kept once, and columns hold its number. Number 0 is the empty text. */
export class Strings {
  readonly #texts: string[] = [""];
  readonly #numbers = new Map<string, number>([["", 0]]);

  /** The number of a text, new or known. */
  intern(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.length;
    this.#texts.push(text);
    this.#numbers.set(text, number);
    return number;
  }

  /** The text of a number that `intern` gave. */
  text(number: number): string {
    return this.#texts[number] ?? "";
  }
}
