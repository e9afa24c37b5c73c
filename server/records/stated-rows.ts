import type { Kysely } from 'kysely';
import { agreedFiles, type DocumentFile } from '#core/document/files.ts';
import type { Members, Plain, StatedDocument } from '#core/document/stated-document.ts';
import type { Schema } from '../foundation/db/schema.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of one document by column name. Times may be dates or texts, so that rows of an archive fit too. */
export type DocumentRows = {
  readonly document: Row;
  readonly recipients: readonly Row[];
  readonly fields: readonly Row[];
  readonly field_values: readonly Row[];
  readonly signatures: readonly Row[];
};

/** Returns the rows in the form in which they are compared with the sealed evidence. */
export function statedByRows(rows: DocumentRows): StatedDocument {
  const values = new Map(rows.field_values.map((row) => [row['field_id'], row]));
  return {
    document: documentOf(rows.document),
    recipients: byId(rows.recipients, 'id', recipientOf),
    fields: byId(rows.fields, 'id', (row) => fieldOf(row, values.get(row['id']))),
    signatures: byId(rows.signatures, 'recipient_id', signatureOf),
  };
}

export async function readDocumentRows(
  db: Kysely<Schema>,
  { accountId, documentId }: { accountId: string; documentId: string },
): Promise<DocumentRows | undefined> {
  const document = await db
    .selectFrom('documents')
    .select(['id', 'title', 'file_name', 'original_sha256', 'base_sha256', 'base_size', 'signing_order'])
    .select(['status', 'sent_at', 'completed_at', 'pages', 'formats', 'files'])
    .where('account_id', '=', accountId)
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (!document) return undefined;
  const rowsOf = <Table extends 'recipients' | 'fields' | 'field_values' | 'signatures'>(table: Table) =>
    db
      .selectFrom<'recipients' | 'fields' | 'field_values' | 'signatures'>(table)
      .selectAll()
      .where('account_id', '=', accountId)
      .where('document_id', '=', documentId)
      .execute();
  return {
    document,
    recipients: await rowsOf('recipients'),
    fields: await rowsOf('fields'),
    field_values: await rowsOf('field_values'),
    signatures: await rowsOf('signatures'),
  };
}

function byId(
  rows: readonly Row[],
  column: string,
  stated: (row: Row) => Members,
): ReadonlyMap<string, Members> {
  return new Map(rows.map((row) => [String(row[column]), stated(row)]));
}

function documentOf(row: Row): Members {
  const pages = (row['pages'] ?? []) as readonly Members[];
  return {
    id: plain(row['id']),
    title: plain(row['title']),
    fileName: plain(row['file_name']),
    originalSha256: plain(row['original_sha256']),
    baseSha256: plain(row['base_sha256']),
    baseBytes: plain(row['base_size']),
    signingOrder: plain(row['signing_order']),
    ...(typeof row['formats'] === 'object' && row['formats'] !== null && { formats: plain(row['formats']) }),
    files: Array.isArray(row['files']) ? plain(agreedFiles(row['files'] as DocumentFile[])) : null,
    status: plain(row['status']),
    sentAt: timeOf(row['sent_at']),
    completedAt: timeOf(row['completed_at']),
    pages: pages.map((page) => ({
      width: page['width'] ?? null,
      height: page['height'] ?? null,
      rotate: page['rotate'] ?? null,
      crop: page['crop'] ?? null,
      userUnit: page['userUnit'] ?? null,
    })),
  };
}

const acts: ReadonlySet<unknown> = new Set(['signed', 'approved', 'declined']);

function recipientOf(row: Row): Members {
  return {
    id: plain(row['id']),
    email: plain(row['email']),
    name: plain(row['name']),
    role: plain(row['role']),
    order: plain(row['turn']),
    files: plain(row['only_files']),
    act: acts.has(row['status']) ? plain(row['status']) : null,
    actedAt: timeOf(row['acted_at']),
    declineReason: plain(row['decline_reason']),
    consentWithdrawnAt: timeOf(row['consent_withdrawn_at']),
    isErased: timeOf(row['erased_at']) !== null,
  };
}

function fieldOf(row: Row, value: Row | undefined): Members {
  return {
    id: plain(row['id']),
    type: plain(row['type']),
    page: plain(row['page']),
    x: plain(row['x']),
    y: plain(row['y']),
    width: plain(row['width']),
    height: plain(row['height']),
    recipientId: plain(row['recipient_id']),
    required: plain(row['required']),
    label: plain(row['label']),
    properties: plain(row['properties'] ?? {}),
    value: plain(value?.['value']),
    printed: plain(value?.['printed']),
  };
}

function signatureOf(row: Row): Members {
  return {
    act: plain(row['act']),
    signedAt: timeOf(row['signed_at']),
    baseSha256: plain(row['base_sha256']),
    kind: plain(row['kind']),
    typeface: plain(row['typeface']),
    imageSha256: plain(row['image_sha256']),
    text: plain(row['signature_text']),
    initialsSha256: plain(row['initials_sha256']),
    initialsText: plain(row['initials_text']),
    disclosureVersion: plain(row['disclosure_version']),
    disclosureSha256: plain(row['disclosure_sha256']),
    locale: plain(row['locale']),
  };
}

const plain = (value: unknown): Plain => (value ?? null) as Plain;

/**
 * Returns ISO 8601 in UTC. Text that is not a time is returned unchanged, and then contradicts every event.
 */
function timeOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const date = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? JSON.stringify(value) : date.toISOString();
}
