import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { GroupView, groupBody } from '#contract/accounts/groups.ts';
import type { AccountEventType } from '#core/account/event.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { isId, newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { SignedInUser } from '../../foundation/http/session.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { forgetLeftGroup } from '../sign-in/provisioned-person.ts';
import type { TeamDeps } from './deps.ts';
import { lockTeam } from './team-store.ts';

type Parts = Pick<TeamDeps, 'db' | 'clock' | 'plans'>;
type Given = z.output<typeof groupBody>;

/** Maximum number of groups, so that one screen can list them all. */
const maxGroups = 100;

/** Returns the groups by name, each with its current members. */
export async function listGroups(db: Kysely<Schema>, accountId: string): Promise<GroupView[]> {
  const groups = await db
    .selectFrom('member_groups')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('name_key')
    .execute();
  const people = await db
    .selectFrom('member_group_people')
    .select(['group_id', 'user_id'])
    .where('account_id', '=', accountId)
    .orderBy('user_id')
    .execute();
  const inGroup = Map.groupBy(people, ({ group_id }) => group_id);
  return groups.map(({ id, name }) => ({
    id,
    name,
    memberIds: (inGroup.get(id) ?? []).map(({ user_id }) => user_id),
  }));
}

export function createGroup(services: Parts, user: SignedInUser, given: Given): Promise<GroupView | Refusal> {
  return inTeam(services, user, (tx, members) => insertGroup(tx, services, { user, members }, given));
}

/** Renames a group and sets its members, who can see its folders from their next request. */
export function changeGroup(
  services: Parts,
  user: SignedInUser,
  given: Given & { id: string },
): Promise<GroupView | Refusal> {
  return inTeam(services, user, (tx, members) => updateGroup(tx, services, { user, members }, given));
}

/** Deletes a group and its access to folders. */
export function deleteGroup(services: Parts, user: SignedInUser, id: string): Promise<Refusal | undefined> {
  return inTeam(services, user, (tx) => removeGroup(tx, services, user, id));
}

function inTeam<T>(
  services: Parts,
  { accountId }: SignedInUser,
  act: (tx: Tx, members: Members) => Promise<T>,
): Promise<T> {
  return inTransaction(services.db, async (tx) => act(tx, (await lockTeam(tx, accountId, services)).members));
}

type Members = readonly { id: string }[];
type By = { user: SignedInUser; members: Members };

/** Creates a group in a transaction that has locked the team. */
export async function insertGroup(
  tx: Tx,
  services: Parts,
  { user, members }: By,
  given: Given,
): Promise<GroupView | Refusal> {
  const { accountId } = user;
  const groups = await listGroups(tx, accountId);
  if (groups.length >= maxGroups) return tooMany;
  if (groups.some(({ name }) => keyOf(name) === keyOf(given.name))) return exists;
  const now = services.clock();
  const id = newId(now);
  const named = { name: given.name, name_key: keyOf(given.name) };
  await tx
    .insertInto('member_groups')
    .values({ ...named, account_id: accountId, id, created_at: new Date(now) })
    .execute();
  const group = { id, name: given.name, memberIds: among(members, given.memberIds) };
  await saveGroupMembers(tx, accountId, group);
  await record(services, tx, user, { type: 'group_created', ...group });
  return group;
}

/** Changes a group in a transaction that has locked the team. */
export async function updateGroup(
  tx: Tx,
  services: Parts,
  { user, members }: By,
  { id, ...given }: Given & { id: string },
): Promise<GroupView | Refusal> {
  const { accountId } = user;
  const groups = await listGroups(tx, accountId);
  if (!groups.some((group) => group.id === id)) return unknown;
  if (groups.some((group) => group.id !== id && keyOf(group.name) === keyOf(given.name))) return exists;
  await tx
    .updateTable('member_groups')
    .set({ name: given.name, name_key: keyOf(given.name) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  const group = { id, name: given.name, memberIds: among(members, given.memberIds) };
  await saveGroupMembers(tx, accountId, group);
  await record(services, tx, user, { type: 'group_changed', ...group });
  return group;
}

/** Deletes a group in a transaction that has locked the team. */
export async function removeGroup(
  tx: Tx,
  services: Parts,
  user: SignedInUser,
  id: string,
): Promise<Refusal | undefined> {
  const { accountId } = user;
  const group = isId(id) ? (await listGroups(tx, accountId)).find((one) => one.id === id) : undefined;
  if (!group) return unknown;
  await tx.deleteFrom('member_groups').where('account_id', '=', accountId).where('id', '=', id).execute();
  await record(services, tx, user, { type: 'group_deleted', ...group });
  return undefined;
}

/** Sets these groups' access to a folder; groups of other accounts are ignored. */
export async function saveGrants(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  grants: readonly { groupId: string; access: 'view' | 'use' }[],
): Promise<string> {
  const groups = new Map((await listGroups(tx, accountId)).map((group) => [group.id, group.name]));
  const known = new Map(
    grants.filter(({ groupId }) => groups.has(groupId)).map(({ groupId, access }) => [groupId, access]),
  );
  await tx
    .deleteFrom('folder_grants')
    .where('account_id', '=', accountId)
    .where('folder_id', '=', id)
    .execute();
  if (known.size > 0) {
    const rows = [...known].map(([group_id, access]) => ({
      account_id: accountId,
      folder_id: id,
      group_id,
      access,
    }));
    await tx.insertInto('folder_grants').values(rows).execute();
  }
  return [...known].map(([groupId, access]) => `${groups.get(groupId)!} (${access})`).join(', ');
}

async function saveGroupMembers(
  tx: Tx,
  accountId: string,
  { id, memberIds }: Pick<GroupView, 'id' | 'memberIds'>,
): Promise<void> {
  await tx
    .deleteFrom('member_group_people')
    .where('account_id', '=', accountId)
    .where('group_id', '=', id)
    .execute();
  await forgetLeftGroup(tx, { accountId, groupId: id, memberIds });
  if (memberIds.length === 0) return;
  const rows = memberIds.map((user_id) => ({ account_id: accountId, group_id: id, user_id }));
  await tx.insertInto('member_group_people').values(rows).execute();
}

const among = (members: readonly { id: string }[], ids: readonly string[]): string[] => {
  const asked = new Set(ids.map((id) => id.toLowerCase()));
  return members.map(({ id }) => id).filter((id) => asked.has(id));
};

async function record(
  { clock }: Parts,
  tx: Tx,
  { accountId, userId, ip }: SignedInUser,
  { type, name, memberIds }: Pick<GroupView, 'name' | 'memberIds'> & { type: AccountEventType },
): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .select('email')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...memberIds, unusedId])
    .orderBy('email')
    .execute();
  const detail = `${name}: ${people.map(({ email }) => email).join(', ') || '–'}`;
  await recordAccountEvent(tx, accountId, { type, userId, ip, detail }, clock());
}

/** Placeholder, because SQL does not allow an empty list. */
const unusedId = '00000000-0000-0000-0000-000000000000';

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

export const unknown = refuse('not-found', 'This group does not exist.');
const exists = refuse('group-exists', 'A group with this name already exists. Choose another name.');
const tooMany = refuse('too-many-groups', 'An account can have 100 groups. Remove one you no longer need.');
