import { sql, type Kysely } from 'kysely';
import type { ConfirmedBy } from '#core/permission/confirmed-address.ts';
import { recordAccountEvent } from '../../records/account-event-store.ts';
import { newId } from '../../foundation/db/new-id.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction, type Tx } from '../../foundation/db/transaction.ts';
import { accountSuspended } from '#core/account/suspension.ts';
import { embeddedIssuer } from '../identity-provider/end-sign-ins.ts';
import { domainOf } from '#core/account/sign-on.ts';
import type { Person } from './relying-party.ts';
import { retainsAddress, signOnNames } from '../../records/held-address.ts';
import { recordFirstAccount } from '../../records/first-account.ts';
import { findSignOnOf } from './sign-on-store.ts';
import { AdmissionRefused, refuseNewcomer, type SignUpSettings } from '../../records/sign-up-door.ts';

/** The IP address of a person who signs in, and the settings that decide whether a new person is admitted. */
type Arrival = { ip?: string; settings: SignUpSettings };

/**
 * Finds the person who signed in by issuer and subject, never by email (S-01), and updates their name and
 * email. A new person gets an account and chooses its plan in onboarding (specification §2).
 *
 * @throws `AdmissionRefused` if SIGN_UP does not allow a new person
 */
export async function welcome(
  db: Kysely<Schema>,
  person: Person,
  now: number,
  arrival: Arrival,
): Promise<Membership> {
  const known =
    (await refresh(db, person, now)) ?? (await inTransaction(db, (tx) => openOnce(tx, person, now, arrival)));
  await recordFirstAccount(db, now);
  return known;
}

/**
 * Returns true if an account requires its own provider for people with this domain, and this person has no
 * other account and is not an owner there. People who only typed such an address do not get a separate
 * account.
 */
export async function hasOtherSignIn(db: Kysely<Schema>, person: Person): Promise<boolean> {
  const signOn = await findSignOnOf(db, domainOf(person.email));
  if (!signOn?.enforced) return false;
  const rows = await db
    .selectFrom('users')
    .select(['account_id', 'role'])
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .where('removed_at', 'is', null)
    .execute();
  return rows.every((row) => row.account_id === signOn.accountId && row.role !== 'owner');
}

/**
 * Lets a person who has only used an account's own provider sign in again with their confirmed address.
 * Applies to all owners, so that no account is locked out, and to other members unless an account requires
 * its provider for their domain. The mailbox must have been proved since the address was last confirmed here,
 * because a previous owner of the address may still know their password.
 */
export async function releasePerson(db: Kysely<Schema>, person: Person, now: number): Promise<void> {
  if (!person.emailVerified) return;
  const signOn = await findSignOnOf(db, domainOf(person.email));
  const theirs = db
    .selectFrom('users as known')
    // At most one per account, since an account has one member per identity.
    .distinctOn('known.account_id')
    .select('known.id')
    .where('known.removed_at', 'is', null)
    .where(sql<boolean>`lower(known.email) = lower(${person.email})`)
    .where(sql<boolean>`starts_with(known.issuer, ${signOnNames})`)
    .where(sql<boolean>`coalesce(known.email_confirmed_at <= ${new Date(person.confirmedAt ?? now)}, true)`)
    .$if(signOn?.enforced === true, (query) => query.where('known.role', '=', 'owner'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as same')
            .select('same.id')
            .whereRef('same.account_id', '=', 'known.account_id')
            .where('same.issuer', '=', person.issuer)
            .where('same.subject', '=', person.subject)
            .where('same.removed_at', 'is', null),
        ),
      ),
    )
    .orderBy('known.account_id')
    .orderBy((row) => row('known.role', '<>', 'owner'))
    .orderBy('known.created_at');
  await db
    .updateTable('users')
    .set({ issuer: person.issuer, subject: person.subject })
    .where('id', 'in', theirs)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`starts_with(issuer, ${signOnNames})`)
    .execute();
}

/** Creates a person only once, even if they sign in for the first time in several requests. */
async function openOnce(tx: Tx, person: Person, now: number, { ip, settings }: Arrival): Promise<Membership> {
  // If sign-up is limited, new people are created one at a time, so that only one of them counts as the
  // first.
  const name = settings.signUp.kind === 'open' ? `${person.issuer} ${person.subject}` : 'new people';
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const known = await refresh(tx, person, now);
  if (known) return known;
  const confirmedAt = confirmation(person, now).at?.getTime() ?? null;
  const refused = await refuseNewcomer(tx, settings, { email: person.email, confirmedAt }, now);
  if (refused) throw new AdmissionRefused(refused);
  return open(tx, person, now, ip);
}

type Membership = { accountId: string; userId: string };

/**
 * Updates the person in all their accounts and returns the account they used last. A confirmation belongs to
 * an address, so a new address is unconfirmed. The latest confirmation counts, whether by mail or by the
 * provider.
 */
async function refresh(db: Kysely<Schema>, person: Person, now: number): Promise<Membership | undefined> {
  const { at, by } = confirmation(person, now);
  const retains = sql<boolean>`(${retainsAddress} OR (lower(email) = lower(${person.email})
    AND email_confirmed_at IS NOT NULL AND coalesce(email_confirmed_at > ${at}::timestamptz, true)))`;
  const rows = await db
    .updateTable('users')
    .set((row) => ({
      email: row.case().when(retainsAddress).then(row.ref('email')).else(person.email).end(),
      first_name: person.firstName,
      last_name: person.lastName,
      email_confirmed_at: row
        .case()
        .when(retains)
        .then(row.ref('email_confirmed_at'))
        .else(sql<Date | null>`${at}::timestamptz`)
        .end(),
      email_confirmed_by: row
        .case()
        .when(retains)
        .then(sql<ConfirmedBy | null>`email_confirmed_by`)
        .else(sql<ConfirmedBy | null>`${by}::text`)
        .end(),
    }))
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .where('removed_at', 'is', null)
    .returning(['account_id', 'id', 'last_seen_at', 'created_at'])
    .execute();
  const seen = (row: (typeof rows)[number]): number => (row.last_seen_at ?? row.created_at).getTime();
  if (rows.length === 0) return undefined;
  const suspended = await suspendedOf(
    db,
    rows.map((row) => row.account_id),
  );
  const open = rows.filter((row) => !suspended.has(row.account_id));
  if (open.length === 0) throw new AdmissionRefused(accountSuspended);
  const last = open.sort((one, other) => seen(other) - seen(one))[0];
  return last && { accountId: last.account_id, userId: last.id };
}

async function suspendedOf(db: Kysely<Schema>, accountIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', accountIds)
    .where('suspended_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns when and how the address was confirmed. The embedded provider confirms addresses with our mail;
 * other providers state it in a claim.
 */
function confirmation({ issuer, emailVerified, confirmedAt }: Person, now: number): Confirmation {
  if (!emailVerified) return { at: null, by: null };
  return { at: new Date(confirmedAt ?? now), by: issuer === embeddedIssuer ? 'mail' : 'provider' };
}

type Confirmation = { at: Date; by: ConfirmedBy } | { at: null; by: null };

async function open(tx: Tx, person: Person, now: number, ip?: string): Promise<Membership> {
  const accountId = newId(now);
  const userId = newId(now);
  const { at, by } = confirmation(person, now);
  await tx
    .insertInto('accounts')
    .values({ id: accountId, plan: '', created_at: new Date(now) })
    .execute();
  await tx
    .insertInto('users')
    .values({
      account_id: accountId,
      id: userId,
      role: 'owner',
      issuer: person.issuer,
      subject: person.subject,
      email: person.email,
      email_confirmed_at: at,
      email_confirmed_by: by,
      first_name: person.firstName,
      last_name: person.lastName,
      created_at: new Date(now),
    })
    .execute();
  await recordAccountEvent(tx, accountId, { type: 'member_joined', userId, ip }, now);
  return { accountId, userId };
}
