import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { isKnownAddress } from '../../records/sign-up-door.ts';
import { peopleOfAddress } from '../identity-provider/identities.ts';
import type { Person } from './relying-party.ts';

/**
 * Returns why a person of Google or Microsoft cannot sign in: the provider does not vouch for their address, or the
 * address has another sign-in here, which they never join. Otherwise an account at the provider that states the address
 * of another person would open that person's account.
 */
export async function refuseStranger(
  db: Kysely<Schema>,
  person: Person,
  now: number,
): Promise<'unverified' | 'known' | undefined> {
  const { issuer, subject, email } = person;
  if (!person.emailVerified) return 'unverified';
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (member) return undefined;
  const { owner } = await peopleOfAddress(db, email, now);
  return owner || (await isKnownAddress(db, email, { issuer, subject })) ? 'known' : undefined;
}
