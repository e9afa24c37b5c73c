import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/file-store.ts';

/** What the settings of members work with; put together in product.ts. */
export type MemberServices = { db: Kysely<Schema>; files: FileStore; clock: Clock };
