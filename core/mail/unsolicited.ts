import { refuse, type Refusal } from '../refusal.ts';

/**
 * How each kind of email counts toward the daily limit of a mailbox.
 *
 * - `open`: anyone who types the address can cause it. If it is dropped, trying again on another day is enough.
 * - `urgent`: anyone who types the address or has a link for it can cause it, but the reader may be waiting for
 * it. Part of the limit is reserved for these emails, so that `open` emails cannot use it up. The first
 * `CODES_PER_PART` codes for a signer's part are not counted, so that other emails cannot lock the signer out of
 * a document.
 * - `document`: an invitation or a reminder. Until the reader has opened a document of the account, it counts
 * only toward the limit for strangers (`MAX_STRANGER_MAILS_PER_DAY`). No other email counts toward that limit,
 * so that no one can keep a contract from a person. If the limit is reached, sending is refused and later turns
 * wait, but no email is dropped.
 * - `solicited`: caused by the reader, by a confirmed member for themselves, or by events of a document whose
 * reader was invited. Never refused or dropped. Includes final copies.
 */
export type MailSource = 'open' | 'urgent' | 'document' | 'solicited';

export const mailSources = {
  // Emails about documents.
  invitation: 'document',
  reminder: 'document',
  expiring: 'solicited',
  signed: 'solicited',
  approved: 'solicited',
  undelivered: 'solicited',
  'link-due': 'solicited',
  code: 'urgent',
  delegated: 'solicited',
  paper: 'solicited',
  completed: 'solicited',
  declined: 'solicited',
  voided: 'solicited',
  expired: 'solicited',
  extended: 'solicited',
  // Emails about a person who signs in.
  'confirm-email': 'open',
  'confirm-address': 'open',
  'has-account': 'open',
  'reset-password': 'urgent',
  'email-changed': 'solicited',
  'password-changed': 'solicited',
  'two-factor-on': 'solicited',
  'two-factor-off': 'solicited',
  'two-factor-guessed': 'solicited',
  'recovery-codes-made': 'solicited',
  'recovery-code-used': 'solicited',
  'passkey-added': 'solicited',
  'passkey-removed': 'solicited',
  'join-account': 'open',
  'webhook-failed': 'solicited',
  'webhook-off': 'solicited',
  'destination-failing': 'solicited',
  'destination-off': 'solicited',
  'webhook-key-gone': 'solicited',
  'sender-domain-lost': 'solicited',
  'export-ready': 'solicited',
  'export-failed': 'solicited',
  'closing-asked': 'solicited',
  'closing-cancelled': 'solicited',
  'account-closed': 'solicited',
  'account-suspended': 'solicited',
  'suspension-lifted': 'solicited',
  'ownership-received': 'solicited',
  'ownership-passed': 'solicited',
  'ownership-received-from': 'solicited',
  'ownership-given': 'solicited',
  'owner-added': 'solicited',
  'owner-lost': 'solicited',
  'member-joined': 'solicited',
  'member-removed': 'solicited',
  // Other emails.
  'public-form': 'open',
  'own-data': 'open',
  'reply-to': 'open',
  report: 'solicited',
  // Emails to the operator's mailbox, which have separate limits, and the operator's replies.
  'support-message': 'solicited',
  'support-reply': 'solicited',
} as const satisfies Record<string, MailSource>;
export type CountedMail = keyof typeof mailSources;

/** Period in ms, and the maximum number of counted emails to one mailbox in it. */
export const unsolicitedSpan = 86_400_000;
export const unsolicitedADay = { open: 10, urgent: 15 } as const;
/**
 * Number of codes per part of a document in `unsolicitedSpan` that are always sent, however many other emails
 * the mailbox received.
 */
export const CODES_PER_PART = 3;

/**
 * Returns how an email to this address counts. If a member's address is unconfirmed, emails that they cause may
 * reach a stranger.
 */
export function sourceOf(kind: CountedMail, isConfirmed: boolean): MailSource {
  return mailSources[kind] === 'solicited' && !isConfirmed ? 'open' : mailSources[kind];
}

/**
 * Returns true if one more email is allowed. `others` counts all emails except documents, and `documents` those
 * from unknown senders, both within `unsolicitedSpan`.
 */
export function hasRoom(
  source: 'open' | 'urgent',
  { others, documents }: { others: number; documents: number },
): boolean {
  return source === 'open' ? others + documents < unsolicitedADay.open : others < unsolicitedADay.urgent;
}

/** Refuses the email. `retryAfter` is the number of seconds until the oldest counted email is a day old. */
export function refuseUnsolicited(email: string, retryAfter: number): Refusal {
  const refusal = refuse(
    'mail-limit-mailbox',
    `${email} has received too many unrequested emails today, so we didn’t send this one. Try again tomorrow or ` +
      'contact them another way.',
    { email },
  );
  return { ...refusal, retryAfter };
}
