import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import { memberColumns } from '../../records/member.ts';
import { notFromSignOn } from '../../records/held-address.ts';

export type MemberKey = { accountId: string; userId: string };

/**
 * Returns the member's account id at the OAuth provider. A person has a different one in each of their
 * accounts.
 */
export const nameOf = ({ accountId, userId }: MemberKey): string => `${accountId}.${userId}`;

export function memberNamed(name: string): MemberKey {
  const [accountId = '', userId = ''] = name.split('.');
  return { accountId, userId };
}

/** Returns the member with their current rights; undefined if they no longer belong to the account. */
export function findMember(db: Kysely<Schema>, { accountId, userId }: MemberKey) {
  return db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(memberColumns)
    .select(notFromSignOn.as('sign_on_missing'))
    .where('users.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst();
}
