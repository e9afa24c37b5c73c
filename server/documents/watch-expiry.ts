import { forgetExpiredDrafts } from '../ceremony/draft-store.ts';
import type { DocumentServices } from './document-services.ts';
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
export function watchExpiry(services: DocumentServices): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const tick = (): void => {
    running = running
      .then(() => expireDue(services))
      .then(() => warnDue(services))
      .then(() => remindDue(services))
      .then(() => forgetExpiredDrafts(services.db, services.clock() - draftsKept))
      .catch((error: unknown) => {
        process.stderr.write(`expiry: ${error instanceof Error ? error.message : String(error)}\n`);
      });
  };
  const timer = setInterval(tick, interval);
  timer.unref();
  tick();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

/** Expires what is due now, a hundred documents at a time. */
export async function expireDue(services: DocumentServices): Promise<void> {
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
