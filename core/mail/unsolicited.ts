import { refuse, type Refusal } from '../refusal.ts';

/**
 * The way in which each kind of email counts toward the daily limit of a mailbox.
 *
 * - `open`: anyone who types the address can cause it. If it is dropped, a retry on another day is enough.
 * - `urgent`: anyone who types the address, or has a link that names it, can cause it, but its reader may be waiting for
 *   it. Some places are reserved for these, which `open` emails never use up. The first `CODES_PER_PART` codes of a
 *   signer's part are not counted, so that no other email keeps the signer from a document.
 * - `document`: an invitation or a reminder. Until its reader has opened a document of the account, it counts only
 *   toward the limit for strangers (`MAX_STRANGER_MAILS_PER_DAY`). No other email uses that limit up, so that no one
 *   can keep a contract from a person. Sending is refused and later turns wait, but neither is ever dropped.
 * - `solicited`: caused by its reader, by a confirmed member for themselves, or by events of a document whose reader was
 *   invited. Never refused and never dropped; this includes final copies.
 */
export type MailSource = 'open' | 'urgent' | 'document' | 'solicited';

export const mailSources = {
  // About documents.
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
  // About a person who signs in.
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
  // Others.
  'public-form': 'open',
  'own-data': 'open',
  'reply-to': 'open',
  report: 'solicited',
  // To the operator's mailbox, with separate limits, and the operator's answer.
  'support-message': 'solicited',
  'support-reply': 'solicited',
} as const satisfies Record<string, MailSource>;
export type CountedMail = keyof typeof mailSources;

/** The period in ms, and the maximum number of emails of all kinds to one mailbox in it. */
export const unsolicitedSpan = 86_400_000;
export const unsolicitedADay = { open: 10, urgent: 15 } as const;
/** Codes per part of a document and `unsolicitedSpan` that are sent whatever else the mailbox received. */
export const CODES_PER_PART = 3;

/**
 * Returns the category of an email to this address. An email caused by a member with an unconfirmed address
 * may go to an uninvolved stranger.
 */
export function sourceOf(kind: CountedMail, isConfirmed: boolean): MailSource {
  return mailSources[kind] === 'solicited' && !isConfirmed ? 'open' : mailSources[kind];
}

/**
 * `others`: all counted emails except documents; `documents`: those of unknown senders. Both in
 * `unsolicitedSpan`.
 */
export function hasRoom(
  source: 'open' | 'urgent',
  { others, documents }: { others: number; documents: number },
): boolean {
  return source === 'open' ? others + documents < unsolicitedADay.open : others < unsolicitedADay.urgent;
}

/** Seconds until the oldest counted email is a day old. */
export function refuseUnsolicited(email: string, retryAfter: number): Refusal {
  const refusal = refuse(
    'mail-limit-mailbox',
    `${email} has received many emails today that it did not ask for. Nothing was sent. Try again tomorrow, or ` +
      'reach them another way.',
    { email },
  );
  return { ...refusal, retryAfter };
}
