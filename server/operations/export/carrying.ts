import { readMarkKinds } from '#core/ceremony/mark-kind.ts';
import { readReference } from '#core/document/reference.ts';
import { cleanTitle } from '#core/document/title.ts';
import { isRefusal } from '#core/refusal.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { DocumentParts } from './document-parts.ts';
import type { Fate } from './judge-document.ts';
import type { Dropped } from './not-imported.ts';
import type { Archive } from './read-archive.ts';
import type { ShapedRow } from './row-shapes.ts';

/** Values that every imported row needs. */
export type ImportRun = {
  accountId: string;
  ownerId: string;
  /** Time of the import (ms UTC). */
  now: number;
  /**
   * Hash that replaces an access code set at the source. No code matches it, so the sender must set a new
   * one.
   */
  unknownCodeHash: string;
  dropped: Dropped;
};

/** One document during its import. */
export type ImportedRows<As extends Fate['as']> = {
  tx: Tx;
  carrying: ImportRun;
  archive: Archive;
  parts: DocumentParts;
  row: DocumentRow;
  fate: Extract<Fate, { as: As }>;
};
export type DocumentRow = ShapedRow<'documents'>;
type ReferenceRow = Pick<DocumentRow, 'external_id' | 'metadata'>;

/** Added to the events of an import. The system is their actor, and no one is notified. */
export const bySystem = { actor: { kind: 'system', id: null }, isNoNews: true } as const;

/**
 * Returns the reference (external ID and metadata) of an archive's document or template, or none if no
 * request could have set it.
 */
export function referenceColumns({ external_id: id, metadata: pairs }: ReferenceRow) {
  const read = readReference({ externalId: id, metadata: pairs });
  return isRefusal(read)
    ? { external_id: null, metadata: {} }
    : { external_id: read.externalId ?? null, metadata: read.metadata ?? {} };
}

/**
 * Returns the columns that every imported document has. Times that nothing proves are replaced by the time of
 * the import.
 */
export function common({ accountId, ownerId, now }: ImportRun, row: DocumentRow) {
  const at = new Date(now).toISOString();
  return {
    account_id: accountId,
    id: row.id,
    created_by: ownerId,
    folder_id: row.folder_id ?? null,
    title: cleanTitle(row.title),
    subject: row.subject,
    message: row.message,
    signing_order: row.signing_order,
    delegation_allowed: row.delegation_allowed,
    signature_kinds: readMarkKinds(row.signature_kinds),
    separate_files: row.separate_files,
    separate_certificate: row.separate_certificate,
    expiration_days: row.expiration_days ?? null,
    reminder_every_days: row.reminder_every_days ?? null,
    reminder_max: row.reminder_max ?? null,
    created_at: at,
    updated_at: at,
    revision: 1,
    files_kept: true,
    test: false,
    ...(row.deleted_at ? { deleted_at: at, deleted_by: ownerId } : {}),
    ...(row.held_at ? { held_at: at, held_by: ownerId } : {}),
    formats: row.formats ?? null,
    ...referenceColumns(row),
    template_id: row.template_id ?? null,
    template_version: row.template_version ?? null,
  };
}
