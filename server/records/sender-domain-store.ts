import type { Kysely, Selectable } from 'kysely';
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { RecordState } from '#core/brand/sender-domain.ts';
import { openSecret, sealSecret } from '../foundation/crypto/sealed-secret.ts';
import { deriveSecret } from '../foundation/crypto/secret-key.ts';
import type { Schema, SenderDomainsTable } from '../foundation/db/schema.ts';

type Db = Kysely<Schema>;

/** The domain in an account's sender address. */
export type SenderDomain = {
  accountId: string;
  domain: string;
  /** The part of the address before the @. */
  local: string;
  selector: string;
  /** Base64 of the public key's DER, as published in DNS. */
  publicKey: string;
  /** Encrypted for the database. */
  privateKey: string;
  verifiedAt: Date | null;
  /** When the key was last found in DNS. */
  seenAt: Date | null;
  lostAt: Date | null;
  checkedAt: Date | null;
  states: Record<'dkim' | 'spf' | 'dmarc', RecordState>;
};

export async function findSenderDomain(db: Db, accountId: string): Promise<SenderDomain | undefined> {
  const row = await all(db).where('account_id', '=', accountId).executeTakeFirst();
  return row && readRow(row);
}

export async function lockSenderDomain(tx: Db, accountId: string): Promise<SenderDomain | undefined> {
  const row = await all(tx).where('account_id', '=', accountId).forUpdate().executeTakeFirst();
  return row && readRow(row);
}

/** Returns the account's domain if the account has proved that it owns it. */
export async function findSenderDomainOf(db: Db, domain: string): Promise<SenderDomain | undefined> {
  const row = await all(db)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row && readRow(row);
}

/** Returns the verified domains that were not checked since then, the longest unchecked first. */
export async function listDomainsToCheck(db: Db, since: number, most: number): Promise<SenderDomain[]> {
  const rows = await all(db)
    .where('verified_at', 'is not', null)
    .where('checked_at', '<=', new Date(since))
    .orderBy('checked_at')
    .limit(most)
    .execute();
  return rows.map(readRow);
}

const all = (db: Db) => db.selectFrom('sender_domains').selectAll();

function readRow(row: Selectable<SenderDomainsTable>): SenderDomain {
  const { account_id: accountId, domain, local, selector } = row;
  return {
    accountId,
    domain,
    local,
    selector,
    publicKey: row.public_key,
    privateKey: row.private_key,
    verifiedAt: row.verified_at,
    seenAt: row.seen_at,
    lostAt: row.lost_at,
    checkedAt: row.checked_at,
    states: {
      dkim: row.dkim as RecordState,
      spf: row.spf as RecordState,
      dmarc: row.dmarc as RecordState,
    },
  };
}

export async function saveSenderDomain(tx: Db, domain: SenderDomain, now: number): Promise<void> {
  const { accountId, publicKey, privateKey, verifiedAt, seenAt, lostAt, checkedAt, states } = domain;
  const row = {
    domain: domain.domain,
    local: domain.local,
    selector: domain.selector,
    public_key: publicKey,
    private_key: privateKey,
    verified_at: verifiedAt,
    seen_at: seenAt,
    lost_at: lostAt,
    checked_at: checkedAt,
    ...states,
    updated_at: new Date(now),
  };
  await tx
    .insertInto('sender_domains')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}

const generate = promisify(generateKeyPair);

/**
 * Generates RSA keys of 2048 bits, which every receiver accepts and which fit in one DNS record (RFC 8301
 * §3.2).
 */
export async function createSenderKey(
  secretKey: Buffer,
  accountId: string,
): Promise<Pick<SenderDomain, 'publicKey' | 'privateKey'>> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    publicKey: publicKey.toString('base64'),
    privateKey: sealSecret(keyOf(secretKey), ownerOf(accountId), Buffer.from(privateKey)),
  };
}

/**
 * Returns the private key as PEM.
 * @throws Error if another installation encrypted it
 */
export function openSenderKey(
  secretKey: Buffer,
  { accountId, privateKey }: Pick<SenderDomain, 'accountId' | 'privateKey'>,
): string {
  return openSecret(keyOf(secretKey), ownerOf(accountId), privateKey).toString();
}

/** Binds the key to its account, so that it cannot be decrypted in another account's row (S-38). */
const ownerOf = (accountId: string): string => `sender domain ${accountId}`;
const keyOf = (secretKey: Buffer) => deriveSecret(secretKey, 'sender key');
