import { z } from 'zod';

/** Maximum length of a return address. */
export const MAX_RETURN_URL_LENGTH = 2000;

/**
 * Where signers return after signing: https, on a website that the account allows; '' for none. If absent or null,
 * that of the draft, or else of the account.
 */
export const returnUrl = z.string().max(MAX_RETURN_URL_LENGTH).nullish();
