import type { ProviderParts } from './tell-owner.ts';

const model = 'HalfSignIn';

/** In ms: long enough to find one's phone. */
const life = 10 * 60_000;

/** Remembers that the password was right, and that the second factor is still to come. `uid` is the sign-in. */
export async function putHalfSignIn(
  { db, clock }: ProviderParts,
  uid: string,
  identityId: string,
): Promise<void> {
  // Named as the provider names it, so that ending the sign-ins of a person ends this one too.
  const row = { payload: { accountId: identityId }, expires_at: new Date(clock() + life) };
  await db
    .insertInto('provider_records')
    .values({ model, id: uid, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute();
}

/** Whose second factor is waited for in this sign-in. */
export async function findHalfSignIn({ db, clock }: ProviderParts, uid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_records')
    .select('payload')
    .where('model', '=', model)
    .where('id', '=', uid)
    .where('expires_at', '>', new Date(clock()))
    .executeTakeFirst();
  return (row?.payload as { accountId: string } | undefined)?.accountId;
}

/** False when another request has ended it: of two that bring a code only one may go on. */
export async function dropHalfSignIn({ db }: ProviderParts, uid: string): Promise<boolean> {
  const dropped = await db
    .deleteFrom('provider_records')
    .where('model', '=', model)
    .where('id', '=', uid)
    .executeTakeFirst();
  return dropped.numDeletedRows === 1n;
}
