/** Claim with the session id at the embedded provider. */
export const sessionClaim = 'provider_session';

/** Claim with the time at which the address was confirmed (ms UTC). */
export const confirmedClaim = 'email_confirmed_at';

/** The form to show: signing in, or creating an account. */
export type LoginScreen = 'sign-in' | 'create';
