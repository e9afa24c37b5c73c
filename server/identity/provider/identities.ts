import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Language } from '#core/language/language.ts';
import { newId } from '../../db/new-id.ts';
import type { IdentitiesTable, Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { queueIdentityMail, type ProviderServices } from './provider-services.ts';

/** A person who signs in at the embedded provider. */
export interface Identity {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Since when the address is known to be theirs, ms UTC; null while it is not. */
  confirmedAt: number | null;
}

/** Argon2id with the parameters that OWASP names; about 30 ms and 19 MB a try. */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Length in characters, and nothing else: rules on kinds of characters make passwords worse (NIST SP 800-63B). */
export const passwordLength = { least: 8, most: 200 };

/** What is wrong with a new password, wherever it is chosen. */
export function passwordProblem(
  password: string,
): { word: 'problem.passwordShort' | 'problem.passwordLong'; count: number } | undefined {
  const length = [...password].length;
  if (length < passwordLength.least) return { word: 'problem.passwordShort', count: passwordLength.least };
  if (length > passwordLength.most) return { word: 'problem.passwordLong', count: passwordLength.most };
  return undefined;
}

/** Creates a person, and asks by mail whether the e-mail is theirs; undefined when it already belongs to one. */
export async function createIdentity(
  services: Pick<ProviderServices, 'db' | 'clock' | 'promiseMail'>,
  person: Omit<Identity, 'id' | 'confirmedAt'> & { password: string; language?: Language },
): Promise<Identity | undefined> {
  const { email, firstName, lastName } = person;
  const now = services.clock();
  const id = newId(now);
  const passwordHash = await hashPassword(person.password);
  return inTransaction(services.db, async (tx) => {
    const created = await tx
      .insertInto('identities')
      .values({
        ...{ id, email, password_hash: passwordHash, created_at: new Date(now) },
        ...{ first_name: firstName, last_name: lastName },
      })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .executeTakeFirst();
    if (created.numInsertedOrUpdatedRows === 0n) return undefined;
    const to = { name: `${firstName} ${lastName}`.trim(), address: email };
    const facts = person.language ? { language: person.language } : {};
    await queueIdentityMail(services, tx, { identityId: id, kind: 'confirm-email', to, facts });
    return { id, email, firstName, lastName, confirmedAt: null };
  });
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
  return row && right ? readIdentity(row) : undefined;
}

export async function findIdentity(db: Kysely<Schema>, id: string): Promise<Identity | undefined> {
  const row = await db.selectFrom('identities').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readIdentity(row);
}

function readIdentity(row: Selectable<IdentitiesTable>): Identity {
  const { id, email, first_name: firstName, last_name: lastName, email_confirmed_at: confirmed } = row;
  return { id, email, firstName, lastName, confirmedAt: confirmed?.getTime() ?? null };
}

/** Whether this is the password of somebody who is already known. */
export async function hasPassword(db: Kysely<Schema>, id: string, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return verify(row?.password_hash ?? (await nobodysPassword), sameBytes(password));
}

/** Slow on purpose: never inside of a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(sameBytes(password), cost);
}

const nobodysPassword = hash('the password of nobody', cost);

/** Two keyboards may write the same letter in two ways; the password is the same. */
function sameBytes(password: string): string {
  return password.normalize('NFC');
}
