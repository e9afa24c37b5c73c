import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** What a list row says beside the document itself. */
export type Counts = { recipients: number; acting: number; acted: number; fields: number };

export const noParts: Counts = { recipients: 0, acting: 0, acted: 0, fields: 0 };

/** How many recipients and fields each of these documents has, in one look at each table. */
export async function countParts(
  db: Kysely<Schema>,
  accountId: string,
  ids: string[],
): Promise<Map<string, Counts>> {
  if (ids.length === 0) return new Map();
  const recipients = await db
    .selectFrom('recipients')
    .select('document_id')
    .select((count) => [
      count.fn.countAll<number>().as('recipients'),
      count.fn.countAll<number>().filterWhere('role', 'in', ['signer', 'approver']).as('acting'),
      count.fn.countAll<number>().filterWhere('status', 'in', ['signed', 'approved']).as('acted'),
    ])
    .where('account_id', '=', accountId)
    .where('document_id', 'in', ids)
    .groupBy('document_id')
    .execute();
  const fields = await db
    .selectFrom('fields')
    .select('document_id')
    .select((count) => count.fn.countAll<number>().as('fields'))
    .where('account_id', '=', accountId)
    .where('document_id', 'in', ids)
    .groupBy('document_id')
    .execute();
  const byId = new Map(ids.map((id): [string, Counts] => [id, { ...noParts }]));
  for (const row of recipients) {
    const { recipients: all, acting, acted } = row;
    Object.assign(byId.get(row.document_id)!, {
      recipients: Number(all),
      acting: Number(acting),
      acted: Number(acted),
    });
  }
  for (const row of fields) byId.get(row.document_id)!.fields = Number(row.fields);
  return byId;
}
