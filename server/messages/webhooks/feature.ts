import type { Feature } from '../../foundation/http/feature.ts';
import type { WebhooksDeps } from './deps.ts';
import { webhookRoutes } from './routes.ts';
import { watchWebhooks } from './watch-deliveries.ts';

export const openWebhooks = (services: WebhooksDeps): Feature => ({
  routes: [webhookRoutes(services)],
  schedules: [() => watchWebhooks(services)],
});
