import { newId } from '../../foundation/db/new-id.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { scheduleReleaseOf } from '../../records/stored-files/promise-release.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';
import { insertIdentityMail } from '../../accounts/identity-provider/identity-mail-store.ts';
import type { RunningJob } from '../../foundation/jobs/job-queue.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import type { ExportDeps } from './deps.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { exportAccount } from './export-account.ts';

/** Milliseconds for which an archive can be downloaded. */
const kept = 7 * 86_400_000;
/** Maximum number of progress updates. Each one writes to the database and notifies open pages. */
const maxProgressUpdates = 50;

type Which = { accountId: string; exportId: string };
type Asker = { accountId: string; userId: string; ip: string };

/** Queues an export of the account and returns its id. If one is running, returns that one's id. */
export async function requestExport(
  { db, jobs, clock }: Pick<ExportDeps, 'db' | 'jobs' | 'clock'>,
  { accountId, userId, ip }: Asker,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const id = newId(clock());
    const newRow = { account_id: accountId, id, requested_by: userId, requested_at: new Date(clock()) };
    const begun = await tx
      .insertInto('account_exports')
      .values(newRow)
      .onConflict((conflict) => conflict.columns(['account_id']).where('state', '=', 'making').doNothing())
      .executeTakeFirst();
    if (begun.numInsertedOrUpdatedRows !== 1n) {
      const making = tx.selectFrom('account_exports').select('id').where('state', '=', 'making');
      return (await making.where('account_id', '=', accountId).executeTakeFirstOrThrow()).id;
    }
    await recordAccountEvent(tx, accountId, { type: 'account_exported', userId, ip }, clock());
    await jobs.enqueue(tx, 'make-export', { accountId, exportId: id });
    return id;
  });
}

/**
 * Creates the archive and streams it to the store. The job may be killed midway and started again. Nothing
 * refers to a partial file, which is cleaned up later.
 */
export async function createExportFile(services: ExportDeps, which: Which, job: RunningJob): Promise<void> {
  if (!(await isMaking(services, which))) return;
  try {
    const made = await writeArchive(services, which, job);
    await inTransaction(services.db, async (tx) => {
      if (await job.isStillOurs(tx)) await keep(tx, services, which, made);
    });
  } catch (error) {
    if (job.isLastTry) await inTransaction(services.db, (tx) => giveUp(tx, services, which));
    throw error;
  }
}

async function isMaking({ db }: ExportDeps, { accountId, exportId }: Which): Promise<boolean> {
  const row = await db
    .selectFrom('account_exports')
    .select('state')
    .where('account_id', '=', accountId)
    .where('id', '=', exportId)
    .executeTakeFirst();
  return row?.state === 'making';
}

type Made = { sha256: string; size: number; missing: number };

async function writeArchive(services: ExportDeps, which: Which, { signal }: RunningJob): Promise<Made> {
  let size = 0;
  let missing = 0;
  let reported = -1;
  const follow = async (done: number, steps: number): Promise<void> => {
    const now = Math.floor((done * maxProgressUpdates) / steps);
    if (now === reported) return;
    reported = now;
    await setRow(services.db, which, { done, steps });
  };
  const archive = exportAccount(services, which.accountId, {
    follow,
    onMissing: () => void (missing += 1),
  });
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of archive as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted();
      size += chunk.length;
      yield chunk;
    }
  }
  return { sha256: await services.files.put(counted()), size, missing };
}

type Change = Partial<{ done: number; steps: number; state: string; missing: number }> & {
  sha256?: string | null;
  size?: number | null;
  ends_at?: Date | null;
};

async function setRow(
  db: Kysely<Schema> | Tx,
  { accountId, exportId }: Which,
  change: Change,
): Promise<void> {
  await db
    .updateTable('account_exports')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', exportId)
    .execute();
}

/** Marks the export as ready and removes the previous one. */
async function keep(tx: Tx, services: ExportDeps, which: Which, made: Made): Promise<void> {
  const { clock } = services;
  await remove(tx, services, { accountId: which.accountId });
  await setRow(tx, which, { ...made, state: 'ready', ends_at: new Date(clock() + kept) });
  await tell(tx, services, which, 'export-ready');
}

async function giveUp(tx: Tx, services: Watching, which: Which): Promise<void> {
  await setRow(tx, which, { state: 'failed' });
  await tell(tx, services, which, 'export-failed');
}

/** Notifies the member who requested it, if they still own the account. */
async function tell(
  tx: Tx,
  { jobs, clock }: Watching,
  { accountId, exportId }: Which,
  kind: 'export-ready' | 'export-failed',
): Promise<void> {
  const asker = await tx
    .selectFrom('account_exports')
    .innerJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'account_exports.account_id')
        .onRef('users.id', '=', 'requested_by'),
    )
    .select(['users.id', 'email', 'email_confirmed_at', 'first_name', 'last_name'])
    .where('account_exports.account_id', '=', accountId)
    .where('account_exports.id', '=', exportId)
    .where('removed_at', 'is', null)
    .where('role', '=', 'owner')
    .executeTakeFirst();
  if (!asker) return;
  const counted = { kind, address: asker.email, isConfirmed: asker.email_confirmed_at !== null };
  if ((await countUnsolicited(tx, counted, clock())) > 0) return;
  const to = { name: `${asker.first_name} ${asker.last_name}`.trim(), address: asker.email };
  const member = { accountId, userId: asker.id };
  const mailId = await insertIdentityMail(tx, { member, kind, to }, clock());
  await jobs.enqueue(tx, 'send-identity-mail', { mailId });
}

/** Removes finished archives: those of one account, or all expired ones. */
async function remove(
  tx: Tx,
  { jobs }: Pick<ExportDeps, 'jobs'>,
  which: { accountId: string } | { endedBefore: Date },
): Promise<void> {
  const rows = await tx
    .selectFrom('account_exports')
    .select(['account_id', 'id', 'sha256'])
    .where('state', '=', 'ready')
    .where((row) =>
      'accountId' in which
        ? row('account_id', '=', which.accountId)
        : row('ends_at', '<=', which.endedBefore),
    )
    .forUpdate()
    .execute();
  for (const { account_id: accountId, id: exportId, sha256 } of rows) {
    await setRow(tx, { accountId, exportId }, { state: 'removed', sha256: null, size: null });
    await scheduleReleaseOf(tx, jobs, accountId, [sha256!]);
  }
}

type Watching = Pick<ExportDeps, 'db' | 'jobs' | 'clock'>;

export async function removeEndedExports(services: Watching): Promise<void> {
  const now = services.clock();
  await inTransaction(services.db, async (tx) => {
    await remove(tx, services, { endedBefore: new Date(now) });
    await failStalledExports(tx, services, now);
  });
}

/** After this time, all attempts of a job have ended. */
const maxExportMs = 7 * 86_400_000;

/**
 * Fails exports whose last attempt was killed. Otherwise they would notify no one and block further requests.
 */
async function failStalledExports(tx: Tx, services: Watching, now: number): Promise<void> {
  const rows = await tx
    .selectFrom('account_exports')
    .select(['account_id as accountId', 'id as exportId'])
    .where('state', '=', 'making')
    .where('requested_at', '<=', new Date(now - maxExportMs))
    .forUpdate()
    .execute();
  for (const which of rows) await giveUp(tx, services, which);
}

export function watchExports(services: Watching): { stop(): Promise<void> } {
  return repeat({ name: 'archives', everyMs: 3_600_000, act: () => removeEndedExports(services) });
}
