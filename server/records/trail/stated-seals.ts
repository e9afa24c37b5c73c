import type { Kysely } from 'kysely';
import { refuse, type Refusal } from '#core/refusal.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { Schema } from '../../foundation/db/schema.ts';

/** The sealed file in a document's row, and the long-term validation data appended to it. */
export type NamedSeal = {
  readonly id: string;
  readonly sealedSha256: string | null;
  readonly augmentation: { readonly sha256: string } | null;
};

/**
 * Returns the ids of the documents whose row names a different sealed file, or different appended validation
 * data, than their trail. A database owner can change a row, but must not make the server serve another
 * document's file. Documents without a sealed file are never included.
 */
export async function findContradictedSeals(
  db: Kysely<Schema>,
  accountId: string,
  seals: readonly NamedSeal[],
): Promise<string[]> {
  const sealed = seals.filter(({ sealedSha256 }) => sealedSha256 !== null);
  if (sealed.length === 0) return [];
  const rows = await db
    .selectFrom('events')
    .select(['body', 'hash'])
    .where('account_id', '=', accountId)
    .where(
      'document_id',
      'in',
      sealed.map(({ id }) => id),
    )
    .where('type', 'in', ['document_sealed', 'document_strengthened', 'document_imported'])
    .execute();
  const stated = rows.flatMap(({ body, hash }) => (sha256(`\u0000${body}`) === hash ? [readSeal(body)] : []));
  return sealed
    .filter(({ id, sealedSha256, augmentation }) => {
      const own = stated.filter(({ documentId }) => documentId === id);
      const ofFile = own.filter(({ data }) => data['sealedSha256'] === sealedSha256);
      const isSealed = ofFile.some(({ type }) => type !== 'document_strengthened');
      const isAugmented = ofFile.some(({ data }) => data['revisionSha256'] === augmentation?.sha256);
      return !isSealed || (augmentation !== null && !isAugmented);
    })
    .map(({ id }) => id);
}

type Log = { error(facts: object, sentence: string): void };

/** Refuses to serve a sealed file that the trail does not name, and notifies the operator. */
export async function refuseOtherSeal(
  db: Kysely<Schema>,
  accountId: string,
  seals: readonly NamedSeal[],
  log: Log,
): Promise<Refusal | undefined> {
  const documents = await findContradictedSeals(db, accountId, seals);
  if (documents.length === 0) return undefined;
  log.error({ documents }, 'the stored sealed file does not match the trail, and is not served');
  return otherSeal;
}

export const otherSeal = refuse(
  'sealed-file-differs',
  'The stored file differs from the one that was sealed, so we don’t serve it. Use the file from the completion email and contact the operator of this server.',
);

type Seal = { documentId: string; type: string; data: { readonly [name: string]: unknown } };

function readSeal(body: string): Seal {
  return JSON.parse(body) as Seal;
}
