import { refuse, type Refusal } from '../refusal.ts';

/** The days that are looked at. */
export const pauseSpan = 7 * 86_400_000;

/** The fate of an account's invitations, reminders and warnings of an end in `pauseSpan`, in addresses and not in mails. */
export type MailRecord = {
  written: number;
  /** Refused for good by a mail server. */
  bounced: number;
  /** Whose readers reported the account. */
  reported: number;
};

/** S-15: above one in twenty. Few are chance: a typing error, or one person who is angry. */
const share = 20;
const fewest = { bounced: 10, reported: 3 };

/** Whether an account sends no more for now, with the sentence that says what to do; undefined while all is well. */
export function decidePause({ written, bounced, reported }: MailRecord): Refusal | undefined {
  const ends = 'Sending goes on by itself as these days pass; if this is a mistake, write to support.';
  if (reported >= fewest.reported && reported * share > written) {
    return refuse(
      'mail-reported',
      `Sending is paused: ${reported} of the ${written} people you wrote to in the last 7 days reported your emails. ` +
        `Write only to people who expect it. ${ends}`,
      { reported, written },
    );
  }
  if (bounced >= fewest.bounced && bounced * share > written) {
    return refuse(
      'mail-paused',
      `Sending is paused: ${bounced} of the ${written} addresses you wrote to in the last 7 days do not take email. ` +
        `Correct your addresses. ${ends}`,
      { bounced, written },
    );
  }
  return undefined;
}

/** Somebody has blocked the account: nothing goes there until they take it back themselves. */
export function refuseBlocked(address: string): Refusal {
  return refuse(
    'recipient-blocked',
    `${address} refuses emails from this account. Nothing was sent. Remove this recipient, or ask them to unblock you ` +
      `by the link in an earlier email.`,
    { email: address },
  );
}
