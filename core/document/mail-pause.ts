import { refuse, type Refusal } from '../refusal.ts';

/** Period in ms for which the delivery results are evaluated. */
export const pauseSpan = 7 * 86_400_000;

/**
 * Results of an account's invitations, reminders and expiry warnings within `pauseSpan`. Counts addresses, not
 * emails.
 */
export type MailRecord = {
  written: number;
  /** Addresses that a mail server rejected permanently. */
  bounced: number;
  /** Addresses whose owners reported the account as spam. */
  reported: number;
};

/**
 * Sending pauses if more than one in twenty addresses bounced or complained (S-15). Small numbers are ignored,
 * because they can be typing errors or one angry reader.
 */
const share = 20;
const fewest = { bounced: 10, reported: 3 };

/**
 * Returns why the account's sending is paused, with a sentence that says what to do, or undefined if it may
 * send.
 */
export function decidePause({ written, bounced, reported }: MailRecord): Refusal | undefined {
  const ends =
    'Sending resumes automatically once older emails fall outside this 7-day period. If this is a mistake, contact support.';
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

/** Refuses an email to a person who has blocked the account. Only that person can unblock it. */
export function refuseBlocked(address: string): Refusal {
  return refuse(
    'recipient-blocked',
    `${address} has blocked emails from this account. Nothing was sent. Remove this recipient, or ask them to unblock you ` +
      `with the link in an earlier email.`,
    { email: address },
  );
}
