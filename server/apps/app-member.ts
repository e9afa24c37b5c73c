import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { memberColumns } from '../records/member.ts';
import { neverCameByProvider } from '../records/sign-on-names.ts';

export type MemberKey = { accountId: string; userId: string };

/** The name of a member at the provider: a person is somebody else in each of their accounts. */
export const nameOf = ({ accountId, userId }: MemberKey): string => `${accountId}.${userId}`;

export function memberNamed(name: string): MemberKey {
  const [accountId = '', userId = ''] = name.split('.');
  return { accountId, userId };
}

/** A member as they are now; undefined when they are none any more. */
export function findMember(db: Kysely<Schema>, { accountId, userId }: MemberKey) {
  return db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(memberColumns)
    .select(neverCameByProvider.as('sign_on_missing'))
    .where('users.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst();
}
