import type { z } from 'zod';
import type { remindBulkAnswer } from '#contract/documents/bulk.ts';
import type { Refusal } from '#core/refusal.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { Owner } from '../../records/owner.ts';
import { seesDocuments } from '../../records/visibility-store.ts';
import { manageSeveral } from '../library/manage-several.ts';
import { remindInTransaction } from '../sending/remind-recipients.ts';
import type { BulkDeps } from './deps.ts';
import { findBulk } from './bulk-store.ts';
import { noBulk } from './start-bulk.ts';

/** Maximum documents per request. */
const MAX_REMINDED = 200;

/**
 * Reminds the recipients whom the documents of a bulk send are waiting for, with the rules of a single
 * reminder. Each document has its own transaction, so that one refusal does not stop the rest. The request
 * continues after line `after` of the file.
 */
export async function remindBulk(
  services: BulkDeps,
  owner: Owner,
  { id, after }: { id: string; after: number },
): Promise<z.input<typeof remindBulkAnswer> | Refusal> {
  const { db } = services;
  const { accountId, sight } = owner;
  const bulk = await findBulk(db, { accountId, id });
  if (!bulk) return noBulk;
  const rows = await db
    .selectFrom('bulk_rows')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.account_id', '=', 'bulk_rows.account_id')
        .onRef('documents.id', '=', 'bulk_rows.document_id'),
    )
    .select(['bulk_rows.line', 'documents.id'])
    .where('bulk_rows.account_id', '=', accountId)
    .where('bulk_rows.bulk_id', '=', bulk.id)
    .where('bulk_rows.line', '>', after)
    .where('documents.status', '=', 'sent')
    .where('documents.deleted_at', 'is', null)
    .where(seesDocuments(sight, true))
    .orderBy('bulk_rows.line')
    .limit(MAX_REMINDED)
    .execute();
  const ids = rows.map((row) => row.id);
  const { done, refused } = await manageSeveral(services, owner, ids, (documentId) =>
    inTransaction(db, (tx) => remindInTransaction(tx, services, owner, documentId)),
  );
  return { done, refused, next: rows.length === MAX_REMINDED ? rows.at(-1)!.line : null };
}
