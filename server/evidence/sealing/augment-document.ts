import { augmentSeal } from '#pdf/sign/augment-seal.ts';
import { longTerm, type LongTerm } from '#pdf/verify/long-term.ts';
import { verifyPdf, type Verification } from '#pdf/verify/verify-pdf.ts';
import { join } from '#pdf/verify/bytes.ts';
import { sha256 as hashOf } from '../../foundation/crypto/sha256.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { findIncludingBin, lockEvenInBin, type StoredDocument } from '../../records/document-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import type { SealingDeps } from './deps.ts';
import { afterFailure, RETRY_AFTER_MS, renewal } from './augment-times.ts';

type Augmentation = Pick<SealingDeps, 'db' | 'files' | 'jobs' | 'key' | 'clock' | 'timestamps'>;

/** The file with the new revision failed our own verification. It is discarded, and the job retries. */
class AugmentationRejected extends Error {}

/**
 * Appends a timestamp over the whole sealed file when one is due: the first, or one that renews the last
 * before its certificate expires. The emailed sealed file itself does not change. Runs as a job that may run
 * twice or be killed at any moment: the revision is saved only if no other one was saved in the meantime.
 */
export async function augmentDocument(
  services: Augmentation,
  accountId: string,
  documentId: string,
): Promise<void> {
  const document = (await findIncludingBin(services.db, accountId, documentId))?.document;
  if (!document || !(await isDue(services, document))) return;
  try {
    await augment(services, document);
  } catch (error) {
    // The file is no worse than before. The operator is notified once, and the job retries automatically.
    await postpone(services, document, services.clock() + afterFailure);
    throw error;
  }
}

async function augment(services: Augmentation, document: StoredDocument): Promise<void> {
  const { db, files, clock, timestamps } = services;
  if (!timestamps) return;
  const { sealedSha256, augmentation } = document;
  const before = join([
    await files.read(sealedSha256!),
    augmentation ? await files.read(augmentation.sha256) : new Uint8Array(),
  ]);
  const made = await makeRevision(services, before);
  if (made === undefined) return postpone(services, document, clock() + RETRY_AFTER_MS);
  const { revision, whole, judged, proof } = made;
  const all = whole.subarray(document.sealedSize!);
  const behind = { sha256: await files.put(all), size: all.length };
  await inTransaction(db, (tx) => keep(tx, services, { document, whole, revision, behind, judged, proof }));
}

type Revision = { revision: Uint8Array; whole: Uint8Array; judged: Verification; proof: LongTerm };

/** Returns the verified revision, or undefined if no authority provides a timestamp. */
async function makeRevision(services: Augmentation, before: Uint8Array): Promise<Revision | undefined> {
  const { key, clock } = services;
  const timestamps = services.timestamps!;
  const { timestamps: earlier } = await verifyPdf(before, { roots: [] });
  const paths = earlier.map(({ path }) => path.map(({ bytes }) => bytes));
  const make = async (crls: readonly Uint8Array[]): Promise<Revision | undefined> => {
    const revision = await augmentSeal({
      pdf: before,
      certificates: [],
      crls,
      timestamps: {
        tokenBytes: timestamps.maxTokenLength(),
        stamp: (bytes) => timestamps.stamp(bytes, { hurry: false }),
      },
    });
    if (revision === undefined) return undefined;
    const whole = join([before, revision]);
    const judged = await examine(services, whole);
    return { revision, whole, judged, proof: await longTerm(judged, clock()) };
  };
  // The first revision shows which authority responded, so that its revocation lists can be requested.
  const first = await make([]);
  if (first === undefined) return undefined;
  const own = (await key.lists?.(clock())) ?? [];
  const lists = [...own, ...(await timestamps.lists(paths))];
  // If another authority responds this time, the check rejects the revision because of the foreign revocation
  // lists, and the first revision is used.
  const better = lists.length === 0 ? undefined : await make(lists).catch(() => undefined);
  return better ?? first;
}

/** Checks again whether a timestamp is due, since the job may have been queued twice. */
async function isDue({ db, clock }: Augmentation, { accountId, id }: StoredDocument): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select(['status', 'sealed_sha256', 'augment_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  const isSealed = row?.status === 'completed' && row.sealed_sha256 !== null;
  return isSealed && row.augment_at !== null && row.augment_at.getTime() <= clock();
}

/** Verifies the file as a third party would that trusts our root and those of the timestamp authorities. */
async function examine({ key, timestamps }: Augmentation, whole: Uint8Array): Promise<Verification> {
  const roots = { roots: key.chain.slice(-1), timestampRoots: timestamps?.roots ?? [] };
  const judged = await verifyPdf(whole, roots);
  const { verdict, problems } = judged;
  // Files sealed by an earlier key under another root are also extended. Only their integrity matters here.
  if (verdict === 'sealed-unchanged' || verdict === 'sealed-by-unknown') return judged;
  throw new AugmentationRejected(`${verdict}: ${problems.join(', ')}`);
}

type Made = {
  document: StoredDocument;
  whole: Uint8Array;
  revision: Uint8Array;
  behind: { sha256: string; size: number };
  judged: Verification;
  proof: LongTerm;
};

/**
 * Saves the file's location, and the event that records which revision follows which bytes, in one
 * transaction (T-02).
 */
async function keep(tx: Tx, services: Augmentation, made: Made): Promise<void> {
  const { document, whole, revision, behind, judged, proof } = made;
  const now = services.clock();
  const key = { accountId: document.accountId, documentId: document.id };
  if (!(await lockEvenInBin(tx, key.accountId, key.documentId))) return;
  const last = judged.timestamps.at(-1)!;
  const { level } = proof;
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({
      augmentation_sha256: behind.sha256,
      augmentation_size: behind.size,
      seal_level: level,
      timestamped_at: proof.verifiedAt === undefined ? null : new Date(proof.verifiedAt),
      augment_at: renewal(now, last.notAfter),
    })
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.documentId)
    .where('sealed_sha256', '=', document.sealedSha256)
    // No row matches if a concurrent run was faster. Its revision remains, and the cleanup of unused files
    // deletes this one.
    .where('augmentation_sha256', 'is not distinct from', document.augmentation?.sha256 ?? null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return;
  await appendEvents(tx, key, now, [
    {
      type: 'document_strengthened',
      actor: { kind: 'system', id: null },
      data: {
        sealedSha256: document.sealedSha256,
        revisionSha256: hashOf(revision),
        revisionBytes: revision.length,
        fileSha256: hashOf(whole),
        level,
        timestampedAt: new Date(last.at).toISOString(),
        authorityRootSha256: last.root,
      },
    },
  ]);
}

/** No timestamp authority responded. */
async function postpone(
  { db }: Augmentation,
  { accountId, id }: StoredDocument,
  until: number,
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ augment_at: new Date(until) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Maximum number of jobs queued per round, because the authorities are contacted one after the other. */
const atOnce = 100;

/**
 * Queues jobs for files that are due for a new timestamp. This includes documents in the bin, because
 * recipients still have copies.
 */
export async function augmentDueDocuments({ db, jobs, clock, timestamps }: Augmentation): Promise<void> {
  if (!timestamps) return;
  const due = await db
    .selectFrom('documents')
    .select(['account_id', 'id'])
    .where('status', '=', 'completed')
    .where('augment_at', '<=', new Date(clock()))
    .orderBy('augment_at')
    .limit(atOnce)
    .execute();
  for (const { account_id: accountId, id: documentId } of due) {
    await inTransaction(db, (tx) =>
      jobs.enqueue(tx, 'strengthen-document', { accountId, documentId }, { singletonKey: documentId }),
    );
  }
}

export function watchSeals(services: Augmentation): { stop(): Promise<void> } {
  return repeat({ name: 'augmentation', everyMs: 5 * 60_000, act: () => augmentDueDocuments(services) });
}
