import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import type { SealKey } from '../../ports/seal-key.ts';
import type { TimestampAuthorities } from '../../ports/timestamps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TrailLog } from '../log/open-log.ts';

export type VerificationDeps = {
  db: Kysely<Schema>;
  pdf: PdfEngine;
  key: SealKey;
  /** Timestamp authorities. If undefined, times come from our own clock. */
  timestamps: TimestampAuthorities | undefined;
  clock: Clock;
  log: TrailLog;
};
