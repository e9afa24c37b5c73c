import { sql, type Kysely } from 'kysely';
import type { Thanks } from '#core/form/thanks.ts';
import type { Schema } from '../../foundation/db/schema.ts';

/**
 * Returns the message that the form of a document shows to the visitor who requested it; null for other
 * recipients and documents.
 */
export async function thanksFor(
  db: Kysely<Schema>,
  { accountId, documentId }: { accountId: string; documentId: string },
  { email }: { email: string },
): Promise<Thanks | null> {
  const row = await db
    .selectFrom('form_entries as entry')
    .innerJoin('public_forms as form', (join) =>
      join
        .onRef('form.account_id', '=', 'entry.account_id')
        .onRef('form.template_id', '=', 'entry.template_id'),
    )
    .select('form.thanks')
    .where('entry.account_id', '=', accountId)
    .where('entry.document_id', '=', documentId)
    .where(sql`lower(entry.email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return (row?.thanks ?? null) as Thanks | null;
}
