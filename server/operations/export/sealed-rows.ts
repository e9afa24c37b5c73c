import type { Members, StatedDocument } from '#core/document/stated-document.ts';
import { readAttachedFile } from '#core/field/attached-file.ts';
import { fieldTypes, takesFile } from '#core/field/kinds.ts';
import type { TrailEvent } from '#core/trail/event.ts';
import type { ImportRun } from './carrying.ts';
import type { DocumentParts } from './document-parts.ts';
import { readRow } from './row-shapes.ts';

export const bodyOf = (body: string): TrailEvent => JSON.parse(body) as TrailEvent;
const actorOf = ({ body }: { body: string }): string | null => bodyOf(body).actor.id;

/** Returns the recipients in the sealed evidence, with the sender's settings from the archive. */
export function sealedRecipients(
  { now, unknownCodeHash }: ImportRun,
  parts: DocumentParts,
  stated: StatedDocument,
) {
  return parts.recipients.map((given) => {
    const row = readRow('recipients', given);
    const sealed: Members = stated.recipients.get(row.id) ?? {};
    const openedAt = parts.trail.find(
      (event) => event.type === 'document_opened' && actorOf(event) === row.id,
    );
    const isErased = typeof row.erased_at === 'string';
    return {
      id: row.id,
      position: row.position,
      turn: row.turn,
      role: row.role,
      email: row.email,
      name: row.name,
      language: row.language ?? null,
      message: row.message,
      mail_code: row.mail_code,
      passkey: row.passkey,
      send_email: row.send_email,
      phone: row.phone,
      only_files: row.only_files ?? null,
      access_code_hash: row.has_access_code === true ? unknownCodeHash : null,
      // No code matches the imported hash, so copies of the document need a new code.
      access_code_required: row.access_code_required || row.has_access_code === true,
      status: sealed['act'] ?? (openedAt ? 'opened' : 'waiting'),
      opened_at: openedAt?.occurred_at.toISOString() ?? null,
      acted_at: sealed['actedAt'] ?? null,
      decline_reason: isErased ? null : (sealed['declineReason'] ?? null),
      consent_withdrawn_at: sealed['consentWithdrawnAt'] ?? null,
      erased_at: isErased ? new Date(now).toISOString() : null,
    };
  });
}

/**
 * Returns the values, which were compared with the sealed ones. Their time is that of the recipient's action.
 */
export function sealedValues(parts: DocumentParts, stated: StatedDocument, sealedAt: number) {
  return parts.field_values.map((row) => {
    const field = stated.fields.get(String(row['field_id']));
    const recipientId = field?.['recipientId'] ?? row['recipient_id'];
    const actedAt = stated.recipients.get(String(recipientId))?.['actedAt'];
    return {
      field_id: row['field_id'],
      value: row['value'],
      recipient_id: recipientId,
      printed: printedIn(parts, String(row['field_id'])),
      filled_at: actedAt ?? new Date(sealedAt).toISOString(),
    };
  });
}

/** Returns the printed form of a value, as recorded in the sealed audit trail. */
function printedIn({ event_values: values }: DocumentParts, fieldId: string): unknown {
  return values.findLast(({ name }) => name === `printed:${fieldId}`)?.['value'] ?? null;
}

/** Returns the signers' attachments, as named in the sealed values of their fields. */
export function submittedFiles({ fields, field_values: values }: DocumentParts, sealedAt: number) {
  const byField = new Map(fields.map((field) => [String(field['id']), field]));
  return values.flatMap(({ field_id: id, value }) => {
    const field = byField.get(String(id));
    const file = fieldTypes.some((type) => takesFile(type) && type === field?.['type'])
      ? readAttachedFile(String(value))
      : undefined;
    if (!file) return [];
    const { sha256, name, mediaType, size, width = null, height = null } = file;
    return [
      {
        field_id: id,
        recipient_id: field!['recipient_id'],
        sha256,
        name,
        media_type: mediaType,
        size,
        width,
        height,
        created_at: new Date(sealedAt).toISOString(),
      },
    ];
  });
}

/**
 * The parties do not see each other's IP addresses and browsers. The evidence file therefore does not contain
 * them, and only the audit trail proves them.
 */
export function sealedSignatures(
  { signatures, trail }: DocumentParts,
  values: DocumentParts['event_values'],
) {
  return signatures.map((row) => {
    const act = trail.find(
      (event) => event.type === `document_${String(row['act'])}` && actorOf(event) === row['recipient_id'],
    );
    const valueOf = (name: string): unknown =>
      values.find((value) => Number(value['seq']) === act?.seq && value['name'] === name)?.['value'] ?? null;
    return { ...row, ip: valueOf('ip'), user_agent: valueOf('userAgent') };
  });
}
