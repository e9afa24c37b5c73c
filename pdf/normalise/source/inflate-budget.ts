/** Maximum total size in bytes of a file's decoded streams (S-22). */
const MAX_INFLATED_BYTES = 256 * 1024 * 1024;

/** Thrown if a file is too expensive to process. normalisePdf reports it as 'pdf-too-complex'. */
export class TooComplex extends Error {}

/**
 * Maximum depth of an object tree. Real programs do not write deeper trees, and the stack overflows only far
 * above this.
 */
const MAX_LEVELS = 500;

/** Must be called in every function that recurses into a file's objects. */
export function checkDepth(levels: number): void {
  if (levels > MAX_LEVELS) throw new TooComplex(`objects are nested deeper than ${MAX_LEVELS}`);
}

/** Counts the decoded bytes of a file and stops at the limit. */
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

  /** Counts an object only once, even if it is decoded several times. */
  spendOnce(on: object, bytes: number): void {
    if (this.#counted.has(on)) return;
    this.#counted.add(on);
    this.spend(bytes);
  }
}
