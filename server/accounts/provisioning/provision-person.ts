import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { domainOf } from '#core/account/sign-on.ts';
import { cleanName } from '#core/person/name.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import { scimFault, type ScimFault } from '#core/scim/fault.ts';
import type { PersonChange } from '#core/scim/person.ts';
import { newId } from '../../foundation/db/new-id.ts';
import { sqlState } from '../../foundation/db/transaction.ts';
import { awaitsSignIn } from '../sign-in/provisioned-person.ts';
import { serviceNamesForPeople } from '../profile/service-names.ts';
import { findSignOn } from '../sign-in/sign-on-store.ts';
import type { ProvisioningDeps } from './deps.ts';
import type { Directory } from './directory.ts';
import {
  endAccess,
  giveAccess,
  withdrawInvitation,
  type Changing,
  type Given,
  type ProvisioningParts,
} from './access.ts';
import { inTeamOf } from './in-team.ts';
import { findPerson, type Person } from './people.ts';

type Asking = { directory: Directory; request: FastifyRequest };
type Outcome = Person | Refusal | ScimFault;

/**
 * Adds a person. With an address in the account's proved domain they become a member and sign in at the
 * account's provider. Anyone else is invited, so that no one joins an account without consenting. An existing
 * sign-in never changes.
 */
export function createPerson(
  services: ProvisioningParts,
  asking: Asking,
  change: PersonChange,
): Promise<Outcome> {
  return act(services, asking, async (changing) => {
    const { tx, accountId, now } = changing;
    const given = withDefaults(services, change);
    const taken = await refuseTaken(changing, given);
    if (taken) return taken;
    const id = newId(now);
    await tx
      .insertInto('provisioned_people')
      .values({
        account_id: accountId,
        id,
        ...columnsOf(given),
        active: false,
        created_at: new Date(now),
        updated_at: new Date(now),
      })
      .execute();
    const refused = change.active === false ? undefined : await giveAccess(changing, id, given);
    return refused ?? known(changing, id);
  });
}

/**
 * Changes a person. `active` starts or ends their membership. The addresses and names of their sign-in do not
 * change.
 */
export function changePerson(
  services: ProvisioningParts,
  asking: Asking,
  id: string,
  change: PersonChange,
): Promise<Outcome> {
  return act(services, asking, async (changing) => {
    const { tx, accountId, now } = changing;
    const person = await findPerson(tx, { accountId, now }, id);
    if (!person) return unknown;
    if (!person.provisioned) await adopt(changing, person);
    const given = withDefaults(services, change, person);
    const taken = await refuseTaken(changing, given, person);
    if (taken) return taken;
    await tx
      .updateTable('provisioned_people')
      .set({ ...columnsOf(given), updated_at: new Date(now) })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    const refused = await applyChange(changing, person, given, change.active ?? person.active);
    return refused ?? known(changing, id);
  });
}

async function applyChange(
  changing: Changing,
  person: Person,
  given: Given,
  active: boolean,
): Promise<Refusal | ScimFault | undefined> {
  if (person.active && !active) return endAccess(changing, person);
  if (!person.active && active) return giveAccess(changing, person.id, given);
  if (!active) return undefined;
  if (person.role !== null) return renameWaiting(changing, person, given);
  if (isSame(person.email, given.email)) return undefined;
  await withdrawInvitation(changing, person.email);
  return giveAccess(changing, person.id, given);
}

/** Removes a person from the account and deletes what a directory sent about them. */
export function deletePerson(
  services: ProvisioningParts,
  asking: Asking,
  id: string,
): Promise<Refusal | undefined> {
  return act(services, asking, async (changing) => {
    const { tx, accountId, now } = changing;
    const person = await findPerson(tx, { accountId, now }, id);
    if (!person) return unknown;
    const refused = person.active ? await endAccess(changing, person) : undefined;
    if (refused) return refused;
    await tx
      .deleteFrom('provisioned_people')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
    return undefined;
  });
}

async function act<T>(
  services: ProvisioningParts,
  { directory, request }: Asking,
  work: (changing: Changing) => Promise<T>,
): Promise<T | Refusal> {
  const { accountId } = directory.user;
  try {
    return await inTeamOf(services, directory, (tx, team) =>
      work({ tx, services, directory, request, team, accountId, now: services.clock() }),
    );
  } catch (error) {
    if (sqlState(error) === '23505' /* unique_violation */) return isTaken;
    throw error;
  }
}

function withDefaults(
  { config }: ProvisioningDeps,
  change: PersonChange,
  before: Given = { userName: '', email: '', externalId: null, givenName: '', familyName: '' },
): Given {
  const names = serviceNamesForPeople(config);
  const { userName, email, externalId } = { ...before, ...change };
  const clean = (name: string | undefined, kept: string) =>
    name === undefined ? kept : cleanName(name, names);
  return {
    userName,
    email,
    externalId,
    givenName: clean(change.givenName, before.givenName),
    familyName: clean(change.familyName, before.familyName),
  };
}

const columnsOf = ({ userName, email, externalId, givenName, familyName }: Given) => ({
  user_name: userName,
  email,
  external_id: externalId,
  given_name: givenName,
  family_name: familyName,
});

/** Refuses a user name or address that another person has, so that two members are never confused. */
async function refuseTaken(
  { tx, accountId }: Changing,
  { userName, email }: Given,
  self?: Person,
): Promise<Refusal | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM provisioned_people WHERE account_id = ${accountId} AND id IS DISTINCT FROM ${self?.id ?? null}::uuid
      AND (lower(user_name) = lower(${userName}) OR lower(email) = lower(${email}))
    UNION ALL
    SELECT id FROM users WHERE account_id = ${accountId} AND removed_at IS NULL
      AND id IS DISTINCT FROM ${self?.userId ?? null}::uuid
      AND (lower(email) = lower(${email})
        -- A member whom no directory has changed has their address as their user name.
        OR lower(email) = lower(${userName}) AND NOT EXISTS (SELECT FROM provisioned_people p
          WHERE p.account_id = users.account_id AND p.user_id = users.id))
    LIMIT 1`.execute(tx);
  return rows.length > 0 ? isTaken : undefined;
}

/** Lets the directory manage a member who joined in another way. */
async function adopt({ tx, accountId, now }: Changing, person: Person): Promise<void> {
  const { id, userId, createdAt, active } = person;
  const row = { account_id: accountId, id, user_id: userId, active, ...columnsOf(person) };
  await tx
    .insertInto('provisioned_people')
    .values({ ...row, created_at: createdAt, updated_at: new Date(now) })
    .execute();
  await tx
    .insertInto('provisioned_group_people')
    .columns(['account_id', 'group_id', 'person_id'])
    .expression((query) =>
      query
        .selectFrom('member_group_people')
        .select(['account_id', 'group_id', sql<string>`${id}::uuid`.as('person_id')])
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId),
    )
    .execute();
}

/**
 * Renames a member who has never signed in, whose name and address come only from the directory. Other
 * members keep those of their sign-in.
 */
async function renameWaiting(
  { tx, accountId }: Changing,
  { userId, email }: Person,
  given: Given,
): Promise<ScimFault | undefined> {
  if (!(await awaitsSignIn(tx, { accountId, userId: userId! }))) return undefined;
  const signOn = await findSignOn(tx, accountId);
  const isOwnDomain = signOn?.verifiedAt && domainOf(given.email) === signOn.domain;
  if (!isSame(email, given.email) && !isOwnDomain) return otherDomain;
  await tx
    .updateTable('users')
    .set({ email: given.email, first_name: given.givenName, last_name: given.familyName })
    .where('account_id', '=', accountId)
    .where('id', '=', userId!)
    .execute();
  return undefined;
}

async function known({ tx, accountId, now }: Changing, id: string): Promise<Outcome> {
  return (await findPerson(tx, { accountId, now }, id)) ?? unknown;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const unknown = refuse('not-found', 'This person is not in the account.');
const isTaken = refuse(
  'already-member',
  'A person with this user name or address is already in the account.',
);
const otherDomain = scimFault(
  'mutability',
  'This person is a member by the domain of their address. Deactivate them before you change it to another domain.',
);
