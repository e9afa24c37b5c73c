import { afterInvitation, decideReminder, isDocumentAwaited, nextReminder } from '#core/document/manage.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { mailAboutLink } from '../invitations/invite.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { refuseMails } from '../../messages/mail/mail-limit-store.ts';
import { pausedFor } from '../../messages/mail/defer-mail.ts';
import { refuseByChoice } from '../../records/mail-choice-store.ts';
import { uniqueMailboxes } from '../../messages/mail/mail-store.ts';
import { waitingInvitation } from '../../messages/mail/waiting-invitation.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import type { Owner } from '../../records/owner.ts';
import { lockDocument, saveRecipient } from '../../records/document-store.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import { byOwner } from '../../records/owner.ts';
import type { SendingDeps } from './deps.ts';
import { toManagedDocument, manage, manageIn } from '../managed.ts';
import { forEachDue, BATCH_SIZE } from './each-due.ts';

/** Reminds all recipients who can act, or only the given ones, each at most once a day (S-15). */
export async function remindNow(
  services: SendingDeps,
  owner: Owner,
  id: string,
  only?: readonly string[],
): Promise<WholeDocument | Refusal> {
  return manage(services, owner, id, (tx, whole, now) => remindWhole(tx, services, owner, whole, now, only));
}

/** Like `remindNow`, within the caller's transaction. */
export function remindInTransaction(
  tx: Tx,
  services: Pick<SendingDeps, 'jobs' | 'clock' | 'plans' | 'newAccountMails'>,
  owner: Owner,
  id: string,
  only?: readonly string[],
): Promise<Refusal | undefined> {
  return manageIn(tx, services, owner, id, (_tx, whole, now) =>
    remindWhole(tx, services, owner, whole, now, only),
  );
}

async function remindWhole(
  tx: Tx,
  services: Pick<SendingDeps, 'jobs' | 'clock' | 'plans' | 'newAccountMails'>,
  owner: Owner,
  whole: WholeDocument,
  now: number,
  only: readonly string[] | undefined,
): Promise<Refusal | undefined> {
  const all = whole.recipients.map((one) => ({ ...one, remindedAt: one.remindedAt?.getTime() ?? null }));
  const due = decideReminder(toManagedDocument(whole), all, now, only);
  if (isRefusal(due)) return due;
  const tooMany = await refuseMails(tx, owner.accountId, due, services);
  if (tooMany) return tooMany;
  const chosen = new Set(due.map((recipient) => recipient.id));
  const people = whole.recipients.filter((one) => chosen.has(one.id));
  await remindAgain(tx, services, whole, people, owner);
  return undefined;
}

/** Reminds these recipients at the owner's request, regardless of earlier reminders. */
export async function remindAgain(
  tx: Tx,
  services: Pick<SendingDeps, 'jobs' | 'clock' | 'newAccountMails'>,
  whole: WholeDocument,
  people: readonly StoredRecipient[],
  owner: Owner,
): Promise<void> {
  for (const recipient of people) await remind(tx, services, whole, recipient, owner);
  await mailReminders(tx, services, whole, people);
}

/** Sends due automatic reminders, for a few hundred documents per run. */
export function remindDue(services: SendingDeps): Promise<void> {
  const read = (behind: string) =>
    services.db
      .selectFrom('recipients')
      .innerJoin('documents', (join) =>
        join
          .onRef('documents.account_id', '=', 'recipients.account_id')
          .onRef('documents.id', '=', 'recipients.document_id'),
      )
      .select(['documents.account_id', 'documents.id'])
      .distinct()
      .where('documents.status', '=', 'sent')
      .where('documents.deleted_at', 'is', null)
      .where('recipients.remind_at', '<=', new Date(services.clock()))
      .where('documents.id', '>', behind)
      .orderBy('documents.id')
      .limit(BATCH_SIZE)
      .execute();
  return forEachDue(read, ({ account_id, id }) => remindByRule(services, account_id, id));
}

/**
 * Checks the rule again under the lock, and skips recipients who have acted or were just reminded manually.
 * While the account's mail is paused or the invitation is still queued, a reminder is postponed instead of
 * used up (S-15).
 */
async function remindByRule(services: SendingDeps, accountId: string, id: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const whole = await lockDocument(tx, accountId, id);
    if (whole?.document.status !== 'sent') return;
    const now = services.clock();
    const reminded: StoredRecipient[] = [];
    const paused = await refuseByChoice(tx, accountId, [], now);
    const putOff = (recipient: StoredRecipient, at: number) =>
      saveRecipient(tx, whole.document, recipient.id, { remind_at: new Date(at) });
    for (const recipient of whole.recipients) {
      if (recipient.remindAt === null || recipient.remindAt.getTime() > now) continue;
      const invitedAt = await waitingInvitation(tx, whole.document, recipient.email);
      if (paused) {
        await putOff(recipient, now + pausedFor);
      } else if (invitedAt !== undefined) {
        await putOff(recipient, afterInvitation(whole.document.reminderRule, Math.max(invitedAt, now)));
      } else if (isDocumentAwaited(whole.document.signingOrder, whole.recipients, recipient)) {
        await remind(tx, services, whole, recipient);
        reminded.push(recipient);
      } else {
        await saveRecipient(tx, whole.document, recipient.id, { remind_at: null });
      }
    }
    await mailReminders(tx, services, whole, reminded);
  });
}

/** Sends one email per mailbox, even to a person with two roles. */
async function mailReminders(
  tx: Tx,
  services: Pick<SendingDeps, 'jobs' | 'clock' | 'newAccountMails'>,
  { document }: WholeDocument,
  people: readonly StoredRecipient[],
): Promise<void> {
  for (const recipient of uniqueMailboxes(people))
    await mailAboutLink(tx, services, document, recipient, 'reminder', services.clock());
}

/** Records a reminder. A manual reminder does not count toward the rule, but restarts its interval. */
async function remind(
  tx: Tx,
  { clock }: Pick<SendingDeps, 'clock'>,
  { document }: WholeDocument,
  recipient: StoredRecipient,
  by?: Owner,
): Promise<void> {
  const now = clock();
  const reminders = recipient.reminders + (by ? 0 : 1);
  const next = recipient.remindAt === null ? null : nextReminder(document.reminderRule, reminders, now);
  await saveRecipient(tx, document, recipient.id, {
    reminded_at: new Date(now),
    reminders,
    remind_at: next === null ? null : new Date(next),
  });
  await appendEvents(tx, { accountId: document.accountId, documentId: document.id }, now, [
    {
      type: 'reminder_issued',
      actor: by ? byOwner(by).actor : { kind: 'system', id: null },
      data: { recipientId: recipient.id, byRule: by === undefined, number: reminders },
      personal: {
        recipient: recipient.name,
        recipientEmail: recipient.email,
        ...(by && byOwner(by).personal),
      },
    },
  ]);
}
