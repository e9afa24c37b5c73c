import { refuse, type Refusal } from '../refusal.ts';

export const recipientRoles = ['signer', 'approver', 'viewer', 'cc'] as const;
export type RecipientRole = (typeof recipientRoles)[number];

/**
 * `paper`: the recipient asked to continue on paper. They have neither signed nor declined, and the sender has
 * to act.
 */
export const recipientStatuses = [
  'waiting',
  'invited',
  'opened',
  'paper',
  'signed',
  'approved',
  'declined',
] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/**
 * State of the email to a recipient. `accepted`: a mail server accepted it. `written`: written to the outbox of
 * an installation without a mail server. `bounced`: permanently refused or given up. `blocked`: the recipient
 * blocked emails from this account (S-15).
 */
export const deliveryStates = [
  'none',
  'queued',
  'accepted',
  'written',
  'deferred',
  'bounced',
  'blocked',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export type Recipient = {
  id: string;
  /** Empty for a recipient without an email address. */
  email: string;
  name: string;
  role: RecipientRole;
  /**
   * Position in the signing order. Recipients with equal numbers act in parallel, after those with smaller
   * numbers.
   */
  turn: number;
  status: RecipientStatus;
  /** False if the sender delivers the signing link. Defaults to true. */
  sendEmail?: boolean | undefined;
};

/** Returns true if invitations and reminders are emailed. Otherwise the sender delivers the signing link. */
export function isInvitedByMail({ sendEmail = true }: Pick<Recipient, 'sendEmail'>): boolean {
  return sendEmail;
}

/**
 * Returns true if another recipient has the same email address and role, because one person cannot be two
 * parties. The same person can have two different roles, such as signer and approver.
 */
export function hasDuplicateRole<Person extends Pick<Recipient, 'id' | 'email' | 'role'>>(
  recipients: readonly Person[],
  { id, email, role }: Pick<Recipient, 'id' | 'email' | 'role'>,
): boolean {
  if (!mustAct({ role }) || email === '') return false;
  return recipients.some(
    (one) => one.id !== id && one.role === role && one.email.toLowerCase() === email.toLowerCase(),
  );
}

export function refuseTwice({ email, role }: Pick<Recipient, 'email' | 'role'>): Refusal {
  return refuse(
    'duplicate-recipient',
    `‘${email.slice(0, 80)}’ is listed twice as ${role}. Assign all fields to one of the two and remove the other.`,
  );
}

/**
 * Returns true for signers and approvers. Viewers and carbon copies are only notified and never delay
 * completion.
 */
export function mustAct(recipient: Pick<Recipient, 'role'>): boolean {
  return recipient.role === 'signer' || recipient.role === 'approver';
}

export function hasActed(recipient: Pick<Recipient, 'status'>): boolean {
  return recipient.status === 'signed' || recipient.status === 'approved' || recipient.status === 'declined';
}
