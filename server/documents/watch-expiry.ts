import type { DocumentServices } from './document-services.ts';
import { expireDocument } from './end-document.ts';

/** How often documents are looked at whose time may be over, in ms. A link itself stops at the very moment. */
const interval = 30_000;

/**
 * Ends documents whose time is over. Several instances may watch at once: each document is ended under its
 * lock, and who comes second finds it ended.
 */
export function watchExpiry(services: DocumentServices): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const tick = (): void => {
    running = running
      .then(() => expireDue(services))
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
