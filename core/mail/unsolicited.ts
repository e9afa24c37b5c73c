import { refuse, type Refusal } from '../refusal.ts';

/**
 * How each kind of email counts toward what one mailbox receives a day.
 *
 * - `open`: anyone who types the address causes it, and its loss costs one more try on another day.
 * - `urgent`: anyone who types the address, or has a link that names it, causes it, but its reader may be waiting for it:
 *   some places are kept for these, which `open` emails never use up.
 * - `document`: an invitation or a reminder. Until its reader has opened a document of the account it counts, by the limit
 *   for strangers alone (`fromStrangersADay`): no other email uses that up, so that no one can keep a contract from a
 *   person. Sending is refused, later turns wait, and neither is ever dropped.
 * - `solicited`: caused by its reader, by a confirmed member for themselves, or by what happens to a document whose reader
 *   was invited. Never refused and never dropped: final copies above all.
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
  'webhook-key-gone': 'solicited',
  'sender-domain-lost': 'solicited',
  'export-ready': 'solicited',
  'export-failed': 'solicited',
  'closing-asked': 'solicited',
  'closing-cancelled': 'solicited',
  'account-closed': 'solicited',
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

/** The span in ms, and the most emails in it of all kinds to one mailbox. */
export const unsolicitedSpan = 86_400_000;
export const unsolicitedADay = { open: 10, urgent: 15 } as const;

/**
 * How an email counts to this address. What a member who never confirmed their address causes goes to a stranger, who may
 * not even know of it.
 */
export function sourceOf(kind: CountedMail, isConfirmed: boolean): MailSource {
  return mailSources[kind] === 'solicited' && !isConfirmed ? 'open' : mailSources[kind];
}

/** `others`: all that count but documents; `documents`: those of strangers. Both in `unsolicitedSpan`. */
export function hasRoom(
  source: 'open' | 'urgent',
  { others, documents }: { others: number; documents: number },
): boolean {
  return source === 'open' ? others + documents < unsolicitedADay.open : others < unsolicitedADay.urgent;
}

/** Seconds until the oldest email that counts is a day old. */
export function refuseUnsolicited(email: string, retryAfter: number): Refusal {
  const refusal = refuse(
    'mail-limit-mailbox',
    `${email} has received many emails today that it did not ask for. Nothing was sent. Try again tomorrow, or ` +
      'reach them another way.',
    { email },
  );
  return { ...refusal, retryAfter };
}
