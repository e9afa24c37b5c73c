import { refuse, type Refusal } from '../refusal.ts';

/** The confirmation method of an address: by the identity provider, or by an email from the service. */
export type ConfirmedBy = 'provider' | 'mail';

/** Time (ms UTC) at which the address was confirmed; null if it is not. */
export type AddressOwner = { confirmedAt: number | null };

/**
 * Required for every action that sends, signs in the member's own name, names them as the sender, or makes
 * access harder to revoke. Typing an address does not prove access to its mailbox. Drafting is allowed
 * without confirmation.
 */
export function mustBeConfirmed({ confirmedAt }: AddressOwner): Refusal | undefined {
  return confirmedAt === null
    ? refuse(
        'address-not-confirmed',
        'Confirm your email address first. Open the link in the email we sent you, or request a new one. Nothing was sent or changed.',
      )
    : undefined;
}
