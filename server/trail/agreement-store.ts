import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { agreementText, readAgreement, type Agreed } from '#core/document/agreement.ts';
import { refuse, type Refusal } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import { sha256 } from '../crypto/sha256.ts';
import type { DocumentKey, NewEvent } from './append-event.ts';

/** The agreement in an event: its hash, and where it is a new one its text too. */
export type AgreementStated = {
  data: { agreementSha256: string };
  personal: { agreement?: string };
};

/** The name of the personal value that holds an agreement's text. */
const valueName = 'agreement';

/** Something of the document was changed behind the product's back: nobody signs what could never be sealed. */
const documentAltered = refuse(
  'document-altered',
  'This document is not as it was sent, so nothing can be signed in it. Tell the sender to void it and to send it again.',
);

/** The agreement in force: the one of the newest event that holds one. Undefined: it was taken away. */
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

/** A new agreement: at sending, and where something changed that it holds. */
export function newAgreement(agreed: Agreed): AgreementStated {
  const text = agreementText(agreed, randomBytes(16).toString('hex'));
  return { data: { agreementSha256: sha256(text) }, personal: { [valueName]: text } };
}

/**
 * The agreement that an act of a recipient states: the one in force, after the rows of the page were compared
 * with it.
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

/** An event that states an agreement beside what it says itself. */
export function stating(stated: AgreementStated, event: NewEvent): NewEvent {
  return {
    ...event,
    data: { ...event.data, ...stated.data },
    personal: { ...event.personal, ...stated.personal },
  };
}
