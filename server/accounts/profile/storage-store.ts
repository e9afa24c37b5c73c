import { sql, type Kysely } from 'kysely';
import { storageAllowance } from '#core/plan/allowance.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Tx } from '../../foundation/db/transaction.ts';
import { readPlan, type PlanRules } from '../../records/plan-store.ts';

/**
 * Returns the bytes of an account's files, including those of test documents. A file used by several rows,
 * such as a template and its documents, counts once.
 */
export async function storageUsed(db: Kysely<Schema>, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | number }>`
    SELECT coalesce(sum(size), 0) AS bytes FROM (
      SELECT sha256, max(size) AS size FROM (
        SELECT original_sha256 AS sha256, original_size AS size FROM documents WHERE account_id = ${accountId} AND files_kept
        UNION ALL SELECT base_sha256, base_size FROM documents WHERE account_id = ${accountId} AND files_kept
        UNION ALL SELECT sealed_sha256, sealed_size FROM documents WHERE account_id = ${accountId}
        UNION ALL SELECT original_sha256, original_size FROM templates WHERE account_id = ${accountId}
        UNION ALL SELECT base_sha256, base_size FROM templates WHERE account_id = ${accountId}
        UNION ALL SELECT original_sha256, original_size FROM template_versions WHERE account_id = ${accountId}
        UNION ALL SELECT base_sha256, base_size FROM template_versions WHERE account_id = ${accountId}
        UNION ALL SELECT sha256, size FROM joined_files WHERE account_id = ${accountId}
        UNION ALL SELECT sha256, size FROM attachments WHERE account_id = ${accountId}
      ) AS named WHERE sha256 IS NOT NULL GROUP BY sha256
    ) AS files`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Milliseconds for which a full count is reused. Later additions are added to it. */
const countedFor = 24 * 3_600_000;

/**
 * Returns an upper bound of `storageUsed` from the last count (0147), without reading all files; undefined if
 * they must be counted again. Sealed files are stored without a check, so those completed since the count are
 * added, with a margin of one day because clocks differ.
 */
async function storageAtMost(
  db: Kysely<Schema>,
  accountId: string,
  now: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ bytes: string | number }>`
    SELECT bytes + coalesce((SELECT sum(sealed_size) FROM documents
        WHERE documents.account_id = storage_counts.account_id AND status = 'completed'
          AND completed_at > counted_at - interval '1 day'), 0) AS bytes
      FROM storage_counts
     WHERE account_id = ${accountId} AND counted_at BETWEEN ${new Date(now - countedFor)} AND ${new Date(now)}`.execute(
    db,
  );
  return rows[0] && Number(rows[0].bytes);
}

/**
 * Checks the storage limit before expensive work starts. `lockStorageUsage` makes the final decision. Without
 * plans there is no limit.
 */
export async function refuseStorage(
  db: Kysely<Schema>,
  accountId: string,
  bytes: number,
  rules: PlanRules,
): Promise<Refusal | undefined> {
  if (rules.plans === 'off') return undefined;
  const plan = await readPlan(db, accountId, rules);
  const atMost = await storageAtMost(db, accountId, rules.clock());
  if (atMost !== undefined && !storageAllowance(plan, atMost, bytes)) return undefined;
  return storageAllowance(plan, await storageUsed(db, accountId), bytes);
}

/**
 * Checks whether the account may store this many more bytes, and counts them. Holds a lock until the
 * transaction ends, so that concurrent requests cannot exceed the limit together.
 */
export async function lockStorageUsage(
  tx: Tx,
  accountId: string,
  bytes: number,
  rules: PlanRules,
): Promise<Refusal | undefined> {
  if (rules.plans === 'off') return undefined;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`storage ${accountId}`}, 0))`.execute(tx);
  const now = rules.clock();
  const plan = await readPlan(tx, accountId, rules);
  const atMost = await storageAtMost(tx, accountId, now);
  if (atMost !== undefined && !storageAllowance(plan, atMost, bytes)) {
    await countStorage(tx, accountId, bytes);
    return undefined;
  }
  const used = await storageUsed(tx, accountId);
  const refused = storageAllowance(plan, used, bytes);
  if (!refused) await saveCount(tx, accountId, used + bytes, now);
  return refused;
}

/** Counts bytes that are stored without a check. The caller holds the lock of `lockStorageUsage`. */
export async function countStorage(tx: Tx, accountId: string, bytes: number): Promise<void> {
  await tx
    .updateTable('storage_counts')
    .set((row) => ({ bytes: row('bytes', '+', bytes) }))
    .where('account_id', '=', accountId)
    .execute();
}

async function saveCount(tx: Tx, accountId: string, bytes: number, now: number): Promise<void> {
  const counted = { bytes, counted_at: new Date(now) };
  await tx
    .insertInto('storage_counts')
    .values({ account_id: accountId, ...counted })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(counted))
    .execute();
}
