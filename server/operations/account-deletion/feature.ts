import type { Feature } from '../../foundation/http/feature.ts';
import type { AccountDeletionDeps } from './deps.ts';
import { watchClosing } from './close-account.ts';
import { closingRoutes } from './routes.ts';

export const openAccountDeletion = (services: AccountDeletionDeps): Feature => ({
  routes: [closingRoutes(services)],
  schedules: [() => watchClosing(services)],
});
