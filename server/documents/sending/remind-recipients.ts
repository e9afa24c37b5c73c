import { afterInvitation, decideReminder, isAwaited, nextReminder } from '#core/document/manage.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { mailAboutLink } from '../../invitations/invite.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { refuseMails } from '../../mail/mail-limit-store.ts';
import { pausedFor } from '../../mail/hold-back.ts';
import { refuseByChoice } from '../../mail/mail-choice-store.ts';
import { onePerMailbox } from '../../mail/mail-store.ts';
import { waitingInvitation } from '../../mail/waiting-invitation.ts';
import { appendEvents } from '../../trail/append-event.ts';
import type { Owner } from '../../records/owner.ts';
import { lockDocument, saveRecipient } from '../../records/document-store.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document.ts';
import { byOwner } from '../../records/owner.ts';
import type { Services } from '../../services.ts';
import { asTended, manage, manageIn } from '../managed.ts';
import { eachDue, portion } from './each-due.ts';

/** Reminds everybody the document waits for, or those of them who are named; nobody twice within a day (S-15). */
export async function remindNow(
  services: Services,
  owner: Owner,
  id: string,
  only?: readonly string[],
): Promise<WholeDocument | Refusal> {
  return manage(services, owner, id, (tx, whole, now) => remindWhole(tx, services, owner, whole, now, only));
}

/** The same in a transaction of the caller's. */
export function remindInTransaction(
  tx: Tx,
  services: Services,
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
  services: Services,
  owner: Owner,
  whole: WholeDocument,
  now: number,
  only: readonly string[] | undefined,
): Promise<Refusal | undefined> {
  const all = whole.recipients.map((one) => ({ ...one, remindedAt: one.remindedAt?.getTime() ?? null }));
  const due = decideReminder(asTended(whole), all, now, only);
  if (isRefusal(due)) return due;
  const tooMany = await refuseMails(tx, owner.accountId, due, services);
  if (tooMany) return tooMany;
  const chosen = new Set(due.map((recipient) => recipient.id));
  const people = whole.recipients.filter((one) => chosen.has(one.id));
  await remindAgain(tx, services, whole, people, owner);
  return undefined;
}

/** Reminds these people by the owner's hand, whatever they have had before. */
export async function remindAgain(
  tx: Tx,
  services: Services,
  whole: WholeDocument,
  people: readonly StoredRecipient[],
  owner: Owner,
): Promise<void> {
  for (const recipient of people) await remind(tx, services, whole, recipient, owner);
  await mailReminders(tx, services, whole, people);
}

/** Sends the reminders that are due by the senders' rules, some hundred documents at a time. */
export function remindDue(services: Services): Promise<void> {
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
      .limit(portion)
      .execute();
  return eachDue(read, ({ account_id, id }) => remindByRule(services, account_id, id));
}

/**
 * Under the lock it is looked at again: who has acted meanwhile, or was just reminded by hand, is left alone. Nothing of the
 * rule is used up while the mail of the account is paused, nor for whoever was not invited yet (S-15).
 */
async function remindByRule(services: Services, accountId: string, id: string): Promise<void> {
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
      } else if (isAwaited(whole.document.signingOrder, whole.recipients, recipient)) {
        await remind(tx, services, whole, recipient);
        reminded.push(recipient);
      } else {
        await saveRecipient(tx, whole.document, recipient.id, { remind_at: null });
      }
    }
    await mailReminders(tx, services, whole, reminded);
  });
}

/** Somebody in two roles is reminded of both in one mail. */
async function mailReminders(
  tx: Tx,
  services: Services,
  { document }: WholeDocument,
  people: readonly StoredRecipient[],
): Promise<void> {
  for (const recipient of onePerMailbox(people))
    await mailAboutLink(tx, services, document, recipient, 'reminder', services.clock());
}

/** Notes one reminder. By hand it does not count against the rule, but the rule waits its days again. */
async function remind(
  tx: Tx,
  { clock }: Services,
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
