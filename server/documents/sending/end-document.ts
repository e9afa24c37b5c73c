import { decideVoid } from '#core/document/decide-void.ts';
import { advance } from '#core/document/lifecycle.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { queueNews } from '../../messages/mail/mail-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { inTransactionOf } from '../../records/member.ts';
import { findSender } from '../../records/sender-store.ts';
import type { Owner } from '../../records/owner.ts';
import { findDocument, lockDocument, saveDocument } from '../../records/document-store.ts';
import { recipientsWithLinks } from '../../records/link-store.ts';
import { byOwner } from '../../records/owner.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import { notFound } from '../draft/edit-draft.ts';
import type { SendingDeps } from './deps.ts';

export const reasonMissing = refuse(
  'reason-missing',
  'Say why you’re voiding this document. Its recipients will see the reason.',
);

/** Voids a document that is out for signature, and emails the reason to everyone who was invited. */
export async function voidDocument(
  services: SendingDeps,
  owner: Owner,
  id: string,
  reason: string,
): Promise<WholeDocument | Refusal> {
  const refused = await inTransactionOf(services, owner, 'document.manage', (tx) =>
    voidInTransaction(tx, services, owner, id, reason),
  );
  return refused ?? (await findDocument(services.db, owner.accountId, id)) ?? notFound;
}

/**
 * Like `voidDocument`, within the caller's transaction. The caller checks permissions, because an account
 * that is being closed may no longer have members.
 */
export async function voidInTransaction(
  tx: Tx,
  services: Pick<SendingDeps, 'jobs' | 'clock'>,
  owner: Owner,
  id: string,
  reason: string,
): Promise<Refusal | undefined> {
  const why = reason.trim();
  if (why === '') return reasonMissing;
  const whole = await lockDocument(tx, owner.accountId, id);
  if (!whole) return notFound;
  const now = services.clock();
  const next = decideVoid(whole.document, now);
  if (isRefusal(next)) return next;
  await saveDocument(tx, whole.document, {
    status: next.status,
    seal_problem: null,
    updated_at: new Date(now),
  });
  const { actor, personal } = byOwner(owner);
  await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
    {
      type: 'document_voided',
      actor,
      personal: { ...personal, reason: why },
    },
  ]);
  const { document, recipients } = whole;
  const news = { document, kind: 'voided' as const, recipients: invitedRecipients(recipients), sender: null };
  await queueNews(tx, services.jobs, news, now);
  await services.jobs.enqueue(tx, 'seal-ending', { accountId: owner.accountId, documentId: id });
  return undefined;
}

/** Expires a document. Does nothing if its status has changed, so it is idempotent. */
export async function expireDocument(services: SendingDeps, accountId: string, id: string): Promise<void> {
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
    const { document, recipients } = whole;
    const sender = await findSender(tx, document);
    // Recipients of an imported document may have signed it on the other installation, so only those with a
    // link from this installation are notified.
    const here = await recipientsWithLinks(tx, { accountId, documentId: id });
    const asked = invitedRecipients(recipients).filter((one) => here.has(one.id));
    const news = { document, kind: 'expired' as const, recipients: asked, sender };
    await queueNews(tx, services.jobs, news, now);
    await services.jobs.enqueue(tx, 'seal-ending', { accountId, documentId: id });
  });
}

/**
 * Returns the recipients who were invited. Those still waiting for their turn never received an email about
 * the document.
 */
function invitedRecipients(recipients: readonly StoredRecipient[]): StoredRecipient[] {
  return recipients.filter(({ status }) => status !== 'waiting');
}
