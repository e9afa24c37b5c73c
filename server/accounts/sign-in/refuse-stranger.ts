import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { isKnownAddress } from '../../records/sign-up-door.ts';
import { peopleOfAddress } from '../identity-provider/identities.ts';
import type { Person } from './relying-party.ts';

/**
 * Returns why a user of Google or Microsoft cannot sign in: 'unverified' if the provider has not verified their
 * address, 'known' if another user here already has it. Otherwise anyone whose provider account contains that
 * user's address could sign in as that user.
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
