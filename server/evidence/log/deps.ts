import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { TimestampAuthorities } from '../../ports/timestamps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TrailLog } from './open-log.ts';

export type LogDeps = {
  db: Kysely<Schema>;
  /** Timestamp authorities. If undefined, times come from our own clock. */
  timestamps: TimestampAuthorities | undefined;
  clock: Clock;
  log: TrailLog;
};
