/** Addresses that an identity provider must know of us. */
export const callbackPath = '/api/auth/callback';
export const signedOutPath = '/api/logout/done';

/** The page of a mail that asks a member who signs in at another provider whether the address is theirs. */
export const confirmAddressPath = '/login/confirm-address';
