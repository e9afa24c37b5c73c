import type { ProviderParts } from './notify-owner.ts';

const model = 'HalfSignIn';

/** Milliseconds until the second factor must be entered, long enough to find a phone. */
const life = 10 * 60_000;

/** Records that the password was correct and the second factor is pending. `uid` is the id of the sign-in. */
export async function savePendingSignIn(
  { db, clock }: ProviderParts,
  uid: string,
  identityId: string,
): Promise<void> {
  // The row has the provider's format, so that ending all sign-ins of a person also ends this one.
  const row = { payload: { accountId: identityId }, expires_at: new Date(clock() + life) };
  await db
    .insertInto('provider_records')
    .values({ model, id: uid, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute();
}

/** Returns the person whose second factor is pending in this sign-in. */
export async function findPendingSignIn(
  { db, clock }: ProviderParts,
  uid: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_records')
    .select('payload')
    .where('model', '=', model)
    .where('id', '=', uid)
    .where('expires_at', '>', new Date(clock()))
    .executeTakeFirst();
  return (row?.payload as { accountId: string } | undefined)?.accountId;
}

/**
 * Returns false if another request has already ended the sign-in, so that of two concurrent codes only one is
 * accepted.
 */
export async function deletePendingSignIn({ db }: ProviderParts, uid: string): Promise<boolean> {
  const dropped = await db
    .deleteFrom('provider_records')
    .where('model', '=', model)
    .where('id', '=', uid)
    .executeTakeFirst();
  return dropped.numDeletedRows === 1n;
}
