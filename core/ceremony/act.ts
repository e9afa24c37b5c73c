import { fillFields, type Filled } from '../field/fill.ts';
import type { Recipient } from '../recipient/recipient.ts';
import { allDone, dueForInvitation } from '../recipient/turn.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { checkCeremony } from './checks.ts';
import { advance, type DocumentState } from '../document/lifecycle.ts';
import type { Act, OpenDocument } from './open-document.ts';

export type Signing = {
  status: DocumentState;
  recipientStatus: 'signed' | 'approved';
  /** The value of each of the recipient's fields now; signature and initial fields hold no text of their own. */
  values: Filled[];
  /** Whose turn opens by this act. */
  invite: Recipient[];
  /** True when this was the last one: the document is to be sealed. */
  last: boolean;
};

/** Decides the act of signing or approving. `today` is the date text that date fields receive (T-10). */
export function decideSigning(
  document: OpenDocument,
  recipient: Recipient,
  act: Act,
  now: number,
  today: string,
): Signing | Refusal {
  const refused = checkCeremony('sign', { document, recipient, act, now });
  if (refused) return refused;
  const own = document.fields.filter((field) => field.recipientId === recipient.id);
  const { name, email } = recipient;
  const values = fillFields(own, { ...act, person: { name, email } }, today);
  if (isRefusal(values)) return values;

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

/** Decides a refusal to sign: it ends the document for everybody. */
export function decideDecline(
  document: OpenDocument,
  recipient: Recipient,
  now: number,
): { status: DocumentState } | Refusal {
  return checkCeremony('decline', { document, recipient, now }) ?? advance(document.status, 'decline');
}
