import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlanSetting } from '../../records/plan-store.ts';

export type ForYouDeps = {
  db: Kysely<Schema>;
  clock: Clock;
  plans: PlanSetting;
  /** Key that authenticates signing links. */
  linkKey: Uint8Array;
};
