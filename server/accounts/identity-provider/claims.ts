/** Claim in which the embedded provider names its session. */
export const sessionClaim = 'provider_session';

/** Claim with the time the address was confirmed, ms UTC. */
export const confirmedClaim = 'email_confirmed_at';

/** The form that the person asked for: signing in, or creating an account. */
export type LoginScreen = 'sign-in' | 'create';
