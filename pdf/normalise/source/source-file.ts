import { PdfDict, PdfRef, PdfStream, PdfString } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { parseIndirectObject } from '../../objects/parse-object.ts';
import { openEncryption } from './decrypt-file.ts';
import type { Decrypt } from './decrypt-file.ts';
import { checkDepth, type InflateBudget } from './inflate-budget.ts';
import { readPackedObjects } from './read-packed-objects.ts';
import { readXrefChain } from './read-xref-chain.ts';
import type { XrefEntries } from './read-xref-chain.ts';
import { findPackedContainers, scanForObjects } from './scan-for-objects.ts';

/** Thrown if an object is not at its offset in the cross-reference table. The caller then rebuilds the table. */
export class XrefMismatch extends Error {}

export type OpenFailure = 'damaged' | 'password' | 'protection-unknown';

/** Reads an untrusted PDF object by object, without assuming that anything in it is well formed. */
export class SourceFile {
  readonly bytes: Uint8Array;
  readonly budget: InflateBudget;
  trailer = new PdfDict();
  /** True if the objects were found by scanning instead of the cross-reference table. */
  readonly rebuilt: boolean;
  encrypted = false;
  #entries: XrefEntries = new Map();
  #cache = new Map<number, PdfObject>();
  #packed = new Map<number, Map<number, PdfObject>>();
  #loading = new Set<number>();
  #decrypt: Decrypt | undefined;

  private constructor(bytes: Uint8Array, rebuilt: boolean, budget: InflateBudget) {
    this.bytes = bytes;
    this.rebuilt = rebuilt;
    this.budget = budget;
  }

  /** Opens a file with its own cross-reference table. */
  static openByXref(bytes: Uint8Array, budget: InflateBudget): SourceFile | OpenFailure {
    const chain = readXrefChain(bytes, budget);
    if (chain === undefined) return 'damaged';
    const file = new SourceFile(bytes, false, budget);
    file.#entries = chain.entries;
    file.trailer = chain.trailer;
    return file.#unlock() ?? file;
  }

  /** Ignores the cross-reference table and scans the bytes for objects, as viewers do with damaged files. */
  static openByScan(bytes: Uint8Array, budget: InflateBudget): SourceFile | OpenFailure {
    const file = new SourceFile(bytes, true, budget);
    const scanned = scanForObjects(bytes);
    file.#entries = scanned.entries;
    file.trailer = scanned.trailer;
    const failure = file.#unlock();
    if (failure !== undefined) return failure;
    findPackedContainers(
      scanned.hits,
      file.#entries,
      (num) => file.get(new PdfRef(num)),
      (num) => file.#packedIn(num),
    );
    // An object that was looked up before the object streams were registered may be an older version.
    file.#cache.clear();
    return file;
  }

  get objectNumbers(): Iterable<number> {
    return this.#entries.keys();
  }

  /** Returns the generation of an object; 0 for an object in an object stream or a missing one. */
  generation(num: number): number {
    const entry = this.#entries.get(num);
    return entry?.kind === 'offset' ? (parseIndirectObject(this.bytes, entry.offset)?.gen ?? 0) : 0;
  }

  /** Returns the referenced object, or null if it does not exist (§7.3.10). */
  get(target: PdfRef): PdfObject {
    const cached = this.#cache.get(target.num);
    if (cached !== undefined) return cached;
    if (this.#loading.has(target.num)) return null;
    checkDepth(this.#loading.size);
    this.#loading.add(target.num);
    try {
      const value = this.#load(target.num);
      this.#cache.set(target.num, value);
      return value;
    } finally {
      this.#loading.delete(target.num);
    }
  }

  /** Follows references until it reaches another value. */
  resolve = (object: PdfObject | undefined): PdfObject => {
    let current = object ?? null;
    for (let hops = 0; current instanceof PdfRef; hops++) {
      if (hops > 32) return null;
      current = this.get(current);
    }
    return current;
  };

  dictAt(holder: PdfDict, key: string): PdfDict | undefined {
    const value = this.resolve(holder.get(key));
    return value instanceof PdfDict ? value : undefined;
  }

  #load(num: number): PdfObject {
    const entry = this.#entries.get(num);
    if (entry === undefined) return null;
    if (entry.kind === 'packed') return this.#packedIn(entry.container).get(num) ?? null;
    const parsed = parseIndirectObject(this.bytes, entry.offset, (length) => {
      const value = this.get(length);
      return typeof value === 'number' ? value : undefined;
    });
    if (parsed === undefined || parsed.num !== num) {
      if (!this.rebuilt) throw new XrefMismatch(`object ${num} is not at ${entry.offset}`);
      return null;
    }
    return this.#decrypt === undefined ? parsed.value : this.#decrypt(parsed.value, parsed.num, parsed.gen);
  }

  #packedIn(container: number): Map<number, PdfObject> {
    const known = this.#packed.get(container);
    if (known !== undefined) return known;
    const holder = this.get(new PdfRef(container));
    const objects =
      holder instanceof PdfStream
        ? readPackedObjects(holder, this.resolve, this.budget)
        : new Map<number, PdfObject>();
    this.#packed.set(container, objects);
    return objects;
  }

  #unlock(): OpenFailure | undefined {
    const encrypt = this.resolve(this.trailer.get('Encrypt'));
    if (!(encrypt instanceof PdfDict)) return undefined;
    const ids = this.resolve(this.trailer.get('ID'));
    const id = this.resolve(Array.isArray(ids) ? ids[0] : undefined);
    const opened = openEncryption(
      this.#resolvedDeep(encrypt),
      id instanceof PdfString ? id.bytes : new Uint8Array(0),
    );
    if (opened === 'password') return 'password';
    if (opened === 'unknown') return 'protection-unknown';
    this.encrypted = true;
    this.#cache.clear();
    this.#decrypt = opened;
    return undefined;
  }

  #resolvedDeep(dictionary: PdfDict, depth = 0): PdfDict {
    const whole = new PdfDict();
    for (const [key, value] of dictionary) {
      const resolved = this.resolve(value);
      whole.set(
        key,
        resolved instanceof PdfDict && depth < 4 ? this.#resolvedDeep(resolved, depth + 1) : resolved,
      );
    }
    return whole;
  }
}
