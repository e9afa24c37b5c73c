import type { Kysely } from 'kysely';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import { scimSchemas, type Attributes } from '#core/scim/attribute.ts';
import { scimFault, type ScimFault } from '#core/scim/fault.ts';
import type { Condition } from '#core/scim/filter.ts';
import type { GroupChange } from '#core/scim/group.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { insertGroup, listGroups, removeGroup, unknown, updateGroup } from '../team/groups.ts';
import type { ProvisioningDeps } from './deps.ts';
import type { Directory } from './directory.ts';
import { inTeamOf } from './in-team.ts';
import { listPeople, type Person } from './people.ts';

/** A group as directories see it, with its members and the people who will join it once they accept. */
export type ScimGroup = { id: string; name: string; externalId: string | null; personIds: string[] };

/** Attributes of groups that a filter may use. */
export const groupAttributes = ['displayname', 'externalid', 'id', 'members', 'members.value'];

const maxMembers = 1000;

/** Returns the groups that meet all conditions, by name. An account has at most 100. */
export async function findGroups(
  db: Kysely<Schema>,
  accountId: string,
  filter: readonly Condition[] = [],
): Promise<ScimGroup[]> {
  const groups = await listGroups(db, accountId);
  const [ids, people, linked] = await Promise.all([
    db
      .selectFrom('provisioned_groups')
      .select(['group_id', 'external_id'])
      .where('account_id', '=', accountId)
      .execute(),
    waitingPeople(db, accountId),
    db
      .selectFrom('provisioned_people')
      .select(['id', 'user_id'])
      .where('account_id', '=', accountId)
      .execute(),
  ]);
  const personOf = new Map(linked.map(({ id, user_id }) => [user_id, id]));
  const externalOf = new Map(ids.map((row) => [row.group_id, row.external_id]));
  const all = groups.map(({ id, name, memberIds }) => ({
    id,
    name,
    externalId: externalOf.get(id) ?? null,
    personIds: [
      ...memberIds.map((userId) => personOf.get(userId) ?? userId),
      ...people.filter(({ group_id }) => group_id === id).map(({ person_id }) => person_id),
    ],
  }));
  return all.filter((group) => filter.every((condition) => meets(group, condition)));
}

/** Selects people who are assigned to a group but are not members at the moment. */
function waitingPeople(db: Kysely<Schema>, accountId: string) {
  return db
    .selectFrom('provisioned_group_people as there')
    .innerJoin('provisioned_people as person', (join) =>
      join.onRef('person.account_id', '=', 'there.account_id').onRef('person.id', '=', 'there.person_id'),
    )
    .leftJoin('users', (join) =>
      join
        .onRef('users.account_id', '=', 'person.account_id')
        .onRef('users.id', '=', 'person.user_id')
        .on('users.removed_at', 'is', null),
    )
    .select(['there.group_id', 'there.person_id'])
    .where('there.account_id', '=', accountId)
    .where('users.id', 'is', null)
    .execute();
}

function meets({ id, name, externalId, personIds }: ScimGroup, { attribute, value }: Condition): boolean {
  const text = String(value);
  switch (attribute) {
    case 'id':
      return id === text.toLowerCase();
    case 'externalid':
      return externalId === text;
    case 'displayname':
      return name.toLowerCase() === text.toLowerCase();
    default:
      return personIds.includes(text.toLowerCase());
  }
}

export function createGroup(
  services: ProvisioningDeps,
  directory: Directory,
  change: GroupChange & { name: string },
): Promise<ScimGroup | Refusal | ScimFault> {
  return inTeamOf(services, directory, async (tx, { members }) => {
    const by = { user: directory.user, members };
    const next = await resolve(services, tx, directory, { personIds: [] }, change);
    if ('fault' in next) return next;
    const group = await insertGroup(tx, services, by, { name: change.name, memberIds: next.userIds });
    if (isRefusal(group)) return group;
    return save(tx, directory, { ...group, externalId: change.externalId }, next.people);
  });
}

export function changeGroup(
  services: ProvisioningDeps,
  directory: Directory,
  id: string,
  change: GroupChange,
): Promise<ScimGroup | Refusal | ScimFault> {
  return inTeamOf(services, directory, async (tx, { members }) => {
    const by = { user: directory.user, members };
    const before = await findGroup(tx, directory.user.accountId, id);
    if (!before) return unknown;
    const next = await resolve(services, tx, directory, before, change);
    if ('fault' in next) return next;
    const { name = before.name, externalId } = change;
    const group = await updateGroup(tx, services, by, { id: before.id, name, memberIds: next.userIds });
    if (isRefusal(group)) return group;
    return save(tx, directory, { ...group, externalId }, next.people);
  });
}

export function deleteGroup(
  services: ProvisioningDeps,
  directory: Directory,
  id: string,
): Promise<Refusal | undefined> {
  return inTeamOf(services, directory, (tx) => removeGroup(tx, services, directory.user, id.toLowerCase()));
}

export async function findGroup(
  db: Kysely<Schema>,
  accountId: string,
  id: string,
): Promise<ScimGroup | undefined> {
  const [group] = await findGroups(db, accountId, [{ attribute: 'id', value: id }]);
  return group;
}

type Resolved = { people: Person[]; userIds: string[] };

/** Returns the people in the group after the change. Ids of other accounts are treated as unknown. */
async function resolve(
  { clock }: ProvisioningDeps,
  tx: Tx,
  { user: { accountId } }: Directory,
  before: Pick<ScimGroup, 'personIds'>,
  { members }: GroupChange,
): Promise<Resolved | ScimFault> {
  const everyone = { offset: 0, limit: 100_000 };
  const { people } = await listPeople(tx, { accountId, now: clock() }, [], everyone);
  const byId = new Map(people.map((person) => [person.id, person]));
  let ids = new Set(before.personIds);
  for (const step of members) {
    if (step.op === 'replace') ids = new Set();
    for (const id of step.ids) {
      if (step.op === 'remove') ids.delete(id);
      else if (byId.has(id)) ids.add(id);
      else return unknownPerson;
    }
  }
  if (ids.size > maxMembers) return tooMany;
  const chosen = [...ids].flatMap((id) => byId.get(id) ?? []);
  const userIds = chosen.flatMap(({ userId, role }) => (userId !== null && role !== null ? userId : []));
  return { people: chosen, userIds };
}

type Saved = { id: string; name: string; externalId: string | null | undefined };

/** Saves a group. People added by a directory remain in the group even while they are not members. */
async function save(
  tx: Tx,
  { user: { accountId } }: Directory,
  { id, externalId }: Saved,
  people: readonly Person[],
): Promise<ScimGroup> {
  const own = { account_id: accountId, group_id: id };
  if (externalId !== undefined)
    await tx
      .deleteFrom('provisioned_groups')
      .where('account_id', '=', accountId)
      .where('group_id', '=', id)
      .execute();
  if (externalId)
    await tx
      .insertInto('provisioned_groups')
      .values({ ...own, external_id: externalId })
      .execute();
  await tx
    .deleteFrom('provisioned_group_people')
    .where('account_id', '=', accountId)
    .where('group_id', '=', id)
    .execute();
  const rows = people.flatMap((person) => (person.provisioned ? { ...own, person_id: person.id } : []));
  if (rows.length > 0) await tx.insertInto('provisioned_group_people').values(rows).execute();
  return (await findGroup(tx, accountId, id))!;
}

/** Returns a group as a SCIM resource (RFC 7643 §4.2). */
export function groupResource({ id, name, externalId, personIds }: ScimGroup, base: string): Attributes {
  return {
    schemas: [scimSchemas.group],
    id,
    ...(externalId !== null && { externalId }),
    displayName: name,
    members: personIds.map((value) => ({ value, type: 'User', $ref: `${base}/Users/${value}` })),
    meta: { resourceType: 'Group', location: `${base}/Groups/${id}` },
  };
}

const unknownPerson = scimFault('invalidValue', 'A member of the group is no person of this account.');
const tooMany = scimFault('invalidValue', `A group can have ${maxMembers} members.`);
