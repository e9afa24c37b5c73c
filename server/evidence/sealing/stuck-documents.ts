import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';

/** SQL condition for documents whose seal, or whose separate files, could not be made yet. */
export const isStuck = sql<boolean>`(documents.seal_problem IS NOT NULL AND (documents.status = 'sealing'
  OR documents.status = 'completed' AND documents.sealed_sha256 IS NOT NULL AND documents.sealed_files IS NULL))`;

/**
 * A fully signed document whose seal, or whose separate files, could not be made. `since` is the time of its
 * last signature.
 */
export type StuckDocument = { accountId: string; id: string; since: Date; pages: number; problem: string };

/**
 * Returns the stuck documents of all accounts, oldest first. The list is for the operator, so it contains no
 * titles, names or addresses.
 */
export async function stuckDocuments(db: Kysely<Schema>): Promise<StuckDocument[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['account_id', 'id', 'updated_at', 'pages', 'seal_problem'])
    .select((each) =>
      each
        .selectFrom('signatures')
        .whereRef('signatures.account_id', '=', 'documents.account_id')
        .whereRef('signatures.document_id', '=', 'documents.id')
        .select(({ fn }) => fn.max('signed_at').as('at'))
        .as('signed'),
    )
    .where(isStuck)
    .execute();
  return rows
    .map((row) => ({
      accountId: row.account_id,
      id: row.id,
      since: row.signed ?? row.updated_at,
      pages: (row.pages as unknown[]).length,
      problem: row.seal_problem ?? '',
    }))
    .sort((one, other) => one.since.getTime() - other.since.getTime());
}
