import { takeBytes } from '../http/take-bytes.ts';
import { isOutboxInUse } from '../config.ts';
import type { Feature } from '../http/fastify-app.ts';
import type { Services } from '../services.ts';
import { choiceRoutes } from './choice-routes.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { unsubscribeRoutes } from './unsubscribe-routes.ts';

/** Requests of mail programs and mail servers: forms and messages, whatever they call them. */
export function mailRoutes(services: Services): Feature {
  const { bounces } = services.config;
  return (app) => {
    takeBytes(app);
    unsubscribeRoutes(app, services);
    choiceRoutes(app, services);
    if (isOutboxInUse(services.config)) outboxRoutes(app, services);
    if (bounces) reportRoutes(app, services, bounces.secret);
  };
}
