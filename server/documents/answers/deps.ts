import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Clock } from '../../ports/clock.ts';

export type AnswersDeps = { db: Kysely<Schema>; clock: Clock };
