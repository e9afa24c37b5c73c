import type { Kysely } from 'kysely';
import { isRefusal, type Refusal } from '#core/refusal.ts';
import type { Schema } from './schema.ts';
import { inTransaction, type Tx } from './transaction.ts';

/** Thrown to roll back a transaction, with the result to return. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('rolled back on purpose');
    this.result = result;
  }
}

async function resultOf<T>(transaction: Promise<T>): Promise<T> {
  try {
    return await transaction;
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

/** Runs the work in a transaction that is always rolled back. Returns the result of the work. */
export function rehearse<T>(db: Kysely<Schema>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return resultOf(
    inTransaction<T>(db, async (tx) => {
      throw new RolledBack(await work(tx));
    }),
  );
}

/** Like `inTransaction`, but rolls everything back if the work returns a refusal. */
export function unlessRefused<T>(
  db: Kysely<Schema>,
  work: (tx: Tx) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return resultOf<T | Refusal>(
    inTransaction(db, async (tx) => {
      const result = await work(tx);
      if (isRefusal(result)) throw new RolledBack(result);
      return result;
    }),
  );
}
