import { isSamePerson, nextReminder } from '#core/document/manage.ts';
import { isInvitedByMail, mustAct, type Recipient } from '#core/recipient/recipient.ts';
import type { Actor } from '#core/trail/event.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { saveRecipient, type StoredDocument } from '../../records/document-store.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import {
  lockMailCounts,
  nextMailSlot,
  type MailRules,
  type readMailLimits,
} from '../../messages/mail/mail-limit-store.ts';
import { uniqueMailboxes, queueMail, queueNews } from '../../messages/mail/mail-store.ts';
import { appendEvents } from '../../records/trail/append-event.ts';
import { removeAttachmentsOf } from '../../records/attachment-store.ts';
import { deleteCeremonyDrafts } from '../../records/ceremony-draft-store.ts';
import { endLinks, issueLink, newestLink } from '../../records/link-store.ts';
import { findSender } from '../../records/sender-store.ts';
import { scheduleReleaseOf } from '../../records/stored-files/promise-release.ts';

/** Required services: the job queue for emails, and the email limits for new accounts. */
type Mailing = { jobs: JobQueue } & Pick<MailRules, 'newAccountMails'>;
type Pace = Awaited<ReturnType<typeof readMailLimits>>;

/**
 * Milliseconds by which the email to a person who already has the page open is delayed. They need it only if
 * they leave without acting.
 */
const waitWhilePresent = 15 * 60_000;
type Sent = Pick<StoredDocument, 'accountId' | 'id' | 'createdBy' | 'reminderRule'>;

/**
 * Starts the turn of these recipients in the caller's transaction, with one signing link per recipient and
 * one email per mailbox. A person with two roles gets one email about the role with an action, which leads to
 * the other. The sender is notified of recipients whose link they deliver, unless the document is just being
 * sent. `pace` contains the account's limits that delay emails (S-15); without it, only the limit for
 * addresses with many emails from strangers applies. `present` is the address of a person who is already on
 * the page.
 */
export async function invite(
  tx: Tx,
  mailing: Mailing,
  document: Sent,
  recipients: readonly Recipient[],
  now: number,
  sending?: { pace: Pace | undefined; present?: string | undefined },
): Promise<void> {
  const mailed = recipients.filter(isInvitedByMail);
  await lockMailCounts(
    tx,
    document.accountId,
    mailed.map(({ email }) => email.toLowerCase()),
  );
  const written = new Set(uniqueMailboxes(mailed.sort(actingFirst)));
  for (const recipient of recipients) {
    const isMailed = isInvitedByMail(recipient);
    const remindAt = isMailed ? nextReminder(document.reminderRule, 0, now) : null;
    await saveRecipient(tx, document, recipient.id, {
      status: 'invited',
      invited_at: new Date(now),
      opened_at: null,
      reminded_at: null,
      reminders: 0,
      remind_at: remindAt === null ? null : new Date(remindAt),
    });
    if (!isMailed) {
      await recordLinkDue(tx, mailing, document, { recipient, isNoNews: sending !== undefined }, now);
      continue;
    }
    const linkId = await inviteByLink(tx, document, recipient, now);
    const isPresent = recipient.email.toLowerCase() === sending?.present?.toLowerCase();
    const invitation = { recipient, linkId, pace: sending?.pace, wait: isPresent ? waitWhilePresent : 0 };
    if (written.has(recipient)) await mailInvitation(tx, mailing, document, invitation, now);
  }
}

async function recordLinkDue(
  tx: Tx,
  { jobs }: Mailing,
  document: Sent,
  { recipient, isNoNews }: { recipient: Recipient; isNoNews: boolean },
  now: number,
): Promise<void> {
  const { id: recipientId, role, name, email } = recipient;
  const eventSeq = await appendEvents(tx, { accountId: document.accountId, documentId: document.id }, now, [
    {
      type: 'link_due',
      actor: { kind: 'system', id: null },
      data: { recipientId, role },
      personal: { recipient: name, recipientEmail: email },
      isNoNews,
    },
  ]);
  if (isNoNews) return;
  const sender = await findSender(tx, document);
  await queueNews(tx, jobs, { document, kind: 'link-due', recipients: [], sender, eventSeq }, now);
}

function actingFirst(one: Recipient, other: Recipient): number {
  return Number(mustAct(other)) - Number(mustAct(one));
}

/**
 * Invites the person who takes over a recipient's part. Nothing of the previous person is passed on: their
 * links and emailed code end (S-10), entered values and failed code attempts are deleted, and consent to
 * electronic records is requested again. Delegating does not grant more attempts, because it requires the
 * codes first (S-12).
 */
export async function inviteInstead(
  tx: Tx,
  mailing: Mailing,
  document: Sent,
  recipient: Recipient,
  now: number,
): Promise<void> {
  const owner = { accountId: document.accountId, documentId: document.id, recipientId: recipient.id };
  await endLinks(tx, owner, now);
  await deleteCeremonyDrafts(tx, owner);
  // The previous person's passport copy, for example, must not become part of the next person's signature.
  const files = await removeAttachmentsOf(tx, owner);
  if (files.length > 0) await scheduleReleaseOf(tx, mailing.jobs, owner.accountId, files);
  const noTries = { access_code_tries: 0, mail_code_tries: 0, mail_code_wrong: 0 };
  const withoutMailCode = { mail_code_nonce: null, mail_code_at: null, ...noTries };
  await saveRecipient(tx, document, recipient.id, { ...withoutMailCode, consent_withdrawn_at: null });
  await invite(tx, mailing, document, [recipient], now);
}

/**
 * If two parts shared one mailbox, a single email led to both. When one part goes to another person, the
 * remaining one gets its own email. `recipients` are the recipients before the change.
 */
export async function sendRemainingInvitations(
  tx: Tx,
  mailing: Mailing,
  document: Document,
  { recipients, left }: { recipients: readonly Recipient[]; left: Recipient },
  now: number,
): Promise<void> {
  const asked: ReadonlySet<string> = new Set(['invited', 'opened']);
  const own = recipients.filter(
    (one) => one.id !== left.id && isInvitedByMail(one) && isSamePerson(one, left) && asked.has(one.status),
  );
  for (const recipient of own.sort(actingFirst)) {
    const mailed = await tx
      .selectFrom('mails')
      .select('id')
      .where('account_id', '=', document.accountId)
      .where('recipient_id', '=', recipient.id)
      .where('kind', 'in', ['invitation', 'reminder'])
      .limit(1)
      .executeTakeFirst();
    if (mailed) return;
  }
  const [next] = own;
  if (next) await mailLink(tx, mailing, document, next, now);
}

/** Emails a new link. The recipient's progress is kept. */
export async function mailLink(
  tx: Tx,
  mailing: Mailing,
  document: Document,
  recipient: Recipient,
  now: number,
  by?: By,
): Promise<void> {
  const linkId = await inviteByLink(tx, document, recipient, now, by);
  await mailInvitation(tx, mailing, document, { recipient, linkId }, now);
}

type Document = Pick<StoredDocument, 'accountId' | 'id'>;

/** Actor and origin of a change; empty for an automatic action. */
type By = { actor: Actor; personal: Record<string, string> };

async function inviteByLink(
  tx: Tx,
  document: Document,
  recipient: Recipient,
  now: number,
  by: By = { actor: { kind: 'system', id: null }, personal: {} },
): Promise<string> {
  const key = { accountId: document.accountId, documentId: document.id };
  const linkId = await issueLink(tx, { ...key, recipientId: recipient.id }, now);
  await saveRecipient(tx, document, recipient.id, { delivery: 'queued', delivery_reply: null });
  await appendEvents(tx, key, now, [
    {
      type: 'invitation_issued',
      actor: by.actor,
      data: { recipientId: recipient.id, role: recipient.role, linkId },
      personal: { ...by.personal, recipient: recipient.name, recipientEmail: recipient.email },
    },
  ]);
  return linkId;
}

async function mailInvitation(
  tx: Tx,
  mailing: Mailing,
  { accountId, id }: Document,
  {
    recipient,
    linkId,
    pace,
    wait = 0,
  }: { recipient: Recipient; linkId: string; pace?: Pace | undefined; wait?: number },
  now: number,
): Promise<void> {
  const to = { name: recipient.name, address: recipient.email };
  const slot = await nextMailSlot(tx, { accountId, address: to.address, limits: pace }, mailing, now);
  const dueAt = Math.max(slot, now + wait);
  const owner = { accountId, documentId: id, recipientId: recipient.id };
  await queueMail(tx, mailing.jobs, { ...owner, kind: 'invitation', to, linkId, dueAt }, now);
}

/** Queues an email with the link of an existing invitation. */
export async function mailAboutLink(
  tx: Tx,
  mailing: Mailing,
  document: Pick<StoredDocument, 'accountId' | 'id'>,
  recipient: Recipient,
  kind: 'reminder' | 'expiring',
  now: number,
): Promise<void> {
  const owner = { accountId: document.accountId, documentId: document.id, recipientId: recipient.id };
  const linkId = (await newestLink(tx, owner)) ?? (await issueLink(tx, owner, now));
  const to = { name: recipient.name, address: recipient.email };
  const dueAt =
    kind === 'reminder' ? await nextMailSlot(tx, { ...owner, address: to.address }, mailing, now) : now;
  await queueMail(tx, mailing.jobs, { ...owner, kind, to, linkId, dueAt }, now);
}
