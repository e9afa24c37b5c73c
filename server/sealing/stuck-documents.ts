import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** A document that everybody has signed and that could not be sealed; `since` is when its last signature came. */
export type StuckDocument = { accountId: string; id: string; since: Date; pages: number; problem: string };

/** Of all accounts, the oldest first. For the operator, so without a title, a name or an address. */
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
    .where('status', '=', 'sealing')
    .where('seal_problem', 'is not', null)
    .execute();
  return rows
    .map((row) => ({
      ...{ accountId: row.account_id, id: row.id, since: row.signed ?? row.updated_at },
      ...{ pages: (row.pages as unknown[]).length, problem: row.seal_problem ?? '' },
    }))
    .sort((one, other) => one.since.getTime() - other.since.getTime());
}
