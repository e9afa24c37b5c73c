import type { Kysely } from 'kysely';
import { claimRecord } from '#core/account/sign-on.ts';
import { deriveSecret } from '../crypto/secret-key.ts';
import { openSecret, sealSecret } from '../crypto/sealed-secret.ts';
import type { Schema } from '../db/schema.ts';
import { signOnNames } from '../records/sign-on-names.ts';

type Db = Kysely<Schema>;

export type SignOn = {
  accountId: string;
  issuer: string;
  clientId: string;
  /** Sealed. */
  secret: string;
  domain: string;
  claim: string;
  claimedAt: Date | null;
  enforced: boolean;
  role: 'member' | 'viewer';
};

export async function findSignOn(db: Db, accountId: string): Promise<SignOn | undefined> {
  const row = await select(db).where('account_id', '=', accountId).executeTakeFirst();
  return row && readRow(row);
}

export async function lockSignOn(tx: Db, accountId: string): Promise<SignOn | undefined> {
  const row = await select(tx).where('account_id', '=', accountId).forUpdate().executeTakeFirst();
  return row && readRow(row);
}

/** Of the account that has proved this domain. */
export async function findSignOnOf(db: Db, domain: string): Promise<SignOn | undefined> {
  const row = await select(db)
    .where('domain', '=', domain)
    .where('claimed_at', 'is not', null)
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
  claimed_at: Date | null;
  enforced: boolean;
  role: string;
}): SignOn {
  const { issuer, secret, domain, claim, enforced } = row;
  return {
    ...{ accountId: row.account_id, issuer, clientId: row.client_id, secret, domain, claim, enforced },
    claimedAt: row.claimed_at,
    role: row.role === 'viewer' ? 'viewer' : 'member',
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
 * Under which name people of this provider are remembered: of this account alone. Another account that names the same
 * provider, or one that says it is another, has other people.
 */
export const knownAs = ({ accountId, issuer }: Pick<SignOn, 'accountId' | 'issuer'>): string =>
  `${signOnNames}${accountId} ${issuer}`;
