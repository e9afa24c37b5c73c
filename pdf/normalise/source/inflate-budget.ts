/** Maximum total size in bytes of a file's streams when decoded (S-22). */
const MAX_INFLATED_BYTES = 256 * 1024 * 1024;

/** Thrown if a file is too expensive to process; normalisePdf turns it into 'pdf-too-complex'. */
export class TooComplex extends Error {}

/** No program writes a deeper object tree; the stack would overflow well before. */
const MAX_LEVELS = 500;

/** Must be called by every function that recurses into the levels of a file's objects. */
export function checkDepth(levels: number): void {
  if (levels > MAX_LEVELS) throw new TooComplex(`objects are nested deeper than ${MAX_LEVELS}`);
}

/** Counts decoded bytes of one file and stops at the limit. */
export class InflateBudget {
  #left = MAX_INFLATED_BYTES;
  #counted = new WeakSet<object>();

  get left(): number {
    return this.#left;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TooComplex('the streams inflate to more than 256 MiB');
  }

  /** Counts an object only once, however often it is decoded. */
  spendOnce(on: object, bytes: number): void {
    if (this.#counted.has(on)) return;
    this.#counted.add(on);
    this.spend(bytes);
  }
}
