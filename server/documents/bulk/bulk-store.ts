import type { Kysely, Selectable } from 'kysely';
import type { BulkRowState, BulkState } from '#core/bulk/bulk.ts';
import type { BulkRow, TemplateSnapshot } from '#core/bulk/read-file.ts';
import type { Defaults } from '#core/template/defaults.ts';
import type { DocumentFormats } from '#core/formats/formats.ts';
import type { Refusal, RefusalCode } from '#core/refusal.ts';
import type { SigningOrder } from '#core/recipient/turn.ts';
import type { SendSettings } from '#core/template/settings.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { BulkRowsTable, BulkSendsTable, Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import { seesBulks, seesDocuments } from '../../records/visibility-store.ts';
import type { DraftFile } from '../../records/draft-file.ts';
import type { Owner } from '../../records/owner.ts';
import type { TemplateMerge } from '../templates/template-merge.ts';
import { startedFromOf, type StartedBy, type StartedFrom } from './started-from.ts';

type Db = Kysely<Schema>;
/** A snapshot of the template, stored with the bulk send. */
export type StoredSnapshot = TemplateSnapshot & {
  id: string;
  file: DraftFile;
  /** Missing in old bulk sends. */
  formats?: DocumentFormats | null;
  /**
   * Settings from the request, or else from the template. Missing in bulk sends from before templates had
   * settings.
   */
  settings?: SendSettings;
  /** How the template's Word file is filled in for each row. Missing in old bulk sends. */
  merge?: TemplateMerge | null;
  /** Defaults that are not included above. Missing in old bulk sends. */
  defaults?: Defaults;
  /** Null means the top level. Missing in old bulk sends. */
  folderId?: string | null;
  /** Missing in old bulk sends, and if the template was changed while this one started. */
  version?: number | undefined;
};

export type BulkKey = { accountId: string; id: string };

export type Bulk = BulkKey & {
  createdBy: string;
  private: boolean;
  /** Origin of the request that started the bulk send; null after its rows were cleared. */
  startedFrom: StartedFrom | null;
  /** The member who started the bulk send; null in old ones. */
  startedBy: StartedBy | null;
  snapshot: StoredSnapshot;
  fileName: string;
  signingOrder: SigningOrder;
  expirationDays: number;
  state: BulkState;
  pausedBy: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** When names, addresses and values were deleted from the rows. */
  rowsDeletedAt: Date | null;
};

export type StoredRow = BulkRow & {
  state: BulkRowState;
  problem: RefusalCode | null;
  detail: string | null;
  parameters: Refusal['parameters'] | null;
  documentId: string | null;
};

/** A new row, which will be sent or was left out for a reason. */
export type NewRow = BulkRow & { state: 'waiting' | 'refused' | 'skipped'; refusal?: Refusal | undefined };

/** Returns false if the id already exists. */
export async function insertBulk(
  tx: Tx,
  bulk: Omit<Bulk, 'state' | 'pausedBy' | 'finishedAt' | 'rowsDeletedAt'>,
  rows: readonly NewRow[],
): Promise<boolean> {
  const inserted = await tx
    .insertInto('bulk_sends')
    .values({
      account_id: bulk.accountId,
      id: bulk.id,
      created_by: bulk.createdBy,
      private: bulk.private,
      started_from: bulk.startedFrom,
      started_by: bulk.startedBy,
      template_id: bulk.snapshot.id,
      snapshot: bulk.snapshot,
      original_sha256: bulk.snapshot.file.originalSha256,
      base_sha256: bulk.snapshot.file.baseSha256,
      file_name: bulk.fileName,
      signing_order: bulk.signingOrder,
      expiration_days: bulk.expirationDays,
      created_at: bulk.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const values = rows
      .slice(at, at + rowsAtOnce)
      .map(({ line, title, message, people, values, reference, state, refusal }) => ({
        account_id: bulk.accountId,
        bulk_id: bulk.id,
        line,
        title,
        message,
        state,
        cells: { people, values, ...(reference && { reference }) },
        problem: refusal?.refused ?? null,
        detail: refusal?.detail ?? null,
        parameters: refusal?.parameters ?? null,
      }));
    await tx.insertInto('bulk_rows').values(values).execute();
  }
  return true;
}

/** Rows per statement, which can have at most 65,535 parameters. */
const rowsAtOnce = 500;

export async function findBulk(db: Db, { accountId, id }: BulkKey): Promise<Bulk | undefined> {
  if (!isId(id)) return undefined;
  const row = await bulkOf(db, accountId).where('id', '=', id).executeTakeFirst();
  return row && readBulk(row);
}

/**
 * Locks the bulk send for the transaction. With 'share', several workers can process its rows concurrently.
 */
export async function lockBulk(
  tx: Tx,
  { accountId, id }: BulkKey,
  how: 'share' | 'change',
): Promise<Bulk | undefined> {
  if (!isId(id)) return undefined;
  const one = bulkOf(tx, accountId).where('id', '=', id);
  const row = await (how === 'share' ? one.forShare() : one.forUpdate()).executeTakeFirst();
  return row && readBulk(row);
}

/** Returns the account's bulk sends, newest first. */
export async function listBulks(
  db: Db,
  { accountId, sight }: { accountId: string; sight: Visibility },
  templateId?: string,
): Promise<Bulk[]> {
  if (templateId !== undefined && !isId(templateId)) return [];
  const all = bulkOf(db, accountId)
    .where(seesBulks(sight))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50);
  const rows = await (templateId === undefined ? all : all.where('template_id', '=', templateId)).execute();
  return rows.map(readBulk);
}

export async function saveBulk(
  tx: Tx,
  { accountId, id }: BulkKey,
  change: {
    state: BulkState;
    pausedBy?: RefusalCode | null;
    finishedAt?: Date;
    /** The sender of the rows that have not been sent, and the origin of the request. */
    sender?: Pick<Owner, 'userId' | 'from' | 'key' | 'keyId'>;
  },
): Promise<void> {
  await tx
    .updateTable('bulk_sends')
    .set({
      state: change.state,
      paused_by: change.pausedBy ?? null,
      ...(change.finishedAt && { finished_at: change.finishedAt }),
      ...(change.sender && {
        created_by: change.sender.userId,
        started_from: startedFromOf(change.sender),
      }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * Locks the next waiting row. Can also return undefined if another worker has just finished that row, so call
 * again.
 */
export async function lockNextRow(tx: Tx, key: BulkKey): Promise<StoredRow | undefined> {
  const row = await nextRow(tx, key).forUpdate().executeTakeFirst();
  return row && readRow(row);
}

export async function findNextRow(db: Db, key: BulkKey): Promise<StoredRow | undefined> {
  const row = await nextRow(db, key).executeTakeFirst();
  return row && readRow(row);
}

function nextRow(db: Db, { accountId, id }: BulkKey) {
  return db
    .selectFrom('bulk_rows')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('bulk_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('line')
    .limit(1);
}

/** Saves the outcome of a waiting row. Returns false if the row was no longer waiting. */
export async function saveRow(
  tx: Tx,
  { accountId, id }: BulkKey,
  line: number,
  outcome: { documentId: string } | Refusal,
): Promise<boolean> {
  const change =
    'documentId' in outcome
      ? { state: 'sent', document_id: outcome.documentId }
      : {
          state: 'failed',
          problem: outcome.refused,
          detail: outcome.detail,
          parameters: outcome.parameters ?? null,
        };
  const saved = await tx
    .updateTable('bulk_rows')
    .set(change)
    .where('account_id', '=', accountId)
    .where('bulk_id', '=', id)
    .where('line', '=', line)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

export async function cancelWaiting(tx: Tx, { accountId, id }: BulkKey): Promise<void> {
  await tx
    .updateTable('bulk_rows')
    .set({ state: 'cancelled' })
    .where('account_id', '=', accountId)
    .where('bulk_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Returns rows after a line, in file order, optionally only those in the given states. For documents that the
 * reader (`sight`) cannot see, id and status are missing.
 */
export async function listRows(
  db: Db,
  { accountId, id }: BulkKey,
  which: { states?: BulkRowState[]; after?: number; limit: number; sight?: Visibility | undefined },
): Promise<(StoredRow & { documentStatus: string | null })[]> {
  const all = db
    .selectFrom('bulk_rows')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'bulk_rows.account_id')
        .onRef('documents.id', '=', 'bulk_rows.document_id'),
    )
    .selectAll('bulk_rows')
    .select('documents.status as document_status')
    .select(seesDocuments(which.sight).as('seen'))
    .where('bulk_rows.account_id', '=', accountId)
    .where('bulk_rows.bulk_id', '=', id)
    .where('bulk_rows.line', '>', which.after ?? 0)
    .orderBy('bulk_rows.line')
    .limit(which.limit);
  const rows = await (which.states ? all.where('bulk_rows.state', 'in', which.states) : all).execute();
  return rows.map((row) => ({
    ...readRow(row),
    ...(row.seen ? { documentStatus: row.document_status } : { documentId: null, documentStatus: null }),
  }));
}

function bulkOf(db: Db, accountId: string) {
  return db.selectFrom('bulk_sends').selectAll().where('account_id', '=', accountId);
}

function readBulk(row: Selectable<BulkSendsTable>): Bulk {
  return {
    accountId: row.account_id,
    id: row.id,
    createdBy: row.created_by,
    private: row.private,
    startedFrom: row.started_from as StartedFrom | null,
    startedBy: row.started_by as StartedBy | null,
    snapshot: row.snapshot as StoredSnapshot,
    fileName: row.file_name,
    signingOrder: row.signing_order as SigningOrder,
    expirationDays: row.expiration_days,
    state: row.state as BulkState,
    pausedBy: row.paused_by,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    rowsDeletedAt: row.rows_deleted_at,
  };
}

function readRow(row: Selectable<BulkRowsTable>): StoredRow {
  const cells = row.cells as Pick<BulkRow, 'people' | 'values' | 'reference'>;
  const { line, title, message, detail } = row;
  return {
    line,
    title,
    message,
    ...cells,
    detail,
    state: row.state as BulkRowState,
    problem: row.problem as RefusalCode | null,
    parameters: row.parameters as StoredRow['parameters'],
    documentId: row.document_id,
  };
}
