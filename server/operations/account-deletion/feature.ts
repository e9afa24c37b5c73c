import type { Feature } from '../../foundation/http/feature.ts';
import type { AccountDeletionDeps } from './deps.ts';
import { watchClosing } from './close-account.ts';
import { closureRoutes } from './routes.ts';

export const openAccountDeletion = (services: AccountDeletionDeps): Feature => ({
  routes: [closureRoutes(services)],
  schedules: [() => watchClosing(services)],
});
