import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  consistencyProof,
  isConsistentWith,
  grownNodes,
  hashNode,
  includesLeaf,
  inclusionProof,
  rootOf,
  type ReadNode,
} from './merkle.ts';

const hash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const leafOf = (data: Uint8Array): Uint8Array => hash(Buffer.concat([Uint8Array.of(0), data]));
const most = 64;
const leaves = Array.from({ length: most }, (_, index) => leafOf(Uint8Array.of(index)));

/** Computes the root directly from the definition of MTH (RFC 9162 §2.1.1), which is slow. */
async function plainRoot(of: readonly Uint8Array[]): Promise<Uint8Array> {
  if (of.length === 0) return hash(new Uint8Array());
  if (of.length === 1) return of[0]!;
  let split = 1;
  while (split * 2 < of.length) split *= 2;
  return hashNode(await plainRoot(of.slice(0, split)), await plainRoot(of.slice(split)), hash);
}

/** Returns the stored nodes after adding the leaves in batches of `step`. */
async function grow(all: readonly Uint8Array[], step: number): Promise<ReadNode> {
  const nodes = new Map<string, Uint8Array>();
  const read: ReadNode = (level, position) => {
    const node = nodes.get(`${level} ${position}`);
    if (!node) throw new Error(`There is no node ${position} of level ${level}.`);
    return node;
  };
  for (let size = 0; size < all.length; size += step) {
    const added = all.slice(size, size + step);
    for (const [index, leaf] of added.entries()) nodes.set(`0 ${size + index}`, leaf);
    for (const node of await grownNodes(size, added, read, hash)) {
      expect(nodes.has(`${node.level} ${node.position}`)).toBe(false);
      nodes.set(`${node.level} ${node.position}`, node.hash);
    }
  }
  return read;
}

describe('the Merkle tree of all events', () => {
  test('the root matches a known test vector', async () => {
    const data = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const read = await grow(
      data.map((hex) => leafOf(Buffer.from(hex, 'hex'))),
      3,
    );
    const root = await rootOf(8, read, hash);
    expect(Buffer.from(root).toString('hex')).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    );
  });

  test.for([1, 2, 7, 64])('the root does not depend on the batch size: %i', async (step) => {
    const read = await grow(leaves, step);
    for (let size = 0; size <= most; size += 1)
      expect(await rootOf(size, read, hash)).toEqual(await plainRoot(leaves.slice(0, size)));
  });

  test('proves each leaf at each tree size, but only at its own position and with its own hash', async () => {
    const read = await grow(leaves, 5);
    const surprises: unknown[] = [];
    for (let size = 1; size <= most; size += 1) {
      const tree = { size, root: await rootOf(size, read, hash) };
      for (let index = 0; index < size; index += 1) {
        const proof = await inclusionProof(index, size, read, hash);
        const leaf = leaves[index]!;
        if (!(await includesLeaf(tree, { index, leaf, proof }, hash))) surprises.push([size, index]);
        const wrong = [
          { index: (index + 1) % (size + 1), leaf, proof },
          { index, leaf: leafOf(Buffer.from('Mallory')), proof },
          { index, leaf, proof: [...proof, leaf] },
          ...(proof.length > 0 ? [{ index, leaf, proof: proof.slice(1) }] : []),
        ];
        for (const one of wrong) if (await includesLeaf(tree, one, hash)) surprises.push([size, index, one]);
      }
    }
    expect(surprises).toEqual([]);
  });

  test('proves that each tree extends each smaller one, but not a different history', async () => {
    const read = await grow(leaves, 5);
    const surprises: unknown[] = [];
    const roots = await Promise.all(
      Array.from({ length: most + 1 }, async (_, size) => rootOf(size, read, hash)),
    );
    const rewritten = await grow(
      leaves.map((leaf, index) => (index === 0 ? leafOf(Buffer.from('Mallory')) : leaf)),
      5,
    );
    for (let size = 1; size <= most; size += 1) {
      const newer = { size, root: roots[size]! };
      const forged = { size, root: await rootOf(size, rewritten, hash) };
      for (let from = 1; from <= size; from += 1) {
        const older = { size: from, root: roots[from]! };
        const proof = await consistencyProof(from, size, read, hash);
        if (!(await isConsistentWith(older, newer, proof, hash))) surprises.push([from, size]);
        const wrong = [
          [older, forged, await consistencyProof(from, size, rewritten, hash)],
          [older, forged, proof],
          [older, newer, [...proof, newer.root]],
          ...(from < size ? [[newer, older, proof] as const] : []),
        ] as const;
        for (const [one, other, path] of wrong)
          if (await isConsistentWith(one, other, path, hash)) surprises.push([from, size, path]);
      }
    }
    expect(surprises).toEqual([]);
  });

  test('rejects an empty tree as the start of a consistency proof', async () => {
    const read = await grow(leaves, 8);
    const empty = { size: 0, root: hash(new Uint8Array()) };
    const tree = { size: 8, root: await rootOf(8, read, hash) };
    expect(await isConsistentWith(empty, tree, [], hash)).toBe(false);
    expect(await includesLeaf(empty, { index: 0, leaf: leaves[0]!, proof: [] }, hash)).toBe(false);
  });
});
