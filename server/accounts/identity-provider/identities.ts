import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { newId } from '../../foundation/db/new-id.ts';
import type { IdentitiesTable, Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import type { IdentityMailFacts, NewIdentityMail } from './identity-mail-store.ts';
import { embeddedIssuer } from './end-sign-ins.ts';
import { queueIdentityMail, type ProviderParts } from './notify-owner.ts';
import { hoursToConfirm } from './remove-identity.ts';
import { hasActiveSubscription } from './still-paying.ts';
import { countUnsolicited } from '../../records/unsolicited-mail-store.ts';

/** A person who signs in at the embedded provider. */
export interface Identity {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Time at which the address was confirmed (ms UTC), or null. */
  confirmedAt: number | null;
}

/** Argon2id with OWASP's parameters; about 30 ms and 19 MB per attempt. */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Creates a person with an unconfirmed address, even if another person already has it. Neither the response
 * nor its timing reveals that. The email asks for confirmation, or says that the address already has an
 * account.
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
    // Creates no identity, because the person could not confirm the address without the email.
    if (waitSeconds > 0) return { waitSeconds };
    await tx
      .insertInto('identities')
      .values({
        id,
        email,
        password_hash: passwordHash,
        created_at: new Date(now),
        first_name: firstName,
        last_name: lastName,
        expires_at: new Date(now + hoursToConfirm * 3_600_000),
      })
      .execute();
    const to = { name: `${firstName} ${lastName}`.trim(), address: email };
    await sendMailboxConfirmation(services, tx, { identityId: id, to, facts });
    return { id, email, firstName, lastName, confirmedAt: null };
  });
}

/**
 * Emails a confirmation link, or, if the address belongs to another person's account, a message that says so.
 * The caller has already counted the email (`countUnsolicited`).
 */
export async function sendMailboxConfirmation(
  services: Pick<ProviderParts, 'clock' | 'jobs'>,
  tx: Tx,
  mail: Omit<NewIdentityMail, 'kind'>,
): Promise<void> {
  const owner = await ownerOf(tx, mail.to.address);
  const taken = owner !== undefined && owner !== mail.identityId;
  // The owner must not be greeted with a name that another person typed.
  const to = taken ? { ...mail.to, name: '' } : mail.to;
  await queueIdentityMail(services, tx, { ...mail, to, kind: taken ? 'has-account' : 'confirm-email' });
}

/** Returns the id of the person who confirmed the address. */
async function ownerOf(db: Kysely<Schema>, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Returns the person who confirmed the address, and the last person who signed up with it and may still
 * confirm it.
 */
export async function peopleOfAddress(db: Kysely<Schema>, email: string, now: number) {
  const rows = await db
    .selectFrom('identities')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where((row) =>
      row.or([
        row('expires_at', 'is', null),
        row('expires_at', '>', new Date(now)),
        hasActiveSubscription(now),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute();
  const owner = rows.find((row) => row.email_confirmed_at !== null);
  return { owner, newest: rows.find((row) => row.email_confirmed_at === null) };
}

/**
 * Finds the person with this email address and password. Always checks two passwords, the owner's and that of
 * the latest unconfirmed sign-up, so that the timing does not reveal who has an account.
 */
export async function checkPassword(
  { db, clock }: Pick<ProviderParts, 'db' | 'clock'>,
  email: string,
  password: string,
): Promise<Identity | undefined> {
  const { owner, newest } = await peopleOfAddress(db, email, clock());
  const unusedHash = await unusedPasswordHash;
  const [isOwner, isNewest] = await Promise.all(
    [owner, newest].map((row) => verify(row?.password_hash ?? unusedHash, sameBytes(password))),
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

/**
 * Returns the identity of the signed-in person at the embedded provider; undefined if they signed in
 * elsewhere.
 */
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

/** Checks the password of a person. Takes the same time if the person does not exist. */
export async function hasPassword(db: Kysely<Schema>, id: string, password: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  return verify(row?.password_hash ?? (await unusedPasswordHash), sameBytes(password));
}

/** Deliberately slow, so it must not be called inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(sameBytes(password), cost);
}

const unusedPasswordHash = hash('the password of no one', cost);

/** Returns the password in Unicode NFC, since keyboards may produce the same letter in different ways. */
function sameBytes(password: string): string {
  return password.normalize('NFC');
}
