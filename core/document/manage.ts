import { hasActed, isInvitedByMail, mustAct, type Recipient } from '../recipient/recipient.ts';
import { isTheirTurn, type SigningOrder } from '../recipient/turn.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { advance, type DocumentState } from './lifecycle.ts';
import { nameProblem, refuseName } from '../person/name.ts';
import { mailAddress } from '../recipient/mail-address.ts';
import { expirationDays, type ReminderRule } from './sending-terms.ts';

/**
 * Actions of the sender on a document that is out for signature. Each decision first checks the life cycle.
 * Times are ms UTC.
 */
export type ManagedDocument = {
  status: DocumentState;
  signingOrder: SigningOrder;
  expiresAt: number | null;
};

/** `remindedAt` is the time of the last manual or automatic reminder; null if there was none. */
export type Remindable = Recipient & { remindedAt: number | null };

const day = 86_400_000;
/** Minimum time in ms between two reminders to a recipient, whether automatic or manual (S-15). */
const reminderGap = day;

/**
 * Returns the recipients to remind now. Refuses if the document is not waiting for anyone, or if everyone was
 * reminded recently.
 */
export function decideReminder<Person extends Remindable>(
  document: ManagedDocument,
  recipients: readonly Person[],
  now: number,
  only?: readonly string[],
): Person[] | Refusal {
  const managed = advance(document.status, 'manage');
  if (isRefusal(managed)) return managed;
  const chosen = recipients.filter((one) => isInvitedByMail(one) && (!only || only.includes(one.id)));
  const awaited = chosen.filter((recipient) =>
    isDocumentAwaited(document.signingOrder, recipients, recipient),
  );
  if (awaited.length === 0) {
    return refuse(
      'no-one-to-remind',
      'The document is not waiting for anyone who gets emails, so there is no one to remind.',
    );
  }
  const due = awaited.filter(({ remindedAt }) => remindedAt === null || remindedAt + reminderGap <= now);
  return due.length > 0
    ? due
    : refuse('reminder-too-soon', 'They were reminded within the last 24 hours. Try again tomorrow.');
}

/**
 * Returns true if the document is waiting for this recipient: they have been invited and can act, but have not
 * acted and do not sign on paper.
 */
export function isDocumentAwaited(
  order: SigningOrder,
  recipients: readonly Recipient[],
  recipient: Recipient,
): boolean {
  const isInvited = recipient.status === 'invited' || recipient.status === 'opened';
  return isInvited && mustAct(recipient) && isTheirTurn(order, recipients, recipient);
}

/**
 * Returns the new deadline, the given number of days from now, and the resulting status. An expired document
 * becomes pending again. The new deadline is never earlier than the previous one.
 */
export function decideExtension(
  document: ManagedDocument,
  days: number,
  now: number,
): { status: DocumentState; expiresAt: number } | Refusal {
  const next = advance(document.status, 'extend');
  if (isRefusal(next)) return next;
  if (!Number.isInteger(days) || days < expirationDays.least || days > expirationDays.most) {
    return refuse('expiration-invalid', 'The expiration must be a whole number of days from 1 to 365.');
  }
  const expiresAt = now + days * day;
  return document.expiresAt !== null && expiresAt <= document.expiresAt
    ? refuse('expiration-invalid', 'The new expiration must be later than the current one. Choose more days.')
    : { status: next.status, expiresAt };
}

/**
 * Returns when to warn recipients (ms UTC): three days before the deadline, or halfway to it if less than six
 * days remain.
 */
export function warningTime(now: number, expiresAt: number): number {
  return Math.max(expiresAt - 3 * day, now + (expiresAt - now) / 2);
}

/**
 * Returns when the next automatic reminder is due, or null if there are none left or automatic reminders are
 * off.
 */
export function nextReminder(rule: ReminderRule, reminded: number, now: number): number | null {
  return rule && reminded < rule.most ? now + rule.everyDays * day : null;
}

/**
 * Returns when a recipient who is invited later gets the first reminder. If the rule has been removed by then,
 * this is when the next check runs, a day later.
 */
export function afterInvitation(rule: ReminderRule, invitedAt: number): number {
  return invitedAt + (rule?.everyDays ?? 1) * day;
}

/**
 * Returns when the next automatic reminder is due after an expiry warning sent now. It is never on the same day
 * (S-15).
 */
export function reminderAfterWarning(remindAt: number, now: number): number {
  return Math.max(remindAt, now + reminderGap);
}

/** Returns a recipient of a sent document whom the sender can still correct, email again or give a code. */
export function decideOnRecipient<Person extends Recipient>(
  document: ManagedDocument,
  recipients: readonly Person[],
  id: string,
): Person | Refusal {
  const managed = advance(document.status, 'manage');
  if (isRefusal(managed)) return managed;
  const recipient = recipients.find((one) => one.id === id);
  if (!recipient) return refuse('recipient-not-found', 'This document has no such recipient.');
  return hasActed(recipient)
    ? refuse('recipient-has-acted', 'This recipient has already acted, and that can’t be changed.')
    : recipient;
}

/**
 * Returns a recipient whose signing link the sender can copy now to deliver it. The recipient must have been
 * asked to sign, approve or view, and must not have acted.
 */
export function decideLink<Person extends Recipient>(
  document: ManagedDocument,
  recipients: readonly Person[],
  id: string,
): Person | Refusal {
  const recipient = decideOnRecipient(document, recipients, id);
  if (isRefusal(recipient)) return recipient;
  return recipient.status === 'waiting'
    ? refuse('not-your-turn', 'It is not this recipient’s turn yet. You can get the link once it is.')
    : recipient;
}

/** In these states, the code protects the sealed copy or the record of how signing ended. */
const over: ReadonlySet<DocumentState> = new Set(['completed', 'declined', 'voided', 'expired']);

/**
 * Returns a recipient whose access code the sender can change. While the document is pending, these are
 * recipients who have not acted. After that, all recipients.
 */
export function decideOnCode<Person extends Recipient>(
  document: ManagedDocument,
  recipients: readonly Person[],
  id: string,
): Person | Refusal {
  const reader = recipients.find((one) => one.id === id);
  return over.has(document.status) && reader ? reader : decideOnRecipient(document, recipients, id);
}

/** Maximum number of times that one part can be delegated, so that the chain remains traceable. */
export const MAX_DELEGATIONS = 5;

export function decideDelegation(passedOn: number): Refusal | undefined {
  return passedOn < MAX_DELEGATIONS
    ? undefined
    : refuse(
        'delegation-limit-reached',
        `This document has already been delegated ${MAX_DELEGATIONS} times. Ask the sender to name the right person.`,
        { times: MAX_DELEGATIONS },
      );
}

/**
 * Returns the name and address in the form that is emailed and printed, or a refusal. A recipient whose link the
 * sender delivers needs no address.
 */
export function readPerson(
  input: { name: string; email: string },
  { sendEmail = true }: Pick<Recipient, 'sendEmail'> = {},
): { name: string; email: string } | Refusal {
  const needsNone = !sendEmail && input.email.trim() === '';
  const [name, email] = [input.name.trim(), needsNone ? '' : mailAddress(input.email)];
  if (email === undefined) {
    return refuse(
      'recipient-address-invalid',
      `‘${input.email.trim().slice(0, 80)}’ is not an email address. Check it.`,
    );
  }
  const problem = nameProblem(name);
  return problem
    ? refuseName('recipient-name-invalid', `The name of ${email || 'a recipient'}`, problem)
    : { name, email };
}

/**
 * Returns true if two recipients have the same email address and therefore count as the same person. Recipients
 * without an address never do.
 */
export function isSamePerson(a: Pick<Recipient, 'email'>, b: Pick<Recipient, 'email'>): boolean {
  return a.email !== '' && a.email.toLowerCase() === b.email.toLowerCase();
}
