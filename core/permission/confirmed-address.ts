import { refuse, type Refusal } from '../refusal.ts';

/** Who has shown it: the provider that somebody signs in at, or they themselves by a mail of ours. */
export type ConfirmedBy = 'provider' | 'mail';

/** Since when somebody's address is known to be theirs, ms UTC; null while nobody has shown that. */
export type AddressOwner = { confirmedAt: number | null };

/**
 * Stands before every act that sends, signs in somebody's own name, names them as the sender, or makes the way in
 * harder to take back: whoever typed an address has not shown that they read its mail. Drafting needs none of it.
 */
export function mustBeConfirmed({ confirmedAt }: AddressOwner): Refusal | undefined {
  return confirmedAt === null
    ? refuse(
        'address-not-confirmed',
        'Confirm your email address first: open the link in the email that we sent you, or have it sent again. Nothing was sent or changed.',
      )
    : undefined;
}
