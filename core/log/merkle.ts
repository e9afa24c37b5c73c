/**
 * The Merkle tree of RFC 9162 §2.1 over leaves that are already hashed, with roots, proofs and their
 * verification. Sizes and indexes are integers up to 2^53, so the code cannot use bit shifts.
 */

/** SHA-256, passed in because WebCrypto is asynchronous. */
export type HashBytes = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** Returns the hash of the complete subtree of 2^level leaves whose first leaf is `position · 2^level`. */
export type ReadNode = (level: number, position: number) => Uint8Array | Promise<Uint8Array>;

export type Proof = readonly Uint8Array[];

export async function hashNode(left: Uint8Array, right: Uint8Array, hash: HashBytes): Promise<Uint8Array> {
  const bytes = new Uint8Array(1 + left.length + right.length);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + left.length);
  return hash(bytes);
}

/** Returns the root of the first `size` leaves. */
export async function rootOf(size: number, read: ReadNode, hash: HashBytes): Promise<Uint8Array> {
  return size === 0 ? hash(new Uint8Array()) : rangeHash(0, size, read, hash);
}

/**
 * Hashes the leaves from `start` to `end` (exclusive). Splitting only produces ranges that begin at a multiple
 * of their size.
 */
async function rangeHash(start: number, end: number, read: ReadNode, hash: HashBytes): Promise<Uint8Array> {
  const size = end - start;
  const level = Math.log2(size);
  if (Number.isInteger(level)) return read(level, start / size);
  const middle = start + splitOf(size);
  const right = await rangeHash(middle, end, read, hash);
  return hashNode(await rangeHash(start, middle, read, hash), right, hash);
}

/** Returns the largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Returns the hashes that connect leaf `index` with the root of the first `size` leaves. */
export async function inclusionProof(
  index: number,
  size: number,
  read: ReadNode,
  hash: HashBytes,
): Promise<Uint8Array[]> {
  const proof: Uint8Array[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      proof.push(await rangeHash(middle, end, read, hash));
      end = middle;
    } else {
      proof.push(await rangeHash(start, middle, read, hash));
      start = middle;
    }
  }
  return proof.toReversed();
}

/** Returns the hashes that prove that the tree of `size` leaves extends the tree of `from` leaves. */
export async function consistencyProof(
  from: number,
  size: number,
  read: ReadNode,
  hash: HashBytes,
): Promise<Uint8Array[]> {
  if (from === 0 || from === size) return [];
  const proof: Uint8Array[] = [];
  let [start, end] = [0, size];
  // False once the older tree ends inside a subtree that it contains only partly.
  let known = true;
  while (from !== end) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      proof.push(await rangeHash(middle, end, read, hash));
      end = middle;
    } else {
      proof.push(await rangeHash(start, middle, read, hash));
      start = middle;
      known = false;
    }
  }
  if (!known) proof.push(await rangeHash(start, end, read, hash));
  return proof.toReversed();
}

export type Tree = { readonly size: number; readonly root: Uint8Array };

/** Verifies that the leaf is at position `index` of the tree (RFC 9162 §2.1.3.2). */
export async function includesLeaf(
  { size, root }: Tree,
  { index, leaf, proof }: { index: number; leaf: Uint8Array; proof: Proof },
  hash: HashBytes,
): Promise<boolean> {
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  let [at, last] = [index, size - 1];
  let result = leaf;
  for (const one of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      result = await hashNode(one, result, hash);
      [at, last] = toOdd(at, last);
    } else result = await hashNode(result, one, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(result, root);
}

/** Verifies that the newer tree extends the older one (RFC 9162 §2.1.4.2). */
export async function isConsistentWith(
  older: Tree,
  newer: Tree,
  proof: Proof,
  hash: HashBytes,
): Promise<boolean> {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root);
  // Every tree extends the empty one, so a proof from it would be meaningless.
  if (older.size === 0 || proof.length === 0) return false;
  const path = Number.isInteger(Math.log2(older.size)) ? [older.root, ...proof] : proof;
  let [at, last] = [older.size - 1, newer.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [before, after] = [path[0]!, path[0]!];
  for (const one of path.slice(1)) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      before = await hashNode(one, before, hash);
      after = await hashNode(one, after, hash);
      [at, last] = toOdd(at, last);
    } else after = await hashNode(after, one, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSame(before, older.root) && isSame(after, newer.root);
}

/** Moves up in the tree until the node is a right child or the first node of its level. */
function toOdd(at: number, last: number): [number, number] {
  let [to, end] = [at, last];
  while (!isOdd(to) && to !== 0) [to, end] = [half(to), half(end)];
  return [to, end];
}

/** Returns the inner nodes that become complete when `leaves` are appended to a tree of `size` leaves. */
export async function grownNodes(
  size: number,
  leaves: readonly Uint8Array[],
  read: ReadNode,
  hash: HashBytes,
): Promise<{ level: number; position: number; hash: Uint8Array }[]> {
  const grown: { level: number; position: number; hash: Uint8Array }[] = [];
  // The newest left child of each level that has no right sibling yet.
  const waiting = new Map<number, Uint8Array>();
  for (const [index, leaf] of leaves.entries()) {
    let node = leaf;
    let position = size + index;
    for (let level = 0; ; level += 1) {
      if (!isOdd(position)) {
        waiting.set(level, node);
        break;
      }
      const left = waiting.get(level) ?? (await read(level, position - 1));
      node = await hashNode(left, node, hash);
      position = half(position);
      grown.push({ level: level + 1, position, hash: node });
    }
  }
  return grown;
}

const isOdd = (count: number): boolean => count % 2 === 1;
const half = (count: number): number => Math.floor(count / 2);
const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0;

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
