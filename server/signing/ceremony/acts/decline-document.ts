import { decideDecline } from '#core/ceremony/act.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { findSender } from '../../../records/sender-store.ts';
import { inTransaction } from '../../../foundation/db/transaction.ts';
import { saveDocument, saveRecipient } from '../../../records/document-store.ts';
import { queueNews } from '../../../messages/mail/mail-store.ts';
import { appendEvents } from '../../../records/trail/append-event.ts';
import type { Ceremony, Visitor } from '../ceremony.ts';
import { asOpenDocument, lockCeremony, personalOf, viaOf, type Visit } from '../open-link.ts';
import type { Tx } from '../../../foundation/db/transaction.ts';
import type { CeremonyDeps } from '../deps.ts';

/** A recipient declines. The document ends, and everyone who was invited is notified. */
export async function declineDocument(
  services: CeremonyDeps,
  visit: Visit,
  reason: string,
  visitor: Visitor,
): Promise<Refusal | undefined> {
  return inTransaction(services.db, async (tx) => {
    const ceremony = await lockCeremony(tx, services, visit);
    if (isRefusal(ceremony)) return ceremony;
    const { whole, recipient } = ceremony;
    const now = services.clock();
    const next = decideDecline(asOpenDocument(whole), recipient, now);
    if (isRefusal(next)) return next;
    await saveDocument(tx, whole.document, { status: next.status, updated_at: new Date(now) });
    const change = { status: 'declined', acted_at: new Date(now), decline_reason: reason || null };
    await saveRecipient(tx, whole.document, recipient.id, change);
    await appendEvents(tx, visit, now, [
      {
        type: 'document_declined',
        actor: { kind: 'recipient', id: recipient.id },
        data: { linkId: visit.linkId, ...viaOf(visit) },
        personal: { ...personalOf(recipient, visitor), reason },
      },
    ]);
    await notifyOfDecline(tx, services, ceremony, now);
    const { accountId, documentId } = visit;
    await services.jobs.enqueue(tx, 'seal-ending', { accountId, documentId });
    return undefined;
  });
}

async function notifyOfDecline(
  tx: Tx,
  { jobs }: CeremonyDeps,
  { whole, owner }: Ceremony,
  now: number,
): Promise<void> {
  const { document } = whole;
  const recipients = whole.recipients.filter(
    ({ id, status }) => id !== owner.recipientId && status !== 'waiting',
  );
  await queueNews(
    tx,
    jobs,
    { document, kind: 'declined', recipients, sender: await findSender(tx, document) },
    now,
  );
}
