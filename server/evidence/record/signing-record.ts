import type { Kysely } from 'kysely';
import type { Typeface } from '#core/ceremony/typeface.ts';
import { senderWhenSent, type Sender } from '../../records/sender-store.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document-store.ts';
import { readTrail, type RecordedEvent } from '../../records/trail/trail-store.ts';

/** How one recipient signed. Pictures are identified by their hash. */
export type Signature = {
  recipient: StoredRecipient;
  act: 'signed' | 'approved';
  kind: 'drawn' | 'typed';
  imageSha256: string | null;
  text: string | null;
  typeface: Typeface | null;
  initialsSha256: string | null;
  initialsText: string | null;
  disclosureVersion: string;
  disclosureSha256: string;
  locale: string;
  ip: string | null;
  signedAt: Date;
};

/** All input for a sealed file, read only from recorded facts (P-11). */
export type SigningRecord = WholeDocument & {
  sender: Sender;
  signatures: Signature[];
  /** Values by field id. */
  values: Map<string, string>;
  /** Printed text by field id, where it differs from the value. */
  printed: ReadonlyMap<string, string>;
  events: RecordedEvent[];
  chainHead: string;
};

/** The trail is invalid or contradicts the rows. Such a document must not be sealed. */
export class BrokenTrail extends Error {}

export async function readSigningRecord(db: Kysely<Schema>, whole: WholeDocument): Promise<SigningRecord> {
  const { document, recipients } = whole;
  const key = { accountId: document.accountId, documentId: document.id };
  const rows = await db
    .selectFrom('signatures')
    .selectAll()
    .where('account_id', '=', key.accountId)
    .where('document_id', '=', key.documentId)
    .orderBy('signed_at')
    .orderBy('recipient_id')
    .execute();
  const values = await db
    .selectFrom('field_values')
    .select(['field_id', 'value', 'printed'])
    .where('account_id', '=', key.accountId)
    .where('document_id', '=', key.documentId)
    .execute();
  const { events, verdict } = await readTrail(db, key);
  if (!verdict.intact) throw new BrokenTrail(`Event ${verdict.seq}: ${verdict.problem}`);
  return {
    ...whole,
    sender: await senderWhenSent(db, document),
    signatures: rows.map((row): Signature => ({
      recipient: recipients.find(({ id }) => id === row.recipient_id)!,
      act: row.act as Signature['act'],
      kind: row.kind as Signature['kind'],
      imageSha256: row.image_sha256,
      text: row.signature_text,
      typeface: row.typeface as Typeface | null,
      initialsSha256: row.initials_sha256,
      initialsText: row.initials_text,
      disclosureVersion: row.disclosure_version,
      disclosureSha256: row.disclosure_sha256,
      locale: row.locale,
      ip: row.ip,
      signedAt: row.signed_at,
    })),
    values: new Map(values.map(({ field_id, value }) => [field_id, value])),
    printed: new Map(
      values.flatMap(({ field_id, printed }) => (printed === null ? [] : [[field_id, printed]])),
    ),
    events,
    chainHead: verdict.head,
  };
}
