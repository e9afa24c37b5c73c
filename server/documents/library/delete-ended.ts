import type { ExpressionBuilder } from 'kysely';
import { retentionCutoff } from '#core/document/retention.ts';
import type { EventType } from '#core/trail/event.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import type { LibraryDeps } from './deps.ts';
import { binInTransaction } from './bin-documents.ts';
import { batch } from './purge-documents.ts';

const ends: EventType[] = ['document_completed', 'document_declined', 'document_voided', 'document_expired'];

/**
 * Moves documents to the bin that ended longer ago than their account's rule allows. They can be restored for
 * thirty days. A deletion by a member runs the same checks, so a legal hold also prevents automatic deletion.
 */
export async function deleteEnded(services: LibraryDeps): Promise<void> {
  const { db, clock } = services;
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'delete_after_months as months'])
    .where('delete_after_months', 'is not', null)
    .execute();
  for (const { id: accountId, months } of accounts) {
    const before = new Date(retentionCutoff(clock(), months!));
    for (let after = ''; ;) {
      const due = await db
        .selectFrom('documents')
        .select('id')
        .where('account_id', '=', accountId)
        .where('status', 'in', ['completed', 'declined', 'voided', 'expired'])
        .where('deleted_at', 'is', null)
        .where(endOf, '<', before)
        // Excludes documents that were restored since they ended, because the rule would delete them again.
        .where((row) => row.or([row('restored_at', 'is', null), row('restored_at', '<', endOf(row))]))
        .$if(after !== '', (rows) => rows.where('id', '>', after))
        .orderBy('id')
        .limit(batch)
        .execute();
      const ids = due.map(({ id }) => id);
      // No user is recorded, so the bin shows no name for automatic deletions.
      if (ids.length > 0)
        await inTransaction(db, (tx) => binInTransaction(tx, services, { accountId, userId: null }, ids));
      if (ids.length < batch) break;
      after = ids.at(-1)!;
    }
  }
}

/** The latest end counts, because an expired document may have been extended. */
const endOf = (row: ExpressionBuilder<Schema, 'documents'>) =>
  row
    .selectFrom('events')
    .select((of) => of.fn.max('events.occurred_at').as('at'))
    .whereRef('events.account_id', '=', 'documents.account_id')
    .whereRef('events.document_id', '=', 'documents.id')
    .where('events.type', 'in', ends);
