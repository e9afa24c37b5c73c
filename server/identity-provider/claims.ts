/** The claim by which the embedded provider names its session. */
export const sessionClaim = 'provider_session';

/** The claim by which it says since when an address is confirmed, ms UTC. */
export const confirmedClaim = 'email_confirmed_at';

/** The wish that somebody came with: signing in, or an account of their own. */
export type LoginScreen = 'sign-in' | 'create';
