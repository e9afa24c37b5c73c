import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { JobQueue } from '../../foundation/jobs/job-queue.ts';
import type { OutboundPost } from '../../ports/outbound-post.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';

export type WebhooksDeps = {
  db: Kysely<Schema>;
  jobs: JobQueue;
  outbound: OutboundPost;
  clock: Clock;
  plans: PlanSetting;
  publicUrl: string;
  /** Key that encrypts the signing secrets of webhooks. */
  webhookKey: Buffer;
};
