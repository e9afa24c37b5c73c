import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { SealedTrails } from '../../records/trail/sealed-trails.ts';

export type AuditDeps = {
  db: Kysely<Schema>;
  sealedTrails: SealedTrails;
};
