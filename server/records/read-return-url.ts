import { MAX_RETURN_URL_LENGTH } from '#contract/return-url.ts';
import { refuse, type Refusal } from '#core/refusal.ts';

/**
 * Returns the address at which signers continue after signing, as browsers write it; '' for none. Only https,
 * without a user name or password, and on a website that the account has allowed, so that our page leads to no
 * other website.
 */
export function readReturnUrl(text: string, allowedOrigins: readonly string[]): string | Refusal {
  const typed = text.trim();
  if (typed === '') return '';
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (
    url?.protocol !== 'https:' ||
    url.username + url.password !== '' ||
    typed.length > MAX_RETURN_URL_LENGTH
  )
    return invalid;
  return allowedOrigins.includes(url.origin) ? url.href : notAllowed;
}

const invalid = refuse(
  'return-url-invalid',
  'The return address must start with https:// and contain no user name. Check it.',
);
const notAllowed = refuse(
  'return-url-not-allowed',
  'The return address is not on one of the websites that your account allows. Add the website in the settings under Embedding.',
);
