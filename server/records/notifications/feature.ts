import type { Feature } from '../../foundation/http/feature.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '../../foundation/db/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import { noticeRoutes } from './routes.ts';
import { watchOldNotices } from './delete-old-notices.ts';

export const openNotifications = (services: { db: Kysely<Schema>; clock: Clock }): Feature => ({
  routes: [noticeRoutes(services)],
  schedules: [() => watchOldNotices(services.db, services.clock)],
});
