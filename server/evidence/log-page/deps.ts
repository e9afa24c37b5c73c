import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { TrailLog } from '../log/open-log.ts';

export type LogPageDeps = {
  config: Config;
  db: Kysely<Schema>;
  log: TrailLog;
};
