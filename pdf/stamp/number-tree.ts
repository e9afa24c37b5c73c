import { dict, PdfDict, PdfRef } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import type { Revision } from './append-revision.ts';

/** Edits a number tree (ISO 32000-2, 7.9.7) as far as the parent tree of the structure requires. */
export type NumberTree = {
  get(key: number): PdfObject | undefined;
  /** Replaces a value that was returned by `get`. */
  replace(key: number, value: PdfObject): void;
  /** Adds keys above all existing ones. */
  append(entries: readonly [number, PdfObject][]): void;
  /** The root node, for writing it back. */
  readonly root: PdfDict;
};

export function editNumberTree(revision: Revision, top: PdfObject | undefined): NumberTree {
  const { resolve } = revision.file;
  const topNode = resolve(top);
  const root = new PdfDict(topNode instanceof PdfDict ? topNode : []);
  return {
    root,
    get: (key) => {
      const leaf = findLeaf(revision, root, key);
      return leaf && resolve(leaf.numbers[leaf.at + 1]);
    },
    replace(key, value) {
      const leaf = findLeaf(revision, root, key);
      if (leaf === undefined) return;
      const existing = leaf.numbers[leaf.at + 1];
      if (existing instanceof PdfRef) revision.set(existing, value);
      else leaf.write(leaf.numbers.with(leaf.at + 1, value));
    },
    append(entries) {
      if (entries.length === 0) return;
      const numbers = entries.flat();
      const kids = resolve(root.get('Kids'));
      if (Array.isArray(kids)) {
        const limits = [entries[0]?.[0] ?? 0, entries.at(-1)?.[0] ?? 0];
        root.set('Kids', [...kids, revision.add(dict({ Limits: limits, Nums: numbers }))]);
        return;
      }
      const own = resolve(root.get('Nums'));
      root.set('Nums', [...(Array.isArray(own) ? own : []), ...numbers]);
    },
  };
}

type Leaf = { numbers: PdfObject[]; at: number; write(numbers: PdfObject[]): void };

function findLeaf(revision: Revision, root: PdfDict, key: number): Leaf | undefined {
  const { resolve } = revision.file;
  let node = root;
  let target: PdfRef | undefined;
  for (let level = 0; level < 16; level++) {
    const numbers = resolve(node.get('Nums'));
    if (Array.isArray(numbers)) {
      const at = numbers.findIndex((value, index) => index % 2 === 0 && value === key);
      if (at < 0) return undefined;
      const leaf = node;
      return {
        numbers,
        at,
        write(changed) {
          if (target === undefined) root.set('Nums', changed);
          else revision.set(target, new PdfDict([...leaf, ['Nums', changed]]));
        },
      };
    }
    const kids = resolve(node.get('Kids'));
    const kid = Array.isArray(kids)
      ? kids.find((candidate) => holdsKey(revision, candidate, key))
      : undefined;
    const next = kid instanceof PdfRef ? revision.object(kid) : null;
    if (!(kid instanceof PdfRef) || !(next instanceof PdfDict)) return undefined;
    node = next;
    target = kid;
  }
  return undefined;
}

function holdsKey(revision: Revision, kid: PdfObject, key: number): boolean {
  const node = kid instanceof PdfRef ? revision.object(kid) : kid;
  const limits = node instanceof PdfDict ? revision.file.resolve(node.get('Limits')) : null;
  const [first, last] = Array.isArray(limits) ? limits : [];
  return typeof first === 'number' && typeof last === 'number' && key >= first && key <= last;
}
