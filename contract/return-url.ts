import { z } from 'zod';

/** Maximum length of a return URL. */
export const MAX_RETURN_URL_LENGTH = 2000;

/**
 * URL that signers return to after signing: https, on a website that the account allows; '' for none. If omitted
 * or null, the draft's URL is used, or else the account's.
 */
export const returnUrl = z.string().max(MAX_RETURN_URL_LENGTH).nullish();
