import { sql, type Kysely, type Updateable } from 'kysely';
import type { FileDeliveryView } from '#contract/messages/destinations.ts';
import { isId } from '../../foundation/db/new-id.ts';
import type { FileDeliveriesTable, Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import type { DocumentFile } from '#core/document/files.ts';
import type { Visibility } from '#core/permission/visibility.ts';
import { SEPARATE_FILES, WHOLE_FILE } from '../../records/file-delivery-store.ts';
import { seesDocuments } from '../../records/visibility-store.ts';
import type { DestinationKey } from './destination-store.ts';

/** The delivery of one document's file to one destination. */
export type FileDelivery = {
  accountId: string;
  destinationId: string;
  documentId: string;
  /** Id of a separately sealed file; empty for the sealed file of the whole document. */
  part: string;
  attempts: number;
  failures: number;
  failingSince: Date | null;
};

/**
 * Claims the file that has waited longest until the time `until`. If the worker dies, the file is due again
 * then. Returns undefined if none is due.
 */
export async function claimDelivery(
  db: Kysely<Schema>,
  { accountId, id }: DestinationKey,
  now: number,
  until: number,
): Promise<FileDelivery | undefined> {
  const { rows } = await sql<FileDelivery>`
    UPDATE file_deliveries AS delivery
       SET attempts = delivery.attempts + 1, next_try_at = ${new Date(until)}
     WHERE (account_id, destination_id, document_id, part) = (
       SELECT account_id, destination_id, document_id, part FROM file_deliveries
        WHERE account_id = ${accountId} AND destination_id = ${id} AND state = 'waiting'
          AND next_try_at <= ${new Date(now)}
        ORDER BY next_try_at, document_id, part LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING account_id AS "accountId", destination_id AS "destinationId", document_id AS "documentId",
              part, attempts, failures, failing_since AS "failingSince"`.execute(db);
  return rows[0];
}

/**
 * Records the result of an attempt. Returns false if another worker claimed the file in the meantime, or if
 * it is no longer waiting.
 */
export async function saveDeliveryResult(
  tx: Tx,
  { accountId, destinationId, documentId, part, attempts }: FileDelivery,
  change: Updateable<FileDeliveriesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file_deliveries')
    .set(change)
    .where('account_id', '=', accountId)
    .where('destination_id', '=', destinationId)
    .where('document_id', '=', documentId)
    .where('part', '=', part)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Makes all missing files due and returns their number. */
export async function retryMissing(tx: Tx, { accountId, id }: DestinationKey, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('file_deliveries')
    .set({ state: 'waiting', failures: 0, failing_since: null, next_try_at: new Date(now) })
    .where('account_id', '=', accountId)
    .where('destination_id', '=', id)
    .where('state', '<>', 'delivered')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Gives up all waiting files. They remain in the list as missing. */
export async function giveUpMissing(tx: Tx, { accountId, id }: DestinationKey): Promise<void> {
  await tx
    .updateTable('file_deliveries')
    .set({ state: 'failed' })
    .where('account_id', '=', accountId)
    .where('destination_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Adds all sealed files of documents completed since `since`, except test documents. Returns their number. */
export async function addEarlier(
  tx: Tx,
  { accountId, id }: DestinationKey,
  since: Date,
  now: number,
): Promise<number> {
  const added = await sql`
    INSERT INTO file_deliveries (account_id, destination_id, document_id, part, next_try_at)
    SELECT account_id, ${id}, document.id, part.id, ${new Date(now)} FROM documents AS document
     CROSS JOIN LATERAL (${WHOLE_FILE} UNION ALL ${SEPARATE_FILES}) AS part
     WHERE account_id = ${accountId} AND status = 'completed' AND sealed_sha256 IS NOT NULL AND NOT test
       AND completed_at >= ${since}
        ON CONFLICT DO NOTHING`.execute(tx);
  return Number(added.numAffectedRows ?? 0n);
}

/**
 * Returns the files for a destination after the file `cursor`, newest document first (ids increase over
 * time). The title is null if the caller cannot see the document.
 */
export async function listFileDeliveries(
  db: Kysely<Schema>,
  { accountId, id }: DestinationKey,
  sight: Visibility | undefined,
  which: { state?: 'missing' | 'delivered' | undefined; cursor?: string | undefined; limit: number },
): Promise<FileDeliveryView[]> {
  let rows = db
    .selectFrom('file_deliveries as delivery')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'delivery.account_id')
        .onRef('documents.id', '=', 'delivery.document_id'),
    )
    .select([
      'delivery.document_id',
      'delivery.part',
      'documents.files',
      'documents.title',
      'documents.completed_at',
      'delivery.problem',
    ])
    .select(['delivery.problem_detail', 'delivery.delivered_at', 'delivery.file_sha256'])
    .select([sql<FileDeliveryView['state']>`delivery.state`.as('state'), seesDocuments(sight).as('sees')])
    .where('delivery.account_id', '=', accountId)
    .where('delivery.destination_id', '=', id)
    .orderBy('delivery.document_id', 'desc')
    .orderBy('delivery.part')
    .limit(which.limit);
  if (which.state !== undefined)
    rows = rows.where('delivery.state', which.state === 'missing' ? '<>' : '=', 'delivered');
  const [documentId = '', part = ''] = (which.cursor ?? '').split('.');
  if (isId(documentId))
    rows = rows.where(({ and, eb, or }) =>
      or([
        eb('delivery.document_id', '<', documentId),
        and([eb('delivery.document_id', '=', documentId), eb('delivery.part', '>', part)]),
      ]),
    );
  return (await rows.execute()).map((row) => ({
    documentId: row.document_id,
    title: row.sees ? row.title : null,
    fileId: row.part === '' ? null : row.part,
    fileTitle: row.sees ? titleOfPart(row.files, row.part) : null,
    completedAt: (row.completed_at ?? new Date(0)).toISOString(),
    state: row.state,
    problem: row.problem as FileDeliveryView['problem'],
    problemDetail: row.problem_detail,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    sha256: row.file_sha256,
  }));
}

/** Returns the cursor of the page that follows a file. */
export const cursorAfter = ({ documentId, fileId }: FileDeliveryView): string =>
  `${documentId}.${fileId ?? ''}`;

/** Returns null for the whole document and its certificate, which have no separate title. */
const titleOfPart = (files: unknown, part: string): string | null =>
  (files as DocumentFile[] | null)?.find(({ id }) => id === part)?.title ?? null;
