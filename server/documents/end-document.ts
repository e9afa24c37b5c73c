import { advance } from '#core/document/lifecycle.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { queueMail, type MailKind } from '../notifications/mail-store.ts';
import { appendEvents } from '../trail/append-event.ts';
import { findSender, type Sender } from '../accounts/sender-store.ts';
import { uncountUpload } from '../accounts/usage-store.ts';
import type { DocumentServices, Owner } from './document-services.ts';
import { findDocument, lockDocument, saveDocument } from './document-store.ts';
import type { WholeDocument } from './document.ts';
import { notFound } from './edit-draft.ts';

/** Ends a document that is out for signature; everybody who was asked is told why. */
export async function voidDocument(
  services: DocumentServices,
  owner: Owner,
  id: string,
  reason: string,
): Promise<WholeDocument | Refusal> {
  const why = reason.trim();
  if (why === '')
    return refuse('reason-missing', 'Say why you void this document; its recipients will read it.');
  const refused = await inTransaction(services.db, async (tx) => {
    const whole = await lockDocument(tx, owner.accountId, id);
    if (!whole) return notFound;
    const next = advance(whole.document.status, 'void');
    if (isRefusal(next)) return next;
    const now = services.clock();
    await saveDocument(tx, whole.document, { status: next.status, updated_at: new Date(now) });
    await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
      {
        type: 'document_voided',
        actor: { kind: 'user', id: owner.userId },
        personal: { actor: owner.name, actorEmail: owner.email, reason: why },
      },
    ]);
    await tellEverybody(tx, services, whole, 'voided', now);
    return undefined;
  });
  return refused ?? (await findDocument(services.db, owner.accountId, id)) ?? notFound;
}

/** Ends a document whose time is over. Safe to repeat: one that has moved on is left alone. */
export async function expireDocument(
  services: DocumentServices,
  accountId: string,
  id: string,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const whole = await lockDocument(tx, accountId, id);
    const now = services.clock();
    if (!whole || whole.document.status !== 'sent') return;
    if (whole.document.expiresAt === null || whole.document.expiresAt.getTime() > now) return;
    const next = advance(whole.document.status, 'expire');
    if (isRefusal(next)) return;
    await saveDocument(tx, whole.document, { status: next.status, updated_at: new Date(now) });
    await appendEvents(tx, { accountId, documentId: id }, now, [
      { type: 'document_expired', actor: { kind: 'system', id: null } },
    ]);
    await tellEverybody(tx, services, whole, 'expired', now, await findSender(tx, whole.document));
  });
}

/** Moves a document to the bin. A draft stops counting against the plan; one out for signature is voided first. */
export async function removeDocument(
  services: DocumentServices,
  owner: Owner,
  id: string,
): Promise<Refusal | undefined> {
  return inTransaction(services.db, async (tx) => {
    const whole = await lockDocument(tx, owner.accountId, id);
    if (!whole) return notFound;
    const allowed = advance(whole.document.status, 'remove');
    if (isRefusal(allowed)) return allowed;
    await saveDocument(tx, whole.document, { deleted_at: new Date(services.clock()) });
    if (whole.document.status === 'draft') await uncountUpload(tx, owner.accountId, whole.document.createdAt);
    return undefined;
  });
}

async function tellEverybody(
  tx: Tx,
  { jobs }: DocumentServices,
  { document, recipients }: WholeDocument,
  kind: MailKind,
  now: number,
  sender?: Sender,
): Promise<void> {
  const key = { accountId: document.accountId, documentId: document.id, kind };
  for (const recipient of recipients.filter(({ status }) => status !== 'waiting')) {
    const to = { name: recipient.name, address: recipient.email };
    await queueMail(tx, jobs, { ...key, recipientId: recipient.id, to }, now);
  }
  if (!sender) return;
  const to = { name: sender.name, address: sender.email };
  await queueMail(tx, jobs, { ...key, recipientId: null, to }, now);
}
