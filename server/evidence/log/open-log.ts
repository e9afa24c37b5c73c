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
  firstUpsideDown,
  firstUseAfterOthers,
  hashBytes,
  lockLog,
  newestHead,
  nodesOf,
  placeOf,
  claimWaitingEvents,
  type StoredHead,
} from './log-store.ts';

/** Proof for the holder of an earlier head that the log still begins with what that head covered. */
export type ConsistencySince = { key: string; checkpoint: string; from: number; consistency: string[] };

/**
 * The transparency log of all events. Events are added in the background, so signing and sealing never wait
 * for the log.
 */
export type TrailLog = {
  /**
   * Appends a limited number of queued events and signs a head over them. Never throws: `problem` returns the
   * obstacle. Returns true if more are queued.
   */
  grow(): Promise<boolean>;
  newest(): Promise<StoredHead | undefined>;
  /**
   * Returns the inclusion proof of an event under the first head that covers it, or undefined if no head does
   * yet.
   */
  proofOf(eventHash: string): Promise<string | undefined>;
  /** Returns inclusion proofs by event hash, all under the newest head; only for events in the log. */
  proofsOf(eventHashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns the keys trusted for heads of this log, earliest first.
   * @throws DamagedLogKeys
   */
  trustedKeys(): Promise<readonly TrustedLogKey[]>;
  /** Undefined for a size that the log never had. */
  since(size: number): Promise<ConsistencySince | undefined>;
  /**
   * Returns the time from which the current key signs if another did before, for example after an older database was
   * restored; ms UTC. Infinity if it has signed nothing yet; undefined if there was no other key.
   */
  keyChangedAt(): Promise<number | undefined>;
  /**
   * Returns why no head is signed, for the operator: found by this process or another one with the same key.
   */
  problem(): Promise<string | undefined>;
  /** Records that the log is broken: no process signs anything more until a check succeeds. */
  halt(problem: string): Promise<void>;
  /** Checks the whole log, and records a problem or clears an earlier one. */
  look(): Promise<void>;
};

const maxConcurrent = 2000;

/** SQLSTATEs: lock_not_available, serialization_failure, deadlock_detected. */
const gaveWay = new Set(['55P03', '40001', '40P01']);

/** The key folder is full or read-only. Unlike an unavailable database, that is not temporary. */
class UnkeptHead extends Error {}

const hinders = (error: unknown): string =>
  `The newest head of the log cannot be signed or stored with its key: ${error instanceof Error ? error.message : String(error)}`;

export function openLog(db: Kysely<Schema>, signer: LogSigner | LogSignerProblem, clock: Clock): TrailLog {
  const found = openFinding(signer);
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;
  // Signed, but not stored with the key yet.
  let unkept: string | undefined;
  // Why this process's last attempt failed.
  let hindrance: string | undefined;

  const growNow = async (): Promise<boolean> => {
    if ('problem' in signer) return false;
    try {
      if ((await found.read()) !== undefined) return false;
      await saveLogKeys(db, signer, clock());
      const grown = await inTransaction(db, (tx) => append(tx, signer, clock()));
      // After the commit: a head that was rolled back must not be stored.
      unkept = grown?.head ?? unkept;
      if (unkept !== undefined) await keep(signer, unkept);
      unkept = undefined;
      hindrance = undefined;
      return grown?.more ?? false;
    } catch (error) {
      if (error instanceof BrokenLog) await found.keep(error.message);
      // A lock held by another process and an unavailable database are temporary; the next attempt is
      // automatic.
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
      // An event written after the current run began is included in the next one.
      return (next ??= running.then(() => {
        next = undefined;
        return turn();
      }));
    },
    newest: () => newestHead(db),
    async proofOf(eventHash) {
      const index = await placeOf(db, eventHash);
      const head = index === undefined ? undefined : await firstUpsideDown(db, index);
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
    // Read each time: the operator may have added a key of an earlier installation.
    trustedKeys: () => saveLogKeys(db, signer, clock()),
    async since(size) {
      const head = await newestHead(db);
      if (!head || size > head.size || size < 1) return undefined;
      // Missing nodes make proofs impossible; the full check reports them to the operator.
      const proof = await consistencyProof(size, head.size, nodesOf(db), hashBytes).catch(() => undefined);
      if (!proof) return undefined;
      return { key: head.key, checkpoint: head.checkpoint, from: size, consistency: proof.map(toBase64) };
    },
    keyChangedAt: () =>
      'problem' in signer ? Promise.resolve(Infinity) : firstUseAfterOthers(db, signer.text),
    problem: async () => (await found.read()) ?? hindrance,
    halt: found.keep,
    async look() {
      // Without a key, this process does not sign anything and has no head to compare with the log.
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

/** The finding is stored with the key, so that it applies to every process and survives restarts. */
function openFinding(signer: LogSigner | LogSignerProblem) {
  // A finding that could not be written still applies in this process.
  let unwritten: string | undefined;
  return {
    async read(): Promise<string | undefined> {
      if ('problem' in signer) return signer.problem;
      if (unwritten !== undefined) return unwritten;
      try {
        const kept = await signer.keptProblem();
        // Without that head, no checkpoint can be signed, and every process that reads the head notices this.
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

/** Undefined if nodes are missing or the tree does not match the head: then nothing can be proved. */
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
 * Checks first that the tree still matches the last head, and signs nothing otherwise.
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
 * Locks the log and returns its size, from which the next head continues.
 * @throws BrokenLog
 */
async function checkUnderLock(tx: Tx, signer: LogSigner): Promise<{ size: number; read: ReadNode }> {
  await lockLog(tx);
  const last = await newestHead(tx);
  const read = nodesOf(tx);
  await checkHeads(tx, { last, kept: await signer.keptHead() }, read);
  return { size: last?.size ?? 0, read };
}

/** Another process may have stored a later head in the meantime. */
async function keep(signer: LogSigner, head: string): Promise<void> {
  const kept = readCheckpoint((await signer.keptHead()) ?? '');
  if ((kept?.size ?? 0) >= (readCheckpoint(head)?.size ?? 0)) return;
  await signer.keepHead(head).catch((error: Error) => {
    throw new UnkeptHead(error.message, { cause: error });
  });
}
