import { refuse, type Refusal } from '../refusal.ts';

/** How an address was confirmed: by the identity provider, or through an email from this service. */
export type ConfirmedBy = 'provider' | 'mail';

/** `confirmedAt` is the time (ms UTC) at which the address was confirmed; null if it was not. */
export type AddressOwner = { confirmedAt: number | null };

/**
 * Refuses a member without a confirmed address. Confirmation is required to send, to sign, to appear as the
 * sender, and to grant access that is hard to revoke, because typing an address does not prove access to its
 * mailbox. Drafting needs no confirmation.
 */
export function mustBeConfirmed({ confirmedAt }: AddressOwner): Refusal | undefined {
  return confirmedAt === null
    ? refuse(
        'address-not-confirmed',
        'Confirm your email address first. Open the link in the email we sent you, or request a new one. Nothing was sent or changed.',
      )
    : undefined;
}
