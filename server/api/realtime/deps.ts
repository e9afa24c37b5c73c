import type { Database } from '../../foundation/db/database.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Clock } from '../../ports/clock.ts';

export type RealtimeDeps = {
  database: Database;
  db: Kysely<Schema>;
  clock: Clock;
  /** Key for verifying signing links. */
  linkKey: Uint8Array;
};
