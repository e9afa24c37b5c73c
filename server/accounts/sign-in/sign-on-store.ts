import { sql, type Kysely } from 'kysely';
import type { RoleClaim } from '#core/account/role-claim.ts';
import { claimRecord } from '#core/account/sign-on.ts';
import { deriveSecret } from '../../foundation/crypto/secret-key.ts';
import { openSecret, sealSecret } from '../../foundation/crypto/sealed-secret.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { signOnNames } from '../../records/held-address.ts';

type Db = Kysely<Schema>;

export type SignOn = {
  accountId: string;
  issuer: string;
  clientId: string;
  /** The client secret, encrypted. */
  secret: string;
  domain: string;
  claim: string;
  verifiedAt: Date | null;
  enforced: boolean;
  role: 'member' | 'viewer';
  /** null if the provider does not decide about roles. */
  roleClaim: RoleClaim | null;
};

export async function findSignOn(db: Db, accountId: string): Promise<SignOn | undefined> {
  const row = await select(db).where('account_id', '=', accountId).executeTakeFirst();
  return row && readRow(row);
}

export async function lockSignOn(tx: Db, accountId: string): Promise<SignOn | undefined> {
  const row = await select(tx).where('account_id', '=', accountId).forUpdate().executeTakeFirst();
  return row && readRow(row);
}

/** Returns the single sign-on of the account that has proved this domain. */
export async function findSignOnOf(db: Db, domain: string): Promise<SignOn | undefined> {
  const row = await select(db)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row && readRow(row);
}

const select = (db: Db) => db.selectFrom('account_sign_ons').selectAll();

function readRow(row: {
  account_id: string;
  issuer: string;
  client_id: string;
  secret: string;
  domain: string;
  claim: string;
  verified_at: Date | null;
  enforced: boolean;
  role: string;
  role_claim: string | null;
  role_values: unknown;
}): SignOn {
  const { issuer, secret, domain, claim, enforced } = row;
  return {
    accountId: row.account_id,
    issuer,
    clientId: row.client_id,
    secret,
    domain,
    claim,
    enforced,
    verifiedAt: row.verified_at,
    role: row.role === 'viewer' ? 'viewer' : 'member',
    roleClaim:
      row.role_claim === null
        ? null
        : { name: row.role_claim, values: row.role_values as RoleClaim['values'] },
  };
}

const keyOf = (secretKey: Buffer) => deriveSecret(secretKey, 'single sign-on secret');

export function sealClientSecret(secretKey: Buffer, accountId: string, secret: string): string {
  return sealSecret(keyOf(secretKey), accountId, Buffer.from(secret));
}

export function openClientSecret(secretKey: Buffer, { accountId, secret }: SignOn): string {
  return openSecret(keyOf(secretKey), accountId, secret).toString();
}

export const recordOf = ({ domain, claim }: SignOn) => claimRecord(domain, claim);

/**
 * Returns the issuer name stored for people of an account's provider. It contains the account id, because
 * another account can enter the same issuer URL, real or not, and its people are different.
 */
export const signOnLabel = ({ accountId, issuer }: Pick<SignOn, 'accountId' | 'issuer'>): string =>
  `${signOnNames}${accountId} ${issuer}`;

/**
 * Returns the issuer name for people who signed in through a client that the account no longer uses. An
 * issuer is a URL and cannot contain a space, so the name is unambiguous.
 */
const knownBefore = (signOn: SignOn): string => `${signOnLabel(signOn)} ${signOn.clientId}`;

/**
 * SQL condition that a `users` row belongs to this person, through the current client or an earlier one of
 * the same provider. Owners are matched by their second identity.
 */
export const sameProviderSubject = (person: { issuer: string; subject: string }) =>
  sql<boolean>`(((issuer = ${person.issuer} OR starts_with(issuer, ${`${person.issuer} `})) AND subject = ${person.subject})
    OR coalesce((sign_on_issuer = ${person.issuer} OR starts_with(sign_on_issuer, ${`${person.issuer} `}))
         AND sign_on_subject = ${person.subject}, false))`;

/**
 * SQL condition that a `users` row is bound to a person at this provider, so that no other person at the
 * provider can match it.
 */
export const boundAtProvider = (issuer: string) =>
  sql<boolean>`(issuer = ${issuer} OR coalesce(sign_on_issuer = ${issuer}, false))`;

/**
 * Renames the issuer of people when the account stops using a client. Many providers use different subjects
 * for each client (OpenID Connect Core §8.1), so people with an unknown subject can then be matched by
 * address, as after a change of provider. Removed members keep their previous identity.
 */
export const setApart = (tx: Tx, signOn: SignOn): Promise<void> =>
  rename(tx, signOn.accountId, { from: signOnLabel(signOn), to: knownBefore(signOn) });

/**
 * Restores the issuer of people when the account configures a client that it used before, so that their
 * previous subjects match again.
 */
export const releaseDomain = (tx: Tx, signOn: SignOn): Promise<void> =>
  rename(tx, signOn.accountId, { from: knownBefore(signOn), to: signOnLabel(signOn) });

async function rename(tx: Tx, accountId: string, { from, to }: { from: string; to: string }): Promise<void> {
  const own = tx.updateTable('users').where('account_id', '=', accountId).where('removed_at', 'is', null);
  await own.set({ issuer: to }).where('issuer', '=', from).execute();
  await own.set({ sign_on_issuer: to }).where('sign_on_issuer', '=', from).execute();
}
