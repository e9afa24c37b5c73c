import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Clock } from '../../ports/clock.ts';

export type ProfileDeps = {
  db: Kysely<Schema>;
  files: FileStore;
  clock: Clock;
};
