import type { Kysely } from 'kysely';
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { StoredDocument } from './document.ts';
import { MAX_RETURN_URL_LENGTH } from '#contract/return-url.ts';

/** Returns an account's return URL for signers as it is stored, or why it is refused. */
export async function checkReturnUrl(
  db: Kysely<Schema>,
  accountId: string,
  text: string,
): Promise<string | Refusal> {
  const rows = await db
    .selectFrom('embedding_origins')
    .select('origin')
    .where('account_id', '=', accountId)
    .execute();
  return readReturnUrl(
    text,
    rows.map(({ origin }) => origin),
  );
}

/** Returns the account's default return URL, or '' for none. */
export async function accountReturnUrl(db: Kysely<Schema>, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('accounts')
    .select('return_url')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.return_url ?? '';
}

/**
 * Returns the return URL of a document that is being sent: the request's, else the draft's, else the
 * account's. The account's is left out if its website is no longer allowed.
 */
export async function returnUrlToSend(
  db: Kysely<Schema>,
  { accountId, returnUrl }: Pick<StoredDocument, 'accountId' | 'returnUrl'>,
  requested: string | null | undefined,
): Promise<string | Refusal> {
  const own = requested ?? returnUrl ?? null;
  if (own !== null) return checkReturnUrl(db, accountId, own);
  const standard = await checkReturnUrl(db, accountId, await accountReturnUrl(db, accountId));
  return isRefusal(standard) ? '' : standard;
}

/**
 * Returns the return URL for a signer who has signed; null if there is none, or if its website is no longer
 * allowed.
 */
export async function returnUrlOf(
  db: Kysely<Schema>,
  { accountId, returnUrl }: Pick<StoredDocument, 'accountId' | 'returnUrl'>,
): Promise<string | null> {
  if (!returnUrl) return null;
  const allowed = await checkReturnUrl(db, accountId, returnUrl);
  return isRefusal(allowed) ? null : allowed;
}

/**
 * Returns the URL at which signers continue after signing, as browsers write it, or '' for none. It must use
 * https, have no user name or password, and be on a website that the account has allowed, so that our page
 * leads to no other website.
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
