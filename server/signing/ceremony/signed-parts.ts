import type { Kysely } from 'kysely';
import { typefaces, type Typeface } from '#core/ceremony/typeface.ts';
import type { EarlierField } from '#core/field/rules/evaluate.ts';
import { earlierFields } from '#core/field/rules/earlier-fields.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document-store.ts';

/** The signature and initials of a recipient who has signed. */
export type SignedAct = {
  imageSha256: string | null;
  text: string | null;
  typeface: Typeface | null;
  initialsSha256: string | null;
  initialsText: string | null;
};

/** Signatures by recipient, and values and displayed content by field, of recipients who have signed. */
export type SignedParts = {
  acts: Map<string, SignedAct>;
  values: Map<string, string>;
  printed: Map<string, string>;
};

export async function readSignedParts(
  db: Kysely<Schema>,
  { accountId, documentId }: { accountId: string; documentId: string },
): Promise<SignedParts> {
  const acts = await db
    .selectFrom('signatures')
    .select([
      'recipient_id',
      'image_sha256',
      'signature_text',
      'typeface',
      'initials_sha256',
      'initials_text',
    ])
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .execute();
  const values = await db
    .selectFrom('field_values')
    .select(['field_id', 'value', 'printed'])
    .where('account_id', '=', accountId)
    .where('document_id', '=', documentId)
    .execute();
  return {
    acts: new Map(
      acts.map((row) => [
        row.recipient_id,
        {
          imageSha256: row.image_sha256,
          text: row.signature_text,
          typeface: typefaces.find((face) => face === row.typeface) ?? null,
          initialsSha256: row.initials_sha256,
          initialsText: row.initials_text,
        },
      ]),
    ),
    values: new Map(values.map(({ field_id, value }) => [field_id, value])),
    printed: new Map(values.map(({ field_id, value, printed }) => [field_id, printed ?? value])),
  };
}

/** Returns the earlier recipients' fields to which the rules of this recipient's fields refer. */
export function earlierFor(
  { document, fields, recipients }: WholeDocument,
  reader: StoredRecipient,
  { acts, values }: SignedParts,
): EarlierField[] {
  const marks = [...acts].map(([id, act]) => [id, marksIn(act)] as const);
  const ruled = { signingOrder: document.signingOrder, fields, recipients };
  return earlierFields(ruled, reader, { values, marks: new Map(marks) });
}

function marksIn({ imageSha256, text, initialsSha256, initialsText }: SignedAct) {
  return {
    hasSignature: imageSha256 !== null || text !== null,
    hasInitials: initialsSha256 !== null || initialsText !== null,
  };
}
