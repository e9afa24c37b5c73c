import { sql, type Kysely } from 'kysely';
import { storageAllowance } from '#core/plan/allowance.ts';
import type { Refusal } from '#core/refusal.ts';
import type { Schema } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';
import { readPlan, type PlanRules } from '../records/plan-store.ts';

/** Bytes of an account's files. One that several of its rows share, as of a template and its documents, counts once. */
export async function storageUsed(db: Kysely<Schema>, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | number }>`
    SELECT coalesce(sum(size), 0) AS bytes FROM (
      SELECT sha256, max(size) AS size FROM (
        SELECT original_sha256 AS sha256, original_size AS size FROM documents WHERE account_id = ${accountId} AND files_kept AND NOT test
        UNION ALL SELECT base_sha256, base_size FROM documents WHERE account_id = ${accountId} AND files_kept AND NOT test
        UNION ALL SELECT sealed_sha256, sealed_size FROM documents WHERE account_id = ${accountId} AND NOT test
        UNION ALL SELECT original_sha256, original_size FROM templates WHERE account_id = ${accountId}
        UNION ALL SELECT base_sha256, base_size FROM templates WHERE account_id = ${accountId}
        UNION ALL SELECT sha256, size FROM attachments WHERE account_id = ${accountId}
           AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.account_id = attachments.account_id AND documents.id = document_id AND test)
      ) AS named WHERE sha256 IS NOT NULL GROUP BY sha256
    ) AS files`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Asked before the work is done; decided by holdStorage. Without plans nothing is limited. */
export async function refuseStorage(
  db: Kysely<Schema>,
  accountId: string,
  bytes: number,
  rules: PlanRules,
): Promise<Refusal | undefined> {
  if (rules.plans === 'off') return undefined;
  const plan = await readPlan(db, accountId, rules);
  return storageAllowance(plan, await storageUsed(db, accountId), bytes);
}

/**
 * Whether the account may keep so many bytes more. Until the transaction ends no other one of the account is
 * answered, so that a hundred at once cannot pass the limit together.
 */
export async function holdStorage(
  tx: Tx,
  accountId: string,
  bytes: number,
  rules: PlanRules,
): Promise<Refusal | undefined> {
  if (rules.plans === 'off') return undefined;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`storage ${accountId}`}, 0))`.execute(tx);
  return refuseStorage(tx, accountId, bytes, rules);
}
