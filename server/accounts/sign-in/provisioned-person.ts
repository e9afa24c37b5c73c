import { sql } from 'kysely';
import type { Tx } from '../../foundation/db/transaction.ts';

type Member = { accountId: string; userId: string };

/**
 * Prefix of `users.issuer` for people whom a directory added and who have not signed in yet. No provider has
 * such an issuer name, so these people are found only by their address when they sign in at the account's
 * provider.
 */
const directoryNames = 'directory ';

/** Returns the placeholder identity of a member who has not signed in yet. */
export const directoryIdentity = (accountId: string, personId: string) => ({
  issuer: `${directoryNames}${accountId}`,
  subject: personId,
});

/** Returns true if a directory added this member and they have never signed in. */
export async function awaitsSignIn(tx: Tx, { accountId, userId }: Member): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .where(sql<boolean>`starts_with(issuer, ${directoryNames})`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Links a new member to the data that a directory sent about their address, and adds them to their groups.
 * Called wherever a person becomes a member.
 */
export async function linkProvisioned(
  tx: Tx,
  { accountId, userId, email }: Member & { email: string },
  now: number,
): Promise<void> {
  const person = await tx
    .updateTable('provisioned_people')
    .set({ user_id: userId, active: true, updated_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM users u WHERE u.account_id = provisioned_people.account_id
        AND u.id = provisioned_people.user_id AND u.removed_at IS NULL)`,
    )
    .returning('id')
    .executeTakeFirst();
  if (person) await joinGroups(tx, { accountId, userId }, person.id);
}

/** Adds a member to the groups that a directory assigned. */
export async function joinGroups(tx: Tx, { accountId, userId }: Member, personId: string): Promise<void> {
  await tx
    .insertInto('member_group_people')
    .columns(['account_id', 'group_id', 'user_id'])
    .expression((query) =>
      query
        .selectFrom('provisioned_group_people')
        .select(['account_id', 'group_id', sql<string>`${userId}::uuid`.as('user_id')])
        .where('account_id', '=', accountId)
        .where('person_id', '=', personId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Makes the removal of members from a group permanent, so that they do not return to it when they are added
 * to the account again.
 */
export async function forgetLeftGroup(
  tx: Tx,
  { accountId, groupId, memberIds }: { accountId: string; groupId: string; memberIds: readonly string[] },
): Promise<void> {
  await tx
    .deleteFrom('provisioned_group_people')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .where('person_id', 'in', (query) =>
      query
        .selectFrom('provisioned_people')
        .innerJoin('users', (join) =>
          join
            .onRef('users.account_id', '=', 'provisioned_people.account_id')
            .onRef('users.id', '=', 'provisioned_people.user_id'),
        )
        .select('provisioned_people.id')
        .where('users.account_id', '=', accountId)
        .where('users.removed_at', 'is', null)
        .$if(memberIds.length > 0, (members) => members.where('users.id', 'not in', [...memberIds])),
    )
    .execute();
}

/** Deletes the tokens that an owner created, because their directories act in the owner's name. */
export async function deleteProvisioningTokensOf(tx: Tx, { accountId, userId }: Member): Promise<void> {
  await tx
    .deleteFrom('provisioning_tokens')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
}
