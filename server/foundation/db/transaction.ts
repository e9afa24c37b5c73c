import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * A running transaction. Code inside must only use this, because another connection would wait for it or not
 * see its changes.
 */
export type Tx = Transaction<Schema>;

const TRIES = 5;

/**
 * SQLSTATEs after which the same work can be retried immediately, because the server chose to abort this
 * transaction.
 */
const GAVE_WAY = new Set(['40001' /* serialization_failure */, '40P01' /* deadlock_detected */]);

/**
 * Runs the work in a transaction: commits when it returns, rolls back when it throws. Work that was aborted
 * in favor of another transaction is run again, so it must have no effects outside `tx`.
 */
export async function inTransaction<T>(db: Kysely<Schema>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tried === TRIES || !GAVE_WAY.has(sqlState(error) ?? '')) throw error;
    }
  }
}

/** The SQLSTATE of a database error ('23505' unique_violation, …). */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
