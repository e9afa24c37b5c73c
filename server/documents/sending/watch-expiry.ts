import { forgetExpiredDrafts } from '../../records/ceremony-draft-store.ts';
import { eachByItself } from '../../jobs/each-by-itself.ts';
import { repeat } from '../../jobs/repeat.ts';
import type { Services } from '../../services.ts';
import { eachDue, portion } from './each-due.ts';
import { expireDocument } from './end-document.ts';
import { warnDue } from './extend-expiry.ts';
import { remindDue } from './remind-recipients.ts';

/** How long what was entered in an expired document waits for more time, in ms. */
const draftsKept = 30 * 86_400_000;

/** How often documents are looked at that the clock has something to do with, in ms. A link itself stops at the very moment. */
const interval = 30_000;

/**
 * Ends documents whose time is over, warns before that, and reminds by the senders' rules. What is due stands in
 * the database and survives a restart. Several instances may watch at once: each document is looked at again under
 * its lock, and who comes second finds it done.
 */
export function watchExpiry(services: Services): { stop(): Promise<void> } {
  return repeat({
    name: 'expiry',
    everyMs: interval,
    act: () => tendDue(services),
  });
}

/** All that is due now. Where one of it fails, the rest is done all the same. */
export function tendDue(services: Services): Promise<void> {
  const forget = ({ db, clock }: Services) => forgetExpiredDrafts(db, clock() - draftsKept);
  return eachByItself([expireDue, warnDue, remindDue, forget], (task) => task(services));
}

/** Expires what is due now, some hundred documents at a time. */
export function expireDue(services: Services): Promise<void> {
  const read = (behind: string) =>
    services.db
      .selectFrom('documents')
      .select(['account_id', 'id'])
      .where('status', '=', 'sent')
      .where('expires_at', '<=', new Date(services.clock()))
      .where('id', '>', behind)
      .orderBy('id')
      .limit(portion)
      .execute();
  return eachDue(read, ({ account_id, id }) => expireDocument(services, account_id, id));
}
