import type { ProviderParts } from './notify-owner.ts';

const model = 'PasskeyChallenge';

/** Milliseconds within which the person must complete the browser's dialog. */
const life = 5 * 60_000;

/** Stores a challenge, replacing an earlier one for the same purpose. */
export async function saveChallenge(
  { db, clock }: ProviderParts,
  purpose: string,
  challenge: string,
): Promise<void> {
  const row = { payload: { challenge }, expires_at: new Date(clock() + life) };
  await db
    .insertInto('provider_records')
    .values({ model, id: purpose, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute();
}

/** Returns the challenge and deletes it, so that a replayed response is refused. */
export async function redeemChallenge(
  { db, clock }: ProviderParts,
  purpose: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('provider_records')
    .where('model', '=', model)
    .where('id', '=', purpose)
    .returning(['payload', 'expires_at'])
    .executeTakeFirst();
  if (!row?.expires_at || row.expires_at.getTime() <= clock()) return undefined;
  return (row.payload as { challenge: string }).challenge;
}
