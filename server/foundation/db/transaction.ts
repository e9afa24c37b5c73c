import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * A running transaction. Code inside it must not use another connection, which would wait for this
 * transaction or not see its changes.
 */
export type Tx = Transaction<Schema>;

const TRIES = 5;

/** SQLSTATEs of transactions that the server chose to abort. Their work can be retried immediately. */
const GAVE_WAY = new Set(['40001' /* serialization_failure */, '40P01' /* deadlock_detected */]);

/**
 * Runs the work in a transaction that commits when the work returns and rolls back when it throws. Runs the
 * work again if the server aborted it in favor of another transaction, so the work must have no effects
 * outside `tx`.
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

/** Returns the SQLSTATE of a database error ('23505' unique_violation, …). */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
