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
  includesLeaf,
  inclusionProof,
  rootOf,
  type ReadNode,
} from '#core/log/merkle.ts';
import type { Kysely } from 'kysely';
import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, sqlState, type Tx } from '../../foundation/db/transaction.ts';
import { passes } from '../../foundation/http/passing-faults.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LogSigner, LogSignerProblem } from '../../ports/log-signer.ts';
import { checkHeads } from './check-heads.ts';
import { checkLog } from './check-log.ts';
import { DamagedLogKeys, saveLogKeys } from './log-keys.ts';
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
  claimWaitingEvents,
  type StoredHead,
} from './log-store.ts';

/** Proves to the holder of an earlier head that the log still begins with the events covered by that head. */
export type ConsistencySince = { key: string; checkpoint: string; from: number; consistency: string[] };

/**
 * Transparency log of all events. Events are added in the background, so signing and sealing never wait for
 * it.
 */
export type TrailLog = {
  /**
   * Appends a limited number of queued events and signs a head over them. Returns true if more events are
   * queued. Never throws; after a failure, `problem` returns the reason.
   */
  grow(): Promise<boolean>;
  newest(): Promise<StoredHead | undefined>;
  /**
   * Returns the event's inclusion proof under the first head that covers it, or undefined if no head does
   * yet.
   */
  proofOf(eventHash: string): Promise<string | undefined>;
  /**
   * Returns inclusion proofs by event hash, all under the newest head. Events that are not in the log are
   * left out.
   */
  proofsOf(eventHashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns the keys trusted for heads of this log, earliest first.
   * @throws DamagedLogKeys
   */
  trustedKeys(): Promise<readonly TrustedLogKey[]>;
  /** Returns undefined for a size that the log never had. */
  since(size: number): Promise<ConsistencySince | undefined>;
  /**
   * Returns when the current key first signed after another key (ms UTC), for example after an older database
   * was restored: Infinity if it has not signed yet, undefined if no other key ever signed.
   */
  keyChangedAt(): Promise<number | undefined>;
  /**
   * Returns why no head is signed, as a message for the operator. Includes problems found by other processes
   * with the same key.
   */
  problem(): Promise<string | undefined>;
  /** Records that the log is broken. No process signs any more heads until a check succeeds. */
  halt(problem: string): Promise<void>;
  /** Checks the whole log. Records the problem that it finds, or clears an earlier one. */
  look(): Promise<void>;
};

const maxConcurrent = 2000;

/** SQLSTATEs: lock_not_available, serialization_failure, deadlock_detected. */
const retryableStates = new Set(['55P03', '40001', '40P01']);

/**
 * The head could not be stored because the key folder is full or read-only. That problem does not go away by
 * waiting, unlike an unavailable database.
 */
class UnkeptHead extends Error {}

const failureMessage = (error: unknown): string =>
  `The newest head of the log cannot be signed or stored with its key: ${error instanceof Error ? error.message : String(error)}`;

export function openLog(db: Kysely<Schema>, signer: LogSigner | LogSignerProblem, clock: Clock): TrailLog {
  const found = openFinding(signer);
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;
  // A head that was signed but is not stored with the key yet.
  let unstoredHead: string | undefined;
  // Reason why this process's last attempt failed.
  let lastFailure: string | undefined;

  const growNow = async (): Promise<boolean> => {
    if ('problem' in signer) return false;
    try {
      if ((await found.read()) !== undefined) return false;
      await saveLogKeys(db, signer, clock());
      const grown = await inTransaction(db, (tx) => append(tx, signer, clock()));
      // Only after the commit, because a head that was rolled back must not be stored.
      unstoredHead = grown?.head ?? unstoredHead;
      if (unstoredHead !== undefined) await keep(signer, unstoredHead);
      unstoredHead = undefined;
      lastFailure = undefined;
      return grown?.more ?? false;
    } catch (error) {
      if (error instanceof BrokenLog) await found.keep(error.message);
      // A lock held by another process or an unavailable database is temporary, and the next attempt comes
      // automatically.
      else if (error instanceof DamagedLogKeys) lastFailure = error.message;
      else if (error instanceof UnkeptHead || !(retryableStates.has(sqlState(error) ?? '') || passes(error)))
        lastFailure = failureMessage(error);
      return false;
    }
  };
  const turn = (): Promise<boolean> => (running = growNow().finally(() => (running = undefined)));

  return {
    grow() {
      if (!running) return turn();
      // The current run may miss events written since it began, so they need another run.
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
      // Neighboring leaves share most of their path to the root.
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
    // Read for each request, because the operator may have added a key from an earlier installation.
    trustedKeys: () => saveLogKeys(db, signer, clock()),
    async since(size) {
      const head = await newestHead(db);
      if (!head || size > head.size || size < 1) return undefined;
      // Without the missing nodes, nothing can be proved. The full check reports them to the operator.
      const proof = await consistencyProof(size, head.size, nodesOf(db), hashBytes).catch(() => undefined);
      if (!proof) return undefined;
      return { key: head.key, checkpoint: head.checkpoint, from: size, consistency: proof.map(toBase64) };
    },
    keyChangedAt: () =>
      'problem' in signer ? Promise.resolve(Infinity) : firstUseAfterOthers(db, signer.text),
    problem: async () => (await found.read()) ?? lastFailure,
    halt: found.keep,
    async look() {
      // A process without the key signs nothing and has no head to compare with the log.
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

/** Stores the problem with the key, so that all processes see it and it survives restarts. */
function openFinding(signer: LogSigner | LogSignerProblem) {
  // A problem that could not be written still stops this process.
  let unwritten: string | undefined;
  return {
    async read(): Promise<string | undefined> {
      if ('problem' in signer) return signer.problem;
      if (unwritten !== undefined) return unwritten;
      try {
        const kept = await signer.keptProblem();
        // Signing needs this head. If it cannot be read, every process that tries reports it.
        if (kept === undefined) await signer.keptHead();
        return kept;
      } catch (error) {
        return failureMessage(error);
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

/**
 * Returns undefined if nodes are missing or the tree does not match the head, since nothing can be proved
 * then.
 */
async function prove(
  { key, checkpoint }: StoredHead,
  { index, eventHash }: { index: number; eventHash: string },
  read: ReadNode,
): Promise<string | undefined> {
  const tree = readCheckpoint(checkpoint);
  const proof = tree && (await inclusionProof(index, tree.size, read, hashBytes).catch(() => undefined));
  const holds = proof && (await includesLeaf(tree, { index, leaf: fromHex(eventHash), proof }, hashBytes));
  return holds ? writeLogProof(key, { index, hashes: proof }, checkpoint) : undefined;
}

/**
 * Appends queued events and signs a head, after checking that the tree still matches the last head.
 * @throws BrokenLog
 */
async function append(
  tx: Tx,
  signer: LogSigner,
  now: number,
): Promise<{ head: string; more: boolean } | undefined> {
  const { size, read } = await checkUnderLock(tx, signer);
  const leaves = await claimWaitingEvents(tx, maxConcurrent);
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
  return { head: checkpoint, more: leaves.length === maxConcurrent };
}

/**
 * Locks the log, checks it and returns its size.
 * @throws BrokenLog
 */
async function checkUnderLock(tx: Tx, signer: LogSigner): Promise<{ size: number; read: ReadNode }> {
  await lockLog(tx);
  const last = await newestHead(tx);
  const read = nodesOf(tx);
  await checkHeads(tx, { last, kept: await signer.keptHead() }, read);
  return { size: last?.size ?? 0, read };
}

/** Skips the head if another process has already stored a later one. */
async function keep(signer: LogSigner, head: string): Promise<void> {
  const kept = readCheckpoint((await signer.keptHead()) ?? '');
  if ((kept?.size ?? 0) >= (readCheckpoint(head)?.size ?? 0)) return;
  await signer.keepHead(head).catch((error: Error) => {
    throw new UnkeptHead(error.message, { cause: error });
  });
}
