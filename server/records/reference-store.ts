import { sql, type RawBuilder } from 'kysely';
import {
  externalIdTaken,
  readReference,
  type AskedReference,
  type Metadata,
} from '#core/document/reference.ts';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Tx } from '../foundation/db/transaction.ts';

type Scope = {
  accountId: string;
  /** True for test documents, which have separate external IDs. */
  test?: boolean | undefined;
  /** The document or template that gets the external ID. */
  except?: string;
};

/**
 * Refuses an external ID that must be unique but belongs to another document (even in the bin) or template of
 * the account. The lock lasts until the transaction ends.
 */
export async function refuseTakenId(
  tx: Tx,
  table: 'documents' | 'templates',
  { accountId, test = false, except }: Scope,
  { externalId, uniqueExternalId }: AskedReference,
): Promise<Refusal | undefined> {
  if (!externalId || !uniqueExternalId) return undefined;
  const lock = `external id ${table} ${accountId} ${externalId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
  const taken = await tx
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .$if(except !== undefined, (rows) => rows.where('id', '<>', except!))
    .$if(table === 'documents', (rows) => rows.where(sql<boolean>`test = ${test}`))
    .limit(1)
    .executeTakeFirst();
  return taken && externalIdTaken(externalId);
}

/** Matches documents or templates with exactly this external ID and at least these metadata pairs. */
export type ReferenceFilter = { externalId?: string | undefined; metadata?: Metadata | undefined };

/**
 * Returns the SQL condition of a filter. It compares the pairs themselves, because two pairs may have the
 * same key in the index (0203).
 */
export function hasReference(
  table: 'documents' | 'templates',
  accountId: string,
  { externalId, metadata = {} }: ReferenceFilter,
): RawBuilder<boolean> {
  const wanted = readReference({ externalId, metadata });
  // A text that could never have been stored matches nothing.
  if (isRefusal(wanted)) return sql<boolean>`false`;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const pairs = JSON.stringify(wanted.metadata);
  // Read as an array, so that PostgreSQL uses the index of external IDs in any sort order of the list.
  const isId = sql<boolean>`${column('id')} = ANY (ARRAY(SELECT named.id FROM ${sql.table(table)} AS named
    WHERE named.account_id = ${accountId} AND named.external_id = ${wanted.externalId}))`;
  const hasPairs = sql<boolean>`${column('metadata')} @> ${pairs}::jsonb AND ${column('metadata')} <> '{}'
    AND metadata_keys(${column('account_id')}, ${column('metadata')}) @> metadata_keys(${accountId}, ${pairs}::jsonb)`;
  const parts = [...(wanted.externalId ? [isId] : []), ...(pairs === '{}' ? [] : [hasPairs])];
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` AND `)}`;
}
