import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { IdentitiesTable, Schema } from '../db/schema.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import type { IdentityMailFacts, NewIdentityMail } from './identity-mail-store.ts';
import { embeddedIssuer } from './end-sign-ins.ts';
import { queueIdentityMail, type ProviderParts } from './tell-owner.ts';
import { hoursToConfirm } from './remove-identity.ts';
import { stillPaying } from './still-paying.ts';
import { countUnsolicited } from '../records/unsolicited-mail-store.ts';

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

/**
 * Creates a person whose address is not confirmed, whoever has it already: what this answers, and how long it takes,
 * tells nothing of them. Their mailbox is asked whether the address is theirs, or told that it has an account.
 */
export async function createIdentity(
  services: Pick<ProviderParts, 'db' | 'clock' | 'jobs'>,
  person: Omit<Identity, 'id' | 'confirmedAt'> & { password: string; facts: IdentityMailFacts },
): Promise<Identity | { waitSeconds: number }> {
  const { email, firstName, lastName, facts } = person;
  const now = services.clock();
  const id = newId(now);
  const passwordHash = await hashPassword(person.password);
  return inTransaction(services.db, async (tx) => {
    const waitSeconds = await countUnsolicited(tx, { kind: 'confirm-email', address: email }, now);
    // Nothing is created: without the email the person could not confirm the address.
    if (waitSeconds > 0) return { waitSeconds };
    await tx
      .insertInto('identities')
      .values({
        ...{ id, email, password_hash: passwordHash, created_at: new Date(now) },
        ...{ first_name: firstName, last_name: lastName },
        expires_at: new Date(now + hoursToConfirm * 3_600_000),
      })
      .execute();
    const to = { name: `${firstName} ${lastName}`.trim(), address: email };
    await askMailbox(services, tx, { identityId: id, to, facts });
    return { id, email, firstName, lastName, confirmedAt: null };
  });
}

/**
 * Emails an address: whether it is theirs, or, when it belongs to another person's account, that it has one. The caller has
 * counted it (`countUnsolicited`).
 */
export async function askMailbox(
  services: Pick<ProviderParts, 'clock' | 'jobs'>,
  tx: Tx,
  mail: Omit<NewIdentityMail, 'kind'>,
): Promise<void> {
  const owner = await ownerOf(tx, mail.to.address);
  const taken = owner !== undefined && owner !== mail.identityId;
  // A name that somebody else has typed is not how its owner is greeted.
  const to = taken ? { ...mail.to, name: '' } : mail.to;
  await queueIdentityMail(services, tx, { ...mail, to, kind: taken ? 'has-account' : 'confirm-email' });
}

/** Whose the address is: the id of whoever confirmed it. */
async function ownerOf(db: Kysely<Schema>, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row?.id;
}

/** Whoever has confirmed the address, and whoever typed it last and may still do so. */
export async function peopleOfAddress(db: Kysely<Schema>, email: string, now: number) {
  const rows = await db
    .selectFrom('identities')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where((row) =>
      row.or([row('expires_at', 'is', null), row('expires_at', '>', new Date(now)), stillPaying(now)]),
    )
    .orderBy('created_at', 'desc')
    .execute();
  const owner = rows.find((row) => row.email_confirmed_at !== null);
  return { owner, newest: rows.find((row) => row.email_confirmed_at === null) };
}

/**
 * The person with this e-mail and password. Two passwords are always checked, of the address's owner and of whoever
 * typed it last, so that nobody can learn from the time taken who has an account.
 */
export async function checkPassword(
  { db, clock }: Pick<ProviderParts, 'db' | 'clock'>,
  email: string,
  password: string,
): Promise<Identity | undefined> {
  const { owner, newest } = await peopleOfAddress(db, email, clock());
  const nobody = await nobodysPassword;
  const [isOwner, isNewest] = await Promise.all(
    [owner, newest].map((row) => verify(row?.password_hash ?? nobody, sameBytes(password))),
  );
  if (owner && isOwner) return readIdentity(owner);
  return newest && isNewest ? readIdentity(newest) : undefined;
}

export async function findIdentity(db: Kysely<Schema>, id: string): Promise<Identity | undefined> {
  const row = await db.selectFrom('identities').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readIdentity(row);
}

function readIdentity(row: Selectable<IdentitiesTable>): Identity {
  const { id, email, first_name: firstName, last_name: lastName, email_confirmed_at: confirmed } = row;
  return { id, email, firstName, lastName, confirmedAt: confirmed?.getTime() ?? null };
}

/** The person of the embedded provider who is signed in; undefined when they came from another one. */
export async function identityOfUser(
  db: Kysely<Schema>,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .where('issuer', '=', embeddedIssuer)
    .executeTakeFirst();
  return row?.subject;
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
