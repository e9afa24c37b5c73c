import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** A running transaction. Inside one use only this: a query on the side would wait for it, or not see it. */
export type Tx = Transaction<Schema>;

const TRIES = 5;

/** SQLSTATEs after which the same work may succeed at once: the server chose us to give way. */
const GAVE_WAY = new Set(['40001' /* serialization_failure */, '40P01' /* deadlock_detected */]);

/**
 * Runs the work in one transaction: committed when it returns, rolled back when it throws. Work that had to
 * give way to another transaction is run again, so it must do nothing outside of `tx`.
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

/** The SQLSTATE of an error that came from the database ('23505' unique_violation, …). */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
