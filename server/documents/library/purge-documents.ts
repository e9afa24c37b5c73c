import { sql } from 'kysely';
import { retainsFiles, purgeTime } from '#core/document/bin.ts';
import type { DocumentState } from '#core/document/lifecycle.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { lockInBin, notFound, several, type Several } from './bin-documents.ts';
import { scheduleRelease, scheduleReleaseOf } from '../../records/stored-files/promise-release.ts';
import { inTransactionOf } from '../../records/member.ts';
import { seesDocuments } from '../../records/visibility-store.ts';
import type { LibraryDeps } from './deps.ts';

/** Documents per transaction. */
export const batch = 100;

type Member = { accountId: string; userId: string; sight: Visibility };
/** An account's bin, limited to what `sight` can see; all of it if undefined. */
type Bin = { accountId: string; sight?: Visibility | undefined };

/** Permanently deletes documents from the bin for a member. */
export function purgeDocuments(
  services: Pick<LibraryDeps, 'db' | 'jobs' | 'clock' | 'plans'>,
  by: Member,
  ids: readonly string[],
): Promise<Several | Refusal> {
  return inTransactionOf(services, by, 'document.delete', (tx) => purgeInTransaction(tx, services, by, ids));
}

/**
 * Permanently deletes documents from the bin, including for automatic deletion and for closing accounts. What
 * other parties rely on is kept, and only they can access it: the audit trail of every document, and the
 * files of documents that were signed or declined (docs/decisions/0009-the-bin.md).
 */
async function purgeInTransaction(
  tx: Tx,
  services: Pick<LibraryDeps, 'jobs' | 'clock'>,
  by: Bin,
  ids: readonly string[],
): Promise<Several> {
  const { accountId } = by;
  const done: string[] = [];
  for (const row of await lockInBin(tx, by, ids)) {
    const acted = !row.test && (await anybodyActed(tx, accountId, row.id));
    const kept = !row.test && retainsFiles(row.status as DocumentState, acted);
    await purge(tx, row, kept, services.clock());
    if (row.test) await releaseSealed(tx, services, row);
    if (!kept) {
      const { original_sha256: originalSha256, base_sha256: baseSha256 } = row;
      await scheduleRelease(tx, services.jobs, accountId, { originalSha256, baseSha256 });
      await releaseAttachments(tx, services, row);
      if (row.certificate_sha256 !== null)
        await scheduleReleaseOf(tx, services.jobs, accountId, [row.certificate_sha256]);
    }
    done.push(row.id);
  }
  return several(ids, done, () => notFound);
}

/** Permanently deletes everything in the bin that the member may delete. Returns the number of documents. */
export function emptyBin(services: LibraryDeps, by: Member): Promise<number | Refusal> {
  return empty(services, by, (ids) => purgeDocuments(services, by, ids));
}

/** Permanently deletes the whole bin of an account that is being closed. */
export async function purgeBin(
  services: Pick<LibraryDeps, 'db' | 'jobs' | 'clock'>,
  accountId: string,
): Promise<void> {
  await empty(services, { accountId }, (ids) => purgeOf(services, accountId, ids));
}

async function empty(
  services: Pick<LibraryDeps, 'db' | 'clock'>,
  bin: Bin,
  purgeSome: (ids: readonly string[]) => Promise<Several | Refusal>,
): Promise<number | Refusal> {
  const until = new Date(services.clock());
  for (let purged = 0; ;) {
    const rows = await services.db
      .selectFrom('documents')
      .select('id')
      .where('account_id', '=', bin.accountId)
      .where(seesDocuments(bin.sight, true))
      // Excludes documents that were moved to the bin after the request.
      .where('deleted_at', '<=', until)
      .where('purged_at', 'is', null)
      .limit(batch)
      .execute();
    if (rows.length === 0) return purged;
    const outcome = await purgeSome(rows.map(({ id }) => id));
    if (isRefusal(outcome)) return outcome;
    purged += outcome.done.length;
  }
}

/** Permanently deletes documents that have been in the bin for thirty days. */
export async function purgeDue(services: LibraryDeps): Promise<void> {
  const before = new Date(2 * services.clock() - purgeTime(services.clock()));
  for (;;) {
    const due = await services.db
      .selectFrom('documents')
      .select(['account_id', 'id'])
      .where('deleted_at', '<=', before)
      .where('purged_at', 'is', null)
      .orderBy('deleted_at')
      .limit(batch)
      .execute();
    await purgeOfAccounts(services, due);
    if (due.length < batch) return;
  }
}

export async function purgeOfAccounts(
  services: LibraryDeps,
  due: readonly { account_id: string; id: string }[],
): Promise<void> {
  for (const [accountId, rows] of Map.groupBy(due, ({ account_id }) => account_id)) {
    const ids = rows.map(({ id }) => id);
    await purgeOf(services, accountId, ids);
  }
}

function purgeOf(
  services: Pick<LibraryDeps, 'db' | 'jobs' | 'clock'>,
  accountId: string,
  ids: readonly string[],
): Promise<Several> {
  return inTransaction(services.db, (tx) => purgeInTransaction(tx, services, { accountId }, ids));
}

type SealedRow = {
  account_id: string;
  id: string;
  sealed_sha256: string | null;
  augmentation_sha256: string | null;
};

/** The sealed file of a test document has no legal value, so it is deleted. */
async function releaseSealed(
  tx: Tx,
  { jobs }: Pick<LibraryDeps, 'jobs'>,
  { account_id, id, ...files }: SealedRow,
): Promise<void> {
  if (files.sealed_sha256 === null) return;
  const gone = [files.sealed_sha256, files.augmentation_sha256].filter((sha256) => sha256 !== null);
  await tx
    .updateTable('documents')
    .set({
      sealed_sha256: null,
      sealed_files: null,
      sealed_size: null,
      augmentation_sha256: null,
      augmentation_size: null,
      augment_at: null,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
  await scheduleReleaseOf(tx, jobs, account_id, gone);
}

/** Deletes attachments that are not part of a signature. */
async function releaseAttachments(
  tx: Tx,
  { jobs }: Pick<LibraryDeps, 'jobs'>,
  { account_id, id }: Omit<Row, 'status'>,
): Promise<void> {
  const gone = await tx
    .deleteFrom('attachments')
    .where('account_id', '=', account_id)
    .where('document_id', '=', id)
    .returning('sha256')
    .execute();
  const files = gone.map(({ sha256 }) => sha256);
  if (files.length > 0) await scheduleReleaseOf(tx, jobs, account_id, files);
}

type Row = { account_id: string; id: string; status: string };

async function anybodyActed(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('recipients')
    .select('id')
    .where('account_id', '=', accountId)
    .where('document_id', '=', id)
    .where('acted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A draft was never shared outside the account, so its text and recipients are deleted too. Only hashes
 * remain.
 */
async function purge(
  tx: Tx,
  { account_id, id, status }: Row,
  filesKept: boolean,
  now: number,
): Promise<void> {
  const emptied = { title: '', file_name: '', subject: '', message: '' };
  await tx
    .updateTable('documents')
    .set({
      ...{ purged_at: new Date(now), files_kept: filesKept, external_id: null, metadata: {} },
      ...(status === 'draft' ? emptied : {}),
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
  if (status !== 'draft') return;
  for (const table of ['fields', 'recipients'] as const)
    await tx.deleteFrom(table).where('account_id', '=', account_id).where('document_id', '=', id).execute();
  // The actors remain in the audit trail for accountability, but the file name is deleted.
  await sql`SELECT forget_draft_file_name(${account_id}, ${id})`.execute(tx);
}
