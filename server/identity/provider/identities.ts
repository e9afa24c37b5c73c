import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { newId } from '../../db/new-id.ts';
import type { Schema } from '../../db/schema.ts';

/** A person who signs in at the embedded provider. */
export interface Identity {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** Argon2id with the parameters that OWASP names; about 30 ms and 19 MB a try. */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Length in characters, and nothing else: rules on kinds of characters make passwords worse (NIST SP 800-63B). */
export const passwordLength = { least: 8, most: 200 };

/** Creates a person; undefined when the e-mail already belongs to one. */
export async function createIdentity(
  db: Kysely<Schema>,
  person: Omit<Identity, 'id'> & { password: string },
  now: number,
): Promise<Identity | undefined> {
  const { email, firstName, lastName } = person;
  const id = newId(now);
  const created = await db
    .insertInto('identities')
    .values({
      id,
      email,
      password_hash: await hash(sameBytes(person.password), cost),
      first_name: firstName,
      last_name: lastName,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .executeTakeFirst();
  return created.numInsertedOrUpdatedRows === 0n ? undefined : { id, email, firstName, lastName };
}

/**
 * The person with this e-mail and password. An unknown e-mail costs the same work as a wrong password, so that
 * nobody can learn from the time taken who has an account.
 */
export async function checkPassword(
  db: Kysely<Schema>,
  email: string,
  password: string,
): Promise<Identity | undefined> {
  const row = await db
    .selectFrom('identities')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
  const right = await verify(row?.password_hash ?? (await nobodysPassword), sameBytes(password));
  return row && right
    ? { id: row.id, email: row.email, firstName: row.first_name, lastName: row.last_name }
    : undefined;
}

export async function findIdentity(db: Kysely<Schema>, id: string): Promise<Identity | undefined> {
  const row = await db.selectFrom('identities').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { id: row.id, email: row.email, firstName: row.first_name, lastName: row.last_name };
}

const nobodysPassword = hash('the password of nobody', cost);

/** Two keyboards may write the same letter in two ways; the password is the same. */
function sameBytes(password: string): string {
  return password.normalize('NFC');
}
