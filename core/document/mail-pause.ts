import { refuse, type Refusal } from '../refusal.ts';

/** The period that is evaluated, in ms. */
export const pauseSpan = 7 * 86_400_000;

/**
 * Outcome of an account's invitations, reminders and expiry warnings within `pauseSpan`, counted in
 * addresses, not emails.
 */
export type MailRecord = {
  written: number;
  /** Addresses that a mail server rejected permanently. */
  bounced: number;
  /** Addresses whose owners reported the account. */
  reported: number;
};

/** S-15: pauses above one in twenty. A small number is chance, such as a typing error or one angry reader. */
const share = 20;
const fewest = { bounced: 10, reported: 3 };

/**
 * Returns why an account must pause sending, with a sentence that says what to do; undefined if it may send.
 */
export function decidePause({ written, bounced, reported }: MailRecord): Refusal | undefined {
  const ends = 'Sending resumes automatically as these days pass. If this is a mistake, contact support.';
  if (reported >= fewest.reported && reported * share > written) {
    return refuse(
      'mail-reported',
      `Sending is paused: ${reported} of the ${written} people you wrote to in the last 7 days reported your emails. ` +
        `Write only to people who expect it. ${ends}`,
      { reported, sent: written },
    );
  }
  if (bounced >= fewest.bounced && bounced * share > written) {
    return refuse(
      'mail-paused',
      `Sending is paused: ${bounced} of the ${written} addresses you wrote to in the last 7 days do not accept email. ` +
        `Correct your addresses. ${ends}`,
      { bounced, sent: written },
    );
  }
  return undefined;
}

/** The owner of the address has blocked the account. Only they can undo that. */
export function refuseBlocked(address: string): Refusal {
  return refuse(
    'recipient-blocked',
    `${address} refuses emails from this account. Nothing was sent. Remove this recipient, or ask them to unblock you ` +
      `by the link in an earlier email.`,
    { email: address },
  );
}
