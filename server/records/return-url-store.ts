import type { Kysely } from 'kysely';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../foundation/db/schema.ts';
import type { StoredDocument } from './document.ts';
import { readReturnUrl } from './read-return-url.ts';

/** Returns an account's return address for signers in its stored form, or why it is refused. */
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

/** Returns the account's default; '' for none. */
export async function accountReturnUrl(db: Kysely<Schema>, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('accounts')
    .select('return_url')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.return_url ?? '';
}

/**
 * Returns the return address of a document that is being sent: that of the request, else of the draft, else of
 * the account. The account's is left out if its website is no longer allowed.
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

/** Returns the address for a signer who has signed; null if there is none or its website is no longer allowed. */
export async function returnUrlOf(
  db: Kysely<Schema>,
  { accountId, returnUrl }: Pick<StoredDocument, 'accountId' | 'returnUrl'>,
): Promise<string | null> {
  if (!returnUrl) return null;
  const allowed = await checkReturnUrl(db, accountId, returnUrl);
  return isRefusal(allowed) ? null : allowed;
}
