import {
  fromHex,
  noteOf,
  readCheckpoint,
  toBase64,
  writeCheckpoint,
  writeLogProof,
} from '#core/log/checkpoint.ts';
import {
  consistencyProof,
  grownNodes,
  holdsLeaf,
  inclusionProof,
  isSame,
  rootOf,
  type ReadNode,
} from '#core/log/merkle.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import type { Clock } from '../ports/clock.ts';
import type { LogSigner, LogSignerProblem } from '../ports/log-signer.ts';
import { isHeadOver } from './head.ts';
import {
  addToTree,
  BrokenLog,
  firstHeadOver,
  hashBytes,
  lockLog,
  newestHead,
  nodesOf,
  placeOf,
  takeWaiting,
  type StoredHead,
} from './log-store.ts';

/** Whoever holds a head of before learns from this whether the log still begins with what it was over. */
export type SinceThen = { key: string; checkpoint: string; from: number; consistency: string[] };

/** The log of all events: it grows by itself, and nobody who signs or seals waits for it. */
export type TrailLog = {
  /**
   * Takes in events that were written, a limited number at once, and signs a head over them. Never throws: what
   * is in the way stands in `problem`. True when more are waiting.
   */
  grow(): Promise<boolean>;
  newest(): Promise<StoredHead | undefined>;
  /** That an event is in the log, by the first head over it; undefined while it is not. */
  proofOf(eventHash: string): Promise<string | undefined>;
  /** The same of many at once, all by the newest head, by their hashes; of those that are in the log. */
  proofsOf(eventHashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Undefined for a size that the log never had. */
  since(size: number): Promise<SinceThen | undefined>;
  /** Why no head is signed, for the operator. */
  problem(): string | undefined;
  /** Remembers that the log was found broken: nothing is signed over it from then on. */
  halt(problem: string): void;
};

const mostAtOnce = 2000;

export function openLog(db: Kysely<Schema>, signer: LogSigner | LogSignerProblem, clock: Clock): TrailLog {
  let halted = 'problem' in signer ? signer.problem : undefined;
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;

  const growNow = async (): Promise<boolean> => {
    if (halted !== undefined || 'problem' in signer) return false;
    try {
      const grown = await inTransaction(db, (tx) => append(tx, signer, clock()));
      // After the transaction: a head that was taken back must not be remembered.
      if (grown) await keep(signer, grown.head);
      return grown?.more ?? false;
    } catch (error) {
      if (error instanceof BrokenLog) halted = error.message;
      // Anything else passes, as a lock that another process holds: the next turn comes by itself.
      return false;
    }
  };
  const turn = (): Promise<boolean> => (running = growNow().finally(() => (running = undefined)));

  return {
    grow() {
      if (!running) return turn();
      // An event that was written after that one began is in the next.
      return (next ??= running.then(() => {
        next = undefined;
        return turn();
      }));
    },
    newest: () => newestHead(db),
    async proofOf(eventHash) {
      const index = await placeOf(db, eventHash);
      const head = index === undefined ? undefined : await firstHeadOver(db, index);
      return index === undefined || !head ? undefined : prove(head, { index, eventHash }, nodesOf(db));
    },
    async proofsOf(eventHashes) {
      const head = await newestHead(db);
      const proofs = new Map<string, string>();
      if (!head) return proofs;
      // Neighbours share most of their way to the root.
      const read = nodesOf(db);
      for (const eventHash of eventHashes) {
        const index = await placeOf(db, eventHash);
        const proof =
          index === undefined || index >= head.size
            ? undefined
            : await prove(head, { index, eventHash }, read);
        if (proof !== undefined) proofs.set(eventHash, proof);
      }
      return proofs;
    },
    async since(size) {
      const head = await newestHead(db);
      if (!head || size > head.size || size < 1) return undefined;
      // Where nodes are gone, nothing can be proved; the operator is told by the look through all of it.
      const proof = await consistencyProof(size, head.size, nodesOf(db), hashBytes).catch(() => undefined);
      if (!proof) return undefined;
      return { key: head.key, checkpoint: head.checkpoint, from: size, consistency: proof.map(toBase64) };
    },
    problem: () => halted,
    halt: (problem) => void (halted ??= problem),
  };
}

/** Undefined where nodes are gone, or the tree is not the one of the head: then nothing can be proved. */
async function prove(
  { key, checkpoint }: StoredHead,
  { index, eventHash }: { index: number; eventHash: string },
  read: ReadNode,
): Promise<string | undefined> {
  const tree = readCheckpoint(checkpoint);
  const proof = tree && (await inclusionProof(index, tree.size, read, hashBytes).catch(() => undefined));
  const holds = proof && (await holdsLeaf(tree, { index, leaf: fromHex(eventHash), proof }, hashBytes));
  return holds ? writeLogProof(key, { index, hashes: proof }, checkpoint) : undefined;
}

/** Checks first that the tree is still the one of the last head, and signs nothing over another. @throws BrokenLog */
async function append(
  tx: Tx,
  signer: LogSigner,
  now: number,
): Promise<{ head: string; more: boolean } | undefined> {
  await lockLog(tx);
  const last = await newestHead(tx);
  const size = last?.size ?? 0;
  const read = nodesOf(tx);
  await checkHeads(tx, { last, kept: await signer.keptHead() }, read);
  const leaves = await takeWaiting(tx, mostAtOnce);
  if (leaves.length === 0) return undefined;
  const nodes = await grownNodes(size, leaves, read, hashBytes);
  await addToTree(tx, size, leaves, nodes);
  const grown = size + leaves.length;
  const note = noteOf(signer.key.name, grown, await rootOf(grown, read, hashBytes));
  const checkpoint = writeCheckpoint(note, signer.key, signer.sign(note));
  await tx
    .insertInto('log_heads')
    .values({ size: grown, checkpoint, key: signer.text, signed_at: new Date(now) })
    .execute();
  return { head: checkpoint, more: leaves.length === mostAtOnce };
}

async function checkHeads(
  tx: Tx,
  { last, kept }: { last: StoredHead | undefined; kept: string | undefined },
  read: ReadNode,
): Promise<void> {
  const rows = await tx
    .selectFrom('log_leaves')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const leaves = rows === undefined ? 0 : rows.position + 1;
  if (leaves !== (last?.size ?? 0))
    throw new BrokenLog('The log has other leaves than its newest head is over.');
  if (last && !(await isHeadOver(last, await rootOf(last.size, read, hashBytes))))
    throw new BrokenLog('The log is not the one that its newest head is over.');
  const own = kept === undefined ? undefined : readCheckpoint(kept);
  if (kept !== undefined && !own) throw new BrokenLog('DATA_DIR/keys/log-head is damaged.');
  if (!own) return;
  if (own.size > leaves)
    throw new BrokenLog(
      'The database is older than the newest head in DATA_DIR/keys/log-head: was a backup put back? See docs/decisions/0041-the-log.md.',
    );
  const root = await rootOf(own.size, read, hashBytes);
  if (!isSame(root, own.root))
    throw new BrokenLog(
      'The log was rewritten: it does not go on from the newest head in DATA_DIR/keys/log-head.',
    );
}

/** Another process may have kept a later one meanwhile. */
async function keep(signer: LogSigner, head: string): Promise<void> {
  const kept = readCheckpoint((await signer.keptHead()) ?? '');
  if ((kept?.size ?? 0) < (readCheckpoint(head)?.size ?? 0)) await signer.keepHead(head);
}
