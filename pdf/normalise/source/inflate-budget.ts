/** All of a file's streams together may not grow beyond this many bytes when decoded (S-22). */
const MAX_INFLATED_BYTES = 256 * 1024 * 1024;

/** Thrown when a file is too much work to look at; normalisePdf turns it into 'pdf-too-complex'. */
export class TooComplex extends Error {}

/** No program writes a tree of objects that is deeper; long before, the stack would be at its end. */
const MAX_LEVELS = 500;

/** To be asked by whatever calls itself once for each level of a file's objects. */
export function checkDepth(levels: number): void {
  if (levels > MAX_LEVELS) throw new TooComplex(`objects are nested deeper than ${MAX_LEVELS}`);
}

/** Counts decoded bytes of one file and ends the work when they are too many. */
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

  /** For what may be looked at several times and counts once. */
  spendOnce(on: object, bytes: number): void {
    if (this.#counted.has(on)) return;
    this.#counted.add(on);
    this.spend(bytes);
  }
}
