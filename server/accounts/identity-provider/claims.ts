/** Claim with the session id of the embedded provider. */
export const sessionClaim = 'provider_session';

/** Claim with the time the address was confirmed, ms UTC. */
export const confirmedClaim = 'email_confirmed_at';

/** The requested form: signing in, or creating an account. */
export type LoginScreen = 'sign-in' | 'create';
