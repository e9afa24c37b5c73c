import type { Feature } from '../../foundation/http/feature.ts';
import type { BulkDeps } from './deps.ts';
import { watchOldRows } from './delete-old-rows.ts';
import { bulkRoutes } from './routes.ts';
import { sendBulk } from './send-bulk.ts';

export const openBulk = (services: BulkDeps): Feature => ({
  routes: [bulkRoutes(services)],
  jobs: { 'send-bulk': ({ accountId, bulkId }, job) => sendBulk(services, { accountId, id: bulkId }, job) },
  schedules: [() => watchOldRows(services)],
});
