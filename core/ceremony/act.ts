import type { SigningDay } from '../field/values/date-text.ts';
import { fillFields, type Filled } from '../field/fill.ts';
import type { Recipient } from '../recipient/recipient.ts';
import { allDone, dueForInvitation } from '../recipient/turn.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { checkCeremony } from './checks.ts';
import { advance, type DocumentState } from '../document/lifecycle.ts';
import type { Act, OpenDocument } from './open-document.ts';

export type Signing = {
  status: DocumentState;
  recipientStatus: 'signed' | 'approved';
  /** Values after the action for each of the recipient's fields. Signature and initials fields have no text. */
  values: Filled[];
  /** Recipients to invite because it is now their turn. */
  invite: Recipient[];
  /** True if this was the last recipient, so that the document can be sealed. */
  last: boolean;
};

/**
 * Decides whether a recipient can sign or approve. Date fields print `today` (T-10). If the signer's page showed
 * a different day, they have to confirm again, so that they never sign a date that they did not see.
 */
export function decideSigning(
  document: OpenDocument,
  recipient: Recipient,
  act: Act,
  now: number,
  today: SigningDay,
): Signing | Refusal {
  const refused = checkCeremony('sign', { document, recipient, act, now });
  if (refused) return refused;
  const own = document.fields.filter((field) => field.recipientId === recipient.id);
  const { name, email } = recipient;
  const values = fillFields(own, { ...act, person: { name, email } }, today);
  if (isRefusal(values)) return values;
  const prints = new Set(values.map(({ fieldId }) => fieldId));
  const dated = own.some(({ id, type }) => type === 'date' && prints.has(id));
  if (dated && act.signingDay !== undefined && act.signingDay !== today.day) return dayChanged(today);

  const recipientStatus = recipient.role === 'approver' ? 'approved' : 'signed';
  const recipients = document.recipients.map((other): Recipient =>
    other.id === recipient.id ? { ...other, status: recipientStatus } : other,
  );
  const last = allDone(recipients);
  const next = advance(document.status, last ? 'finish' : 'act');
  if (isRefusal(next)) return next;
  const invite = last ? [] : dueForInvitation(document.signingOrder, recipients);
  return { status: next.status, recipientStatus, values, invite, last };
}

function dayChanged({ text }: SigningDay): Refusal {
  return refuse(
    'signing-day-changed',
    `A new day has begun since you opened this page, so the document will show ${text} as the signing date. Nothing was signed. Check the date, then sign.`,
    { day: text },
  );
}

/** Decides whether a recipient can decline, which ends the document for all recipients. */
export function decideDecline(
  document: OpenDocument,
  recipient: Recipient,
  now: number,
): { status: DocumentState } | Refusal {
  return checkCeremony('decline', { document, recipient, now }) ?? advance(document.status, 'decline');
}
