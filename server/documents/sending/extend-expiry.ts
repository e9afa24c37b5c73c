import {
  decideExtension,
  isDocumentAwaited,
  isSamePerson,
  reminderAfterWarning,
  warningTime,
} from '#core/document/manage.ts';
import { isInvitedByMail } from '#core/recipient/recipient.ts';
import { isRefusal, refuse, type Refusal } from '#core/refusal.ts';
import { findSender } from '../../records/sender-store.ts';
import { mailAboutLink } from '../invitations/invite.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { refuseMails } from '../../messages/mail/mail-limit-store.ts';
import { uniqueMailboxes, queueNews, hasMailFor } from '../../messages/mail/mail-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import type { Owner } from '../../records/owner.ts';
import {
  lockDocument,
  saveDocument,
  saveRecipient,
  type StoredDocument,
} from '../../records/document-store.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import { forEachDue, BATCH_SIZE } from './each-due.ts';
import { remindAgain } from './remind-recipients.ts';
import { byOwner } from '../../records/owner.ts';
import type { SendingDeps } from './deps.ts';
import { toManagedDocument, manage } from '../managed.ts';

/**
 * Extends the deadline to this many days from now. Recipients are warned again before the new deadline. If
 * the document had expired, the recipients it is waiting for get a reminder, and the others who were notified
 * of the expiry learn that it is open again.
 */
export function extendExpiry(
  services: SendingDeps,
  owner: Owner,
  id: string,
  days: number,
): Promise<WholeDocument | Refusal> {
  return manage(services, owner, id, async (tx, whole, now) => {
    const extended = decideExtension(toManagedDocument(whole), days, now);
    if (isRefusal(extended)) return extended;
    // An erased recipient can no longer be invited, and a new ending record would lack their data.
    if (whole.recipients.some(({ erasedAt }) => erasedAt)) return personErased;
    const expiresAt = new Date(extended.expiresAt);
    const reopened = extended.status !== whole.document.status;
    if (reopened) {
      const tooMany = await refuseMails(
        tx,
        owner.accountId,
        awaitedOf(whole).filter(isInvitedByMail),
        services,
      );
      if (tooMany) return tooMany;
    }
    await saveDocument(tx, whole.document, {
      status: extended.status,
      expires_at: expiresAt,
      warn_at: new Date(warningTime(now, extended.expiresAt)),
      updated_at: new Date(now),
      ...(reopened && { certificate_sha256: null, certificate_size: null }),
    });
    await appendEvents(tx, { accountId: owner.accountId, documentId: id }, now, [
      { type: 'expiry_extended', ...byOwner(owner), data: { expiresAt: expiresAt.toISOString(), reopened } },
    ]);
    if (reopened) {
      await remindAgain(tx, services, whole, awaitedOf(whole).filter(isInvitedByMail), owner);
      await notifyRecipients(tx, services, whole, now);
    }
    return undefined;
  });
}

/**
 * Notifies recipients who signed. They were notified of the expiry, and would assume that their signature is
 * void.
 */
async function notifyRecipients(
  tx: Tx,
  services: SendingDeps,
  whole: WholeDocument,
  now: number,
): Promise<void> {
  const { document } = whole;
  const reminded = awaitedOf(whole);
  const mailed: StoredRecipient[] = [];
  for (const one of whole.recipients) {
    if (reminded.some((other) => isSamePerson(other, one))) continue;
    const mailbox = { account_id: document.accountId, document_id: document.id, to_address: one.email };
    if (await hasMailFor(tx, mailbox, ['expired'])) mailed.push(one);
  }
  await queueNews(tx, services.jobs, { document, kind: 'extended', recipients: mailed, sender: null }, now);
}

/**
 * Warns the sender, and the recipients who can act, about documents that expire soon. Processes a few hundred
 * documents per run.
 */
export function warnBeforeExpiry(services: SendingDeps): Promise<void> {
  const read = (behind: string) =>
    services.db
      .selectFrom('documents')
      .select(['account_id', 'id'])
      .where('status', '=', 'sent')
      .where('deleted_at', 'is', null)
      .where('warn_at', '<=', new Date(services.clock()))
      .where('id', '>', behind)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
  return forEachDue(read, ({ account_id, id }) => warn(services, account_id, id));
}

async function warn(services: SendingDeps, accountId: string, id: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const whole = await lockDocument(tx, accountId, id);
    const now = services.clock();
    if (whole?.document.status !== 'sent' || !isDue(whole.document.warnAt, now)) return;
    const { document } = whole;
    const warned = await withSentInvitation(tx, document, awaitedOf(whole).filter(isInvitedByMail));
    await saveDocument(tx, document, { warn_at: null });
    for (const recipient of uniqueMailboxes(warned)) {
      await mailAboutLink(tx, services, document, recipient, 'expiring', now);
    }
    for (const { id: recipientId, remindAt } of warned) {
      if (remindAt === null) continue;
      const remind_at = new Date(reminderAfterWarning(remindAt.getTime(), now));
      await saveRecipient(tx, document, recipientId, { remind_at });
    }
    const sender = await findSender(tx, document);
    await queueNews(tx, services.jobs, { document, kind: 'expiring', recipients: [], sender }, now);
    await appendEvents(tx, { accountId, documentId: id }, now, [
      {
        type: 'expiry_warned',
        actor: { kind: 'system', id: null },
        data: { expiresAt: document.expiresAt?.toISOString() ?? null, recipients: warned.length },
      },
    ]);
  });
}

/**
 * Excludes recipients whose invitation is still queued. A warning must not overtake the invitation, which
 * also mentions the deadline (S-15).
 */
async function withSentInvitation(
  tx: Tx,
  { accountId, id }: Pick<StoredDocument, 'accountId' | 'id'>,
  people: readonly StoredRecipient[],
): Promise<StoredRecipient[]> {
  const heard: StoredRecipient[] = [];
  for (const one of people) {
    const mailbox = { account_id: accountId, document_id: id, to_address: one.email };
    if (await hasMailFor(tx, mailbox)) heard.push(one);
  }
  return heard;
}

function awaitedOf({ document, recipients }: WholeDocument): StoredRecipient[] {
  return recipients.filter((one) => isDocumentAwaited(document.signingOrder, recipients, one));
}

function isDue(at: Date | null, now: number): boolean {
  return at !== null && at.getTime() <= now;
}

const personErased = refuse(
  'person-erased',
  'A person was erased from this document, so it can’t continue. Create a new one.',
);
