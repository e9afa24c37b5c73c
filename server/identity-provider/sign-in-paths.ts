/** Addresses that an identity provider must know of us. */
export const callbackPath = '/api/auth/callback';
export const signedOutPath = '/api/logout/done';
