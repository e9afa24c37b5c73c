/** The page of a mail that asks a member who signs in at another provider whether the address is theirs. */
export const confirmAddressPath = '/login/confirm-address';
