import type { Config } from '../../foundation/config/config.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { OutboundPost } from '../../ports/outbound-post.ts';
import type { DomainRecords } from '../../ports/domain-records.ts';
import type { Clock } from '../../ports/clock.ts';

export type SignInDeps = {
  config: Config;
  db: Kysely<Schema>;
  outbound: OutboundPost;
  domains: DomainRecords;
  clock: Clock;
};
