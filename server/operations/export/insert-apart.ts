import { sql } from 'kysely';
import type { Tx } from '../../foundation/db/transaction.ts';
import { ImportRefused } from './import-refused.ts';

/**
 * Runs `act` in a savepoint, which is rolled back if the database rejects the rows. Returns the reason as a
 * sentence.
 */
export async function insertInSavepoint(tx: Tx, act: () => Promise<void>): Promise<string | undefined> {
  await sql`SAVEPOINT one_part`.execute(tx);
  try {
    await act();
    await sql`RELEASE SAVEPOINT one_part`.execute(tx);
    return undefined;
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    await sql`ROLLBACK TO SAVEPOINT one_part`.execute(tx);
    return error.message;
  }
}
