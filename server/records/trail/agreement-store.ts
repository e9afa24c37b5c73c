import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { agreementText, readAgreement, type Agreed } from '#core/document/agreement.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { sha256 } from '../../foundation/crypto/sha256.ts';
import type { DocumentKey, NewEvent } from './append-event.ts';

/** The agreement of an event: its hash and, for a new agreement, its text. */
export type AgreementStated = {
  data: { agreementSha256: string };
  personal: { agreement?: string };
};

/** Name of the personal value with the agreement's text. */
const valueName = 'agreement';

/**
 * The document was changed directly in the database. No one may sign it, because it could never be sealed.
 */
const documentAltered = refuse(
  'document-altered',
  'The stored document differs from the one that was sent, so it can’t be signed. Ask the sender to void it and send it again.',
);

/** Returns the agreement of the newest event that has one; undefined if someone removed it. */
async function agreementInForce(
  db: Kysely<Schema>,
  { accountId, documentId }: DocumentKey,
): Promise<{ text: string; sha256: string } | undefined> {
  const row = await db
    .selectFrom('event_values')
    .select('value')
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .where('name', '=', valueName)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { text: row.value, sha256: sha256(row.value) };
}

/**
 * Creates a new agreement, when the document is sent and whenever something that the agreement covers
 * changes.
 */
export function newAgreement(agreed: Agreed): AgreementStated {
  const text = agreementText(agreed, randomBytes(16).toString('hex'));
  return { data: { agreementSha256: sha256(text) }, personal: { [valueName]: text } };
}

/**
 * Returns the agreement in force, on which a recipient's action is based, after comparing it with the rows
 * that were shown.
 */
export async function statedAgreement(
  db: Kysely<Schema>,
  agreed: Agreed & { document: { accountId: string } },
): Promise<AgreementStated | Refusal> {
  const { accountId, id } = agreed.document;
  const inForce = await agreementInForce(db, { accountId, documentId: id });
  if (!inForce) return documentAltered;
  const salt = readAgreement(inForce.text)?.salt ?? '';
  if (agreementText(agreed, salt) !== inForce.text) return documentAltered;
  return { data: { agreementSha256: inForce.sha256 }, personal: {} };
}

/** Returns the event with the agreement added. */
export function stating(stated: AgreementStated, event: NewEvent): NewEvent {
  return {
    ...event,
    data: { ...event.data, ...stated.data },
    personal: { ...event.personal, ...stated.personal },
  };
}
