import type { Feature } from '../../foundation/http/feature.ts';
import type { DataRequestsDeps } from './deps.ts';
import { sendOwnDataMail, watchOwnDataAsks } from './request-own-data.ts';
import { dataRequestRoutes } from './routes.ts';

export const openDataRequests = (services: DataRequestsDeps): Feature => ({
  routes: [dataRequestRoutes(services)],
  jobs: { 'send-own-data-mail': ({ askId }) => sendOwnDataMail(services, askId) },
  schedules: [() => watchOwnDataAsks(services)],
});
