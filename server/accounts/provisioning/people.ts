import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Condition } from '#core/scim/filter.ts';
import { scimSchemas, type Attributes } from '#core/scim/attribute.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';

/** A person as directories see them: a member, or a person added by a directory. */
export type Person = {
  id: string;
  /** Id of the person's current or former membership. */
  userId: string | null;
  /** True if a directory added them. Members who joined in another way are not provisioned. */
  provisioned: boolean;
  userName: string;
  email: string;
  externalId: string | null;
  givenName: string;
  familyName: string;
  /** Role in the current membership. */
  role: string | null;
  /** True if the person is a member, or an invitation can still be accepted. */
  active: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/** Attributes of people that a filter may use. */
export const personAttributes = ['username', 'externalid', 'id', 'emails', 'emails.value', 'active'];

/** Selects all people of an account, one row each. `now` is ms UTC. */
function people(accountId: string, now: number): RawBuilder<unknown> {
  return sql`(
    SELECT coalesce(p.id, u.id) AS id, u.id AS "userId", p.id IS NOT NULL AS provisioned,
      coalesce(p.user_name, u.email) AS "userName", coalesce(u.email, p.email) AS email,
      p.external_id AS "externalId",
      coalesce(p.given_name, u.first_name) AS "givenName", coalesce(p.family_name, u.last_name) AS "familyName",
      CASE WHEN u.removed_at IS NULL THEN u.role END AS role,
      CASE WHEN u.id IS NOT NULL THEN u.removed_at IS NULL
        ELSE p.active AND EXISTS (SELECT FROM member_invitations i WHERE i.account_id = ${accountId}
          AND lower(i.email) = lower(p.email) AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL
          AND i.expires_at > ${new Date(now)}) END AS active,
      coalesce(p.created_at, u.created_at) AS "createdAt",
      greatest(p.updated_at, u.created_at, u.removed_at) AS "updatedAt"
    FROM (SELECT * FROM users WHERE account_id = ${accountId}) u
    FULL JOIN (SELECT * FROM provisioned_people WHERE account_id = ${accountId}) p ON p.user_id = u.id
    WHERE p.id IS NOT NULL OR u.removed_at IS NULL
  )`;
}

type Scope = { accountId: string; now: number };

export async function listPeople(
  db: Kysely<Schema>,
  { accountId, now }: Scope,
  filter: readonly Condition[],
  { offset, limit }: { offset: number; limit: number },
): Promise<{ people: Person[]; total: number }> {
  const where = sql.join([sql`true`, ...filter.map(comparison)], sql` AND `);
  const all = sql`FROM ${people(accountId, now)} person WHERE ${where}`;
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::int AS total ${all}`.execute(db);
  const { rows } = await sql<Person>`SELECT * ${all} ORDER BY "createdAt", id
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return { people: rows, total: counted[0]!.total };
}

/** Returns a filter condition. Names and addresses are compared regardless of case, ids exactly (RFC 7643 §4.1). */
function comparison({ attribute, value }: Condition): RawBuilder<unknown> {
  const text = String(value);
  switch (attribute) {
    case 'id':
      return isId(text.toLowerCase()) ? sql`id = ${text.toLowerCase()}::uuid` : sql`false`;
    case 'externalid':
      return sql`"externalId" = ${text}`;
    case 'active':
      return sql`active = ${text.toLowerCase() === 'true'}`;
    case 'username':
      return sql`lower("userName") = lower(${text})`;
    default:
      return sql`lower(email) = lower(${text})`;
  }
}

export async function findPerson(db: Kysely<Schema>, scope: Scope, id: string): Promise<Person | undefined> {
  const found = await listPeople(db, scope, [{ attribute: 'id', value: id }], { offset: 0, limit: 1 });
  return found.people[0];
}

/** Returns a person as a SCIM resource (RFC 7643 §4.1). */
export function personResource(person: Person, base: string): Attributes {
  const { id, userName, email, externalId, givenName, familyName, active, role } = person;
  const formatted = `${givenName} ${familyName}`.trim();
  return {
    schemas: [scimSchemas.user],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    name: { givenName, familyName, ...(formatted && { formatted }) },
    displayName: formatted || userName,
    emails: [{ value: email, type: 'work', primary: true }],
    active,
    ...(role && { roles: [{ value: role, primary: true }] }),
    meta: {
      resourceType: 'User',
      created: person.createdAt.toISOString(),
      lastModified: person.updatedAt.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}
