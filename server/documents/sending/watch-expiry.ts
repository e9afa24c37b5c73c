import { deleteExpiredDrafts } from '../../records/ceremony-draft-store.ts';
import { runEach } from '../../foundation/jobs/run-for-each.ts';
import { repeat } from '../../foundation/jobs/repeat.ts';
import type { SendingDeps } from './deps.ts';
import { forEachDue, BATCH_SIZE } from './each-due.ts';
import { expireDocument } from './end-document.ts';
import { warnBeforeExpiry } from './extend-expiry.ts';
import { remindDue } from './remind-recipients.ts';

/** Milliseconds for which draft entries of an expired document are kept in case it is extended. */
const draftsKept = 30 * 86_400_000;

/** Milliseconds between runs. A signing link stops working exactly at the deadline. */
const interval = 30_000;

/**
 * Expires documents, warns before deadlines and sends automatic reminders. Due times are stored in the
 * database, so they survive a restart. Several instances may run this concurrently, because each document is
 * checked again under its lock.
 */
export function watchExpiry(services: SendingDeps): { stop(): Promise<void> } {
  return repeat({
    name: 'expiry',
    everyMs: interval,
    act: () => expireAndRemindDue(services),
  });
}

/** Runs all due tasks. A failure of one does not stop the others. */
export function expireAndRemindDue(services: SendingDeps): Promise<void> {
  const forget = ({ db, clock }: SendingDeps) => deleteExpiredDrafts(db, clock() - draftsKept);
  return runEach([expireDue, warnBeforeExpiry, remindDue, forget], (task) => task(services));
}

/** Expires due documents, a few hundred per run. */
export function expireDue(services: SendingDeps): Promise<void> {
  const read = (behind: string) =>
    services.db
      .selectFrom('documents')
      .select(['account_id', 'id'])
      .where('status', '=', 'sent')
      .where('expires_at', '<=', new Date(services.clock()))
      .where('id', '>', behind)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
  return forEachDue(read, ({ account_id, id }) => expireDocument(services, account_id, id));
}
