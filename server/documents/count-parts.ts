import { sql, type Kysely } from 'kysely';
import type { RecipientRole, RecipientStatus } from '#core/recipient/recipient.ts';
import { personInList, type PersonInList } from '#core/recipient/in-list.ts';
import type { Schema } from '../foundation/db/schema.ts';

/** Counts shown in a list row. `people` contains the first recipients in signing order. */
export type Parts = {
  recipients: number;
  acting: number;
  acted: number;
  fields: number;
  people: readonly PersonInList[];
};

export const noParts: Parts = { recipients: 0, acting: 0, acted: 0, fields: 0, people: [] };

/** Maximum number of recipients per document that are read for a list. */
const maxExamined = 40;

/**
 * Counts recipients and fields of each document and returns the first recipients, with one query per table.
 */
export async function countParts(
  db: Kysely<Schema>,
  accountId: string,
  ids: string[],
): Promise<Map<string, Parts>> {
  if (ids.length === 0) return new Map();
  const recipients = await sql<Row>`
    SELECT document_id, name, email, role, status, recipients, acting, acted
    FROM (
      SELECT document_id, name, email, role, status, turn, id,
        count(*) OVER whole AS recipients,
        count(*) FILTER (WHERE role IN ('signer', 'approver')) OVER whole AS acting,
        count(*) FILTER (WHERE status IN ('signed', 'approved')) OVER whole AS acted,
        row_number() OVER (PARTITION BY document_id ORDER BY turn, id) AS place
      FROM recipients
      WHERE account_id = ${accountId} AND document_id IN (${sql.join(ids)})
      WINDOW whole AS (PARTITION BY document_id)
    ) AS ranked
    WHERE place <= ${maxExamined}
    ORDER BY document_id, place`.execute(db);
  const fields = await db
    .selectFrom('fields')
    .select('document_id')
    .select((count) => count.fn.countAll<number>().as('fields'))
    .where('account_id', '=', accountId)
    .where('document_id', 'in', ids)
    .groupBy('document_id')
    .execute();
  const byId = new Map(ids.map((id): [string, Parts] => [id, noParts]));
  for (const row of recipients.rows) {
    const before = byId.get(row.document_id) ?? noParts;
    byId.set(row.document_id, {
      recipients: Number(row.recipients),
      acting: Number(row.acting),
      acted: Number(row.acted),
      fields: 0,
      people: [...before.people, personInList(row)],
    });
  }
  for (const row of fields) {
    const parts = byId.get(row.document_id) ?? noParts;
    byId.set(row.document_id, { ...parts, fields: Number(row.fields) });
  }
  return byId;
}

type Row = {
  document_id: string;
  name: string;
  email: string;
  role: RecipientRole;
  status: RecipientStatus;
  recipients: string;
  acting: string;
  acted: string;
};
