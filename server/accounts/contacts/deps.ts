import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { ParsingThread } from '../../foundation/parsing/parse-apart.ts';
import type { Clock } from '../../ports/clock.ts';

export type ContactsDeps = {
  db: Kysely<Schema>;
  parsing: ParsingThread;
  clock: Clock;
};
