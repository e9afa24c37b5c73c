import type { SendBody } from '#contract/documents/documents.ts';
import { pauseBy } from '#core/bulk/bulk.ts';
import { valuesOfCells } from '#core/bulk/placeholder-cells.ts';
import { fillFields } from '#core/bulk/check-rows.ts';
import { folderNotFound } from '#core/folder/folder.ts';
import type { MemberRole } from '#core/permission/member.ts';
import { titleOfRow } from '#core/bulk/row-title.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { isEnded } from '../../records/key-use.ts';
import { holdFolder } from '../../records/folder-store.ts';
import { lockMembership } from '../../records/member.ts';
import { findSender } from '../../records/sender-store.ts';
import { canUse, readVisibility } from '../../records/visibility-store.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { RunningJob } from '../../foundation/jobs/job-queue.ts';
import { createBulkNotice } from '../../records/notifications/notice-store.ts';
import { countRows } from '../../records/bulk-counts.ts';
import { sendInTransaction } from '../sending/send-document.ts';
import { refuseTextInBraces } from '../files/text-in-braces.ts';
import { fillTemplate, type FileForUse } from '../templates/fill-template.ts';
import { releaseUnused } from '../templates/make-document.ts';
import { createInTransaction } from '../templates/use-template.ts';
import type { BulkDeps } from './deps.ts';
import {
  findBulk,
  findNextRow,
  lockBulk,
  lockNextRow,
  saveBulk,
  saveRow,
  type Bulk,
  type BulkKey,
  type StoredRow,
} from './bulk-store.ts';
import { jobOf } from './start-bulk.ts';
import { bulkOwner, startedThrough } from './started-from.ts';

/** Rows per job run, so that one bulk send does not block others. Filling in a Word file takes seconds. */
const rowsOfOneRun = 25;
const filledRowsOfOneRun = 5;

/**
 * Failed attempts after which a row is abandoned, so that later rows are sent. In an outage the next row gets
 * the same number of attempts.
 */
const triesForOneRow = 4;

/**
 * Sends the waiting rows in one transaction each: the document is created, sent and recorded with its row, or
 * nothing happens. A run may therefore be killed, repeated or run concurrently at any time, and no row is
 * sent twice or skipped.
 */
export async function sendBulk(
  services: BulkDeps,
  key: BulkKey,
  job: Pick<RunningJob, 'attempt' | 'signal'>,
): Promise<void> {
  const merge = (await findBulk(services.db, key))?.snapshot.merge;
  const most = merge ? filledRowsOfOneRun : rowsOfOneRun;
  for (let rows = 0; rows < most; rows += 1) {
    if (job.signal.aborted) return;
    if ((await sendNext(services, key, job)) === 'over') return;
  }
  await inTransaction(services.db, (tx) => services.jobs.enqueue(tx, 'send-bulk', jobOf(key)));
}

/** Carries a refusal out of the transaction, which it rolls back. */
class RowRefused extends Error {
  readonly line: number;
  readonly refusal: Refusal;
  constructor(line: number, refusal: Refusal) {
    super(refusal.detail);
    this.line = line;
    this.refusal = refusal;
  }
}

/**
 * The filled-in file of one row. It is filled in before the row's transaction, because a conversion takes
 * seconds.
 */
type FilledRow = { line: number; file: FileForUse };

/** Returns undefined if the file is the same for all rows. */
async function fillNext(
  services: BulkDeps,
  key: BulkKey,
  onRow: (line: number) => void,
): Promise<FilledRow | undefined> {
  const bulk = await findBulk(services.db, key);
  const merge = bulk?.snapshot.merge;
  if (!merge || bulk.state !== 'running') return undefined;
  const { file, fields } = bulk.snapshot;
  const row = await findNextRow(services.db, key);
  if (!row) return undefined;
  onRow(row.line);
  const values = valuesOfCells(merge.placeholders, row.values);
  const filled = await fillTemplate(services, bulk, { file, fields, merge }, values);
  if (isRefusal(filled)) throw new RowRefused(row.line, filled);
  const left = refuseTextInBraces(filled.stored?.notes ?? []);
  if (left) throw new RowRefused(row.line, left);
  return { line: row.line, file: filled };
}

async function sendNext(
  services: BulkDeps,
  key: BulkKey,
  { attempt }: Pick<RunningJob, 'attempt'>,
): Promise<'over' | 'more'> {
  let line: number | undefined;
  let filled: FilledRow | undefined;
  try {
    filled = await fillNext(services, key, (at) => (line = at));
    const next = await inTransaction(services.db, async (tx) => {
      const bulk = await lockBulk(tx, key, 'share');
      if (bulk?.state !== 'running') return 'over';
      const row = await lockNextRow(tx, key);
      if (!row) return 'over';
      line = row.line;
      // A concurrent run of the job has already sent this row.
      if (bulk.snapshot.merge && filled?.line !== line) return 'more';
      await sendRow(tx, services, bulk, row, filled?.file);
      filled = undefined;
      return 'more';
    });
    return next === 'more' ? next : await finish(services, key);
  } catch (error) {
    if (error instanceof RowRefused) return recordRowRefusal(services, key, error);
    if (line === undefined || attempt % triesForOneRow !== 0) throw error;
    await recordRowRefusal(services, key, new RowRefused(line, broken));
    throw error; // an error or an outage, not a refusal of the row
  } finally {
    if (filled) await releaseUnused(services, key, filled.file);
  }
}

const broken = refuse(
  'bulk-row-failed',
  'We couldn’t send this row because of an error in the service. Send it again in a separate file.',
);

async function sendRow(
  tx: Tx,
  services: BulkDeps,
  bulk: Bulk,
  row: StoredRow,
  filled: FileForUse | undefined,
): Promise<void> {
  const by = { accountId: bulk.accountId, userId: bulk.createdBy };
  const refusedNow = await lockMembership(tx, by, 'document.send', services);
  const begun = bulkOwner(bulk.startedFrom);
  const { keyId } = begun;
  const isOut = keyId !== undefined && (await isEnded(tx, { accountId: bulk.accountId, keyId }));
  if (isOut || refusedNow) throw new RowRefused(row.line, notPermitted);
  const sender = await findSender(tx, bulk);
  const owner = { ...by, ...begun, ...sender, through: startedThrough(bulk.startedBy, bulk.createdBy) };
  const { formats, roles } = bulk.snapshot;
  const placed = filled?.fields?.(bulk.snapshot.fields, roles) ?? bulk.snapshot.fields;
  if (isRefusal(placed)) throw new RowRefused(row.line, placed);
  const { stored: file = bulk.snapshot.file } = filled ?? {};
  const { defaults = {} } = bulk.snapshot;
  const snapshot = { ...bulk.snapshot, file, defaults, fields: fillFields(placed, row.values, formats) };
  const { reference = {} } = row;
  const people = row.people.map((person) => ({ sendEmail: true, ...person }));
  const { folderId = null } = bulk.snapshot;
  if (!(await holdFolder(tx, bulk.accountId, folderId)) || !(await mayFile(tx, bulk, folderId)))
    throw new RowRefused(row.line, folderNotFound);
  const use = {
    ...{ title: titleOfRow(snapshot, row), people, signingOrder: bulk.signingOrder, folderId, reference },
    settings: { metadata: reference.metadata },
  };
  const made = await createInTransaction(tx, services, owner, snapshot, use);
  if (isRefusal(made)) throw new RowRefused(row.line, made);
  const refused = await sendInTransaction(tx, services, owner, made.id, requestOf(bulk, row), 'wait');
  if (refused) throw new RowRefused(row.line, refused);
  await saveRow(tx, bulk, row.line, { documentId: made.id });
}

/** Returns true if the sender can still use the folder, which may have been made private since the start. */
async function mayFile(tx: Tx, bulk: Bulk, folderId: string | null): Promise<boolean> {
  if (folderId === null) return true;
  const { role } = await tx
    .selectFrom('users')
    .select('role')
    .where('account_id', '=', bulk.accountId)
    .where('id', '=', bulk.createdBy)
    .executeTakeFirstOrThrow();
  const reader = { accountId: bulk.accountId, userId: bulk.createdBy, role: role as MemberRole };
  return canUse(await readVisibility(tx, reader), folderId);
}

const notPermitted = refuse(
  'not-permitted',
  'The user, API key or app that started this send no longer has permission. Another member can resume it.',
);

function requestOf({ expirationDays }: Bulk, { message }: StoredRow): SendBody {
  // A row without a message uses the template's message.
  return { ...(message !== '' && { message }), expirationDays };
}

function recordRowRefusal(
  { db, clock }: BulkDeps,
  key: BulkKey,
  { line, refusal }: RowRefused,
): Promise<'over' | 'more'> {
  return inTransaction(db, async (tx) => {
    if (pauseBy(refusal.refused) === undefined) {
      await saveRow(tx, key, line, refusal);
      return 'more';
    }
    const bulk = await lockBulk(tx, key, 'change');
    if (bulk?.state !== 'running') return 'over';
    await saveBulk(tx, key, { state: 'paused', pausedBy: refusal.refused });
    await createBulkNotice(tx, bulk, clock());
    return 'over';
  });
}

/** Ends the bulk send if no row is waiting, which it checks again under the lock. */
function finish({ db, clock }: BulkDeps, key: BulkKey): Promise<'over' | 'more'> {
  return inTransaction(db, async (tx) => {
    const bulk = await lockBulk(tx, key, 'change');
    if (bulk?.state !== 'running') return 'over';
    const counts = await countRows(tx, key.accountId, [key.id]);
    if ((counts.get(key.id)?.waiting ?? 0) > 0) return 'more';
    const now = clock();
    await saveBulk(tx, key, { state: 'done', finishedAt: new Date(now) });
    await createBulkNotice(tx, bulk, now);
    return 'over';
  });
}
