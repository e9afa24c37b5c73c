import { forgetExpiredDrafts } from '../../records/ceremony-draft-store.ts';
import { repeat } from '../../jobs/repeat.ts';
import type { Services } from '../../services.ts';
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
    act: async () => {
      await expireDue(services);
      await warnDue(services);
      await remindDue(services);
      await forgetExpiredDrafts(services.db, services.clock() - draftsKept);
    },
  });
}

/** Expires what is due now, a hundred documents at a time. */
export async function expireDue(services: Services): Promise<void> {
  const due = await services.db
    .selectFrom('documents')
    .select(['account_id', 'id'])
    .where('status', '=', 'sent')
    .where('expires_at', '<=', new Date(services.clock()))
    .orderBy('expires_at')
    .limit(100)
    .execute();
  const failed: unknown[] = [];
  for (const { account_id, id } of due) {
    // One document that cannot be ended must not keep the others open.
    await expireDocument(services, account_id, id).catch((error: unknown) => failed.push(error));
  }
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} of ${due.length} documents could not be ended`);
}
