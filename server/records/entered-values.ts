import type { Kysely } from 'kysely';
import type { EnteredValueView } from '#contract/documents/documents.ts';
import { readAttachedFile } from '#core/field/attached-file.ts';
import type { Field } from '#core/field/field.ts';
import { evaluateFor } from '#core/field/fill.ts';
import { earlierFields } from '#core/field/rules/earlier-fields.ts';
import { firstPlaces } from '#core/field/same-question.ts';
import type { Schema } from '../foundation/db/schema.ts';
import { listDrafts } from './ceremony-draft-store.ts';
import type { WholeDocument } from './document.ts';

/**
 * A stored value. For checkboxes and radio buttons, `value` is '' or 'true'. For an attachment, it describes
 * the file.
 */
export type FieldValue = Pick<EnteredValueView, 'state' | 'printed'> & { value: string; at: Date };

/** Returns the values that recipients submitted when they signed, in field order. */
export async function listSignedValues(
  db: Kysely<Schema>,
  { document, fields }: WholeDocument,
): Promise<EnteredValueView[]> {
  if (document.sentAt === null) return [];
  return signedViews(fields, await readSignedValues(db, document.accountId, [document.id]));
}

/** Returns the signed values of documents by field id. */
export async function readSignedValues(
  db: Kysely<Schema>,
  accountId: string,
  documentIds: readonly string[],
): Promise<Map<string, FieldValue>> {
  if (documentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('field_values')
    .select(['field_id', 'value', 'printed', 'filled_at as at'])
    .where('account_id', '=', accountId)
    .where('document_id', 'in', documentIds)
    .execute();
  return new Map(
    rows.map(({ field_id: id, ...row }): [string, FieldValue] => [id, { state: 'signed', ...row }]),
  );
}

export function signedViews(
  fields: readonly Field[],
  values: ReadonlyMap<string, FieldValue>,
): EnteredValueView[] {
  return firstPlaces(fields).flatMap((field) => {
    const entry = values.get(field.id);
    return entry ? valueViews(field, entry) : [];
  });
}

/**
 * Returns the signed values and those that recipients have saved without signing, in field order. The latter
 * only while the document is pending, because a recipient who declines, or whose document ends, has not given
 * these values to anyone.
 */
export async function addUnsignedValues(
  { db, draftKey }: { db: Kysely<Schema>; draftKey: Uint8Array },
  whole: WholeDocument,
  signed: readonly EnteredValueView[],
): Promise<EnteredValueView[]> {
  const { document, recipients, fields } = whole;
  if (document.status !== 'sent') return [...signed];
  const drafts = await listDrafts(db, draftKey, { accountId: document.accountId, documentId: document.id });
  const recorded = await recordedEntries(db, whole);
  const entered = recipients.flatMap((recipient) => {
    const draft = drafts.get(recipient.id);
    if (!draft || recipient.actedAt || recipient.consentWithdrawnAt || recipient.erasedAt) return [];
    const own = fields.filter(({ recipientId }) => recipientId === recipient.id);
    const values = Object.entries(draft.values).map(([id, value]) => ({ id, value }));
    const given = new Set(values.map(({ id }) => id));
    const ruled = { signingOrder: document.signingOrder, fields, recipients };
    const earlier = earlierFields(ruled, recipient, recorded);
    const filling = { values, person: recipient, earlier, hasSignature: false, hasInitials: false };
    const { shown, valueOf } = evaluateFor(own, filling);
    return firstPlaces(shown).flatMap((field) => {
      const value = valueOf(field.id);
      if (!given.has(field.id) || (value === '' && field.type !== 'checkbox')) return [];
      return valueViews(field, { state: 'entered', value, printed: null, at: draft.savedAt });
    });
  });
  const byField = Map.groupBy([...signed, ...entered], ({ fieldId }) => fieldId);
  return fields.flatMap(({ id }) => byField.get(id) ?? []);
}

/** Returns the entries of recipients who have acted. Rules of later recipients can refer to them. */
async function recordedEntries(db: Kysely<Schema>, { document, recipients }: WholeDocument) {
  const values = await readSignedValues(db, document.accountId, [document.id]);
  const acted = recipients.filter(({ actedAt }) => actedAt);
  return {
    values: new Map([...values].map(([id, { value }]) => [id, value])),
    marks: new Map(acted.map(({ id }) => [id, { hasSignature: true, hasInitials: true }])),
  };
}

/** Returns no view for a signature. For a group of radio buttons, returns only the view of the chosen one. */
function valueViews(field: Field, { state, value, printed, at }: FieldValue): EnteredValueView[] {
  const { id: fieldId, recipientId, type, label, properties = {} } = field;
  const view = { state, fieldId, recipientId, type, label, printed: null, enteredAt: at.toISOString() };
  switch (type) {
    case 'signature':
    case 'initial':
      return [];
    case 'checkbox':
      return [{ ...view, value: value === 'true' }];
    case 'radio':
      return value === 'true'
        ? [{ ...view, label: properties.group ?? label, value: properties.choice ?? '' }]
        : [];
    case 'attachment':
    case 'image':
    case 'stamp':
      return [{ ...view, value: readAttachedFile(value)?.name ?? '' }];
    default:
      return [{ ...view, value, printed: state === 'signed' ? (printed ?? value) : null }];
  }
}
