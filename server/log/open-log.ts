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
  rootOf,
  type ReadNode,
} from '#core/log/merkle.ts';
import type { Kysely } from 'kysely';
import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { Schema } from '../db/schema.ts';
import { inTransaction, sqlState, type Tx } from '../db/transaction.ts';
import { passes } from '../http/passing-faults.ts';
import type { Clock } from '../ports/clock.ts';
import type { LogSigner, LogSignerProblem } from '../ports/log-signer.ts';
import { checkHeads } from './check-heads.ts';
import { checkLog } from './check-log.ts';
import { DamagedLogKeys, keepLogKeys } from './log-keys.ts';
import {
  addToTree,
  BrokenLog,
  firstHeadOver,
  firstUseAfterOthers,
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
  /** The keys by which heads of this log are trusted, the earliest first. @throws DamagedLogKeys */
  trustedKeys(): Promise<readonly TrustedLogKey[]>;
  /** Undefined for a size that the log never had. */
  since(size: number): Promise<SinceThen | undefined>;
  /**
   * Since when the key of now signs, where another did before, as after an older database was put back; ms UTC. Infinity
   * where it has signed nothing yet; undefined where there was no other.
   */
  keyChangedAt(): Promise<number | undefined>;
  /** Why no head is signed, for the operator: what this process found, or another that has the same key. */
  problem(): Promise<string | undefined>;
  /** Remembers that the log was found broken: no process signs anything over it until a look finds all well. */
  halt(problem: string): Promise<void>;
  /** Looks through all of it, and remembers what is wrong, or forgets what was. */
  look(): Promise<void>;
};

const mostAtOnce = 2000;

/** SQLSTATEs: lock_not_available, serialization_failure, deadlock_detected. */
const gaveWay = new Set(['55P03', '40001', '40P01']);

/** A folder of keys that is full, or read only, does not pass as a database that is away does. */
class UnkeptHead extends Error {}

const hinders = (error: unknown): string =>
  `The newest head of the log cannot be signed, or kept beside its key: ${error instanceof Error ? error.message : String(error)}`;

export function openLog(db: Kysely<Schema>, signer: LogSigner | LogSignerProblem, clock: Clock): TrailLog {
  const found = openFinding(signer);
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;
  // Signed, and not kept beside the key yet.
  let unkept: string | undefined;
  // Why the last turn of this process came to nothing.
  let hindrance: string | undefined;

  const growNow = async (): Promise<boolean> => {
    if ('problem' in signer) return false;
    try {
      if ((await found.read()) !== undefined) return false;
      await keepLogKeys(db, signer, clock());
      const grown = await inTransaction(db, (tx) => append(tx, signer, clock()));
      // After the transaction: a head that was taken back must not be remembered.
      unkept = grown?.head ?? unkept;
      if (unkept !== undefined) await keep(signer, unkept);
      unkept = undefined;
      hindrance = undefined;
      return grown?.more ?? false;
    } catch (error) {
      if (error instanceof BrokenLog) await found.keep(error.message);
      // A lock that another process holds, or a database that is away: the next turn comes by itself.
      else if (error instanceof DamagedLogKeys) hindrance = error.message;
      else if (error instanceof UnkeptHead || !(gaveWay.has(sqlState(error) ?? '') || passes(error)))
        hindrance = hinders(error);
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
    // Read each time: the operator may have added a key of an earlier installation.
    trustedKeys: () => keepLogKeys(db, signer, clock()),
    async since(size) {
      const head = await newestHead(db);
      if (!head || size > head.size || size < 1) return undefined;
      // Where nodes are gone, nothing can be proved; the operator is told by the look through all of it.
      const proof = await consistencyProof(size, head.size, nodesOf(db), hashBytes).catch(() => undefined);
      if (!proof) return undefined;
      return { key: head.key, checkpoint: head.checkpoint, from: size, consistency: proof.map(toBase64) };
    },
    keyChangedAt: () =>
      'problem' in signer ? Promise.resolve(Infinity) : firstUseAfterOthers(db, signer.text),
    problem: async () => (await found.read()) ?? hindrance,
    halt: found.keep,
    async look() {
      // Nothing is signed then in any case, and this process has no head to compare the log with.
      if ('problem' in signer) return;
      const findings: string[] = [];
      await checkLog(db, (sentence) => void findings.push(sentence));
      if (findings.length === 0)
        await inTransaction(db, (tx) => checkUnderLock(tx, signer)).catch((error: unknown) => {
          if (!(error instanceof BrokenLog)) throw error;
          findings.push(error.message);
        });
      await (findings.length > 0 ? found.keep(findings.join(' ')) : found.forget());
    },
  };
}

/** It is kept beside the key, so that it holds for every process and after a start. */
function openFinding(signer: LogSigner | LogSignerProblem) {
  // A finding that could not be written holds here at least.
  let unwritten: string | undefined;
  return {
    async read(): Promise<string | undefined> {
      if ('problem' in signer) return signer.problem;
      if (unwritten !== undefined) return unwritten;
      try {
        const kept = await signer.keptProblem();
        // Without that head nothing can be signed, and every process that reads it learns so by itself.
        if (kept === undefined) await signer.keptHead();
        return kept;
      } catch (error) {
        return hinders(error);
      }
    },
    async keep(problem: string): Promise<void> {
      unwritten = problem;
      if ('problem' in signer) return;
      await signer.keepProblem(problem).then(
        () => (unwritten = undefined),
        () => undefined,
      );
    },
    async forget(): Promise<void> {
      unwritten = undefined;
      if (!('problem' in signer)) await signer.keepProblem(undefined);
    },
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
  const { size, read } = await checkUnderLock(tx, signer);
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

/** The size of the log that the next head goes on from, with nobody else at work on it. @throws BrokenLog */
async function checkUnderLock(tx: Tx, signer: LogSigner): Promise<{ size: number; read: ReadNode }> {
  await lockLog(tx);
  const last = await newestHead(tx);
  const read = nodesOf(tx);
  await checkHeads(tx, { last, kept: await signer.keptHead() }, read);
  return { size: last?.size ?? 0, read };
}

/** Another process may have kept a later one meanwhile. */
async function keep(signer: LogSigner, head: string): Promise<void> {
  const kept = readCheckpoint((await signer.keptHead()) ?? '');
  if ((kept?.size ?? 0) >= (readCheckpoint(head)?.size ?? 0)) return;
  await signer.keepHead(head).catch((error: Error) => {
    throw new UnkeptHead(error.message, { cause: error });
  });
}
