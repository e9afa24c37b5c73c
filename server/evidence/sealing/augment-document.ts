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

/** The file with the new revision failed our own verification. It is discarded and retried. */
class AugmentationRejected extends Error {}

/**
 * Appends a timestamp over the whole sealed file when it is due: the first one, or one that renews the last
 * before its certificate expires. The sealed file that was emailed stays unchanged. Runs as a job and may run
 * twice or be killed at any moment: the revision is saved only if the file did not change in between.
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
    // The file is no worse than before: the operator is notified once, and the job retries automatically.
    await putOff(services, document, services.clock() + afterFailure);
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
  if (made === undefined) return putOff(services, document, clock() + RETRY_AFTER_MS);
  const { revision, whole, judged, proof } = made;
  const all = whole.subarray(document.sealedSize!);
  const behind = { sha256: await files.put(all), size: all.length };
  await inTransaction(db, (tx) => keep(tx, services, { document, whole, revision, behind, judged, proof }));
}

type Revision = { revision: Uint8Array; whole: Uint8Array; judged: Verification; proof: LongTerm };

/** Returns the verified revision; undefined if no authority provides a timestamp. */
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
  // The first attempt shows which authority responds, so that its revocation lists can be requested.
  const first = await make([]);
  if (first === undefined) return undefined;
  const own = (await key.lists?.(clock())) ?? [];
  const lists = [...own, ...(await timestamps.lists(paths))];
  // The file must not contain revocation lists of another authority, such as an earlier root or one that
  // responded instead.
  const better = lists.length === 0 ? undefined : await make(lists).catch(() => undefined);
  return better ?? first;
}

/** Checked again, since the job may have been queued twice. */
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

/** Verifies like a third party that trusts our root and those of the authorities. */
async function examine({ key, timestamps }: Augmentation, whole: Uint8Array): Promise<Verification> {
  const roots = { roots: key.chain.slice(-1), timestampRoots: timestamps?.roots ?? [] };
  const judged = await verifyPdf(whole, roots);
  const { verdict, problems } = judged;
  // A seal by an earlier key under another root is extended too: this only checks that the file is intact.
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

/** One transaction: the location of the file, and the event that states which bytes follow which (T-02). */
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
    // A concurrent run was faster. Its revision is kept, and the unused-file cleanup deletes this one.
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

/** No authority provided a timestamp. */
async function putOff({ db }: Augmentation, { accountId, id }: StoredDocument, until: number): Promise<void> {
  await db
    .updateTable('documents')
    .set({ augment_at: new Date(until) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Maximum number of jobs queued in one round: authorities are contacted in sequence. */
const atOnce = 100;

/**
 * Queues the files that are due for a new timestamp, including documents in the bin: recipients' copies
 * continue to need proof.
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
