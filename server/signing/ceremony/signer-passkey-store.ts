import type { Kysely } from 'kysely';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { CeremonyDeps } from './deps.ts';
import type { Ceremony } from './ceremony.ts';

/** A passkey that has confirmed a signature. `publicKey` is the COSE key that the passkey provided. */
export type SignerPasskey = {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  createdAt: Date;
};

/** Returns the passkeys of one mailbox in one account, the most recently used first. */
export async function listSignerPasskeys(
  db: Kysely<Schema>,
  { accountId, email }: { accountId: string; email: string },
): Promise<SignerPasskey[]> {
  const rows = await db
    .selectFrom('signer_passkeys')
    .select(['id', 'public_key', 'counter', 'transports', 'created_at'])
    .where('account_id', '=', accountId)
    .where('email', '=', email.toLowerCase())
    .orderBy('last_used_at', 'desc')
    .limit(20)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
    counter: row.counter,
    transports: row.transports as string[],
    createdAt: row.created_at,
  }));
}

/** Records that a passkey was used. Returns false if it belongs to another mailbox. */
export async function recordSignerPasskey(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
  { id, publicKey, counter, transports, createdAt }: SignerPasskey,
  now: number,
): Promise<boolean> {
  const used = { counter, last_used_at: new Date(now) };
  const saved = await tx
    .insertInto('signer_passkeys')
    .values({
      account_id: accountId,
      id,
      email: email.toLowerCase(),
      created_at: createdAt,
      public_key: Buffer.from(publicKey).toString('base64url'),
      transports,
      ...used,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'id'])
        .doUpdateSet(used)
        .where('signer_passkeys.email', '=', email.toLowerCase()),
    )
    .executeTakeFirst();
  return saved.numInsertedOrUpdatedRows === 1n;
}

/** Returns the passkey settings for the signer's page. */
export async function passkeyAsked(
  { db }: Pick<CeremonyDeps, 'db'>,
  { owner: { accountId }, recipient: { passkey, email } }: Ceremony,
): Promise<CeremonyAnswer['passkey']> {
  if (passkey === 'none') return null;
  return { rule: passkey, known: (await listSignerPasskeys(db, { accountId, email })).length > 0 };
}
