import { acceptRawBodies } from '../../foundation/http/input/read-bytes.ts';
import { isOutboxInUse } from '../../foundation/config/config.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import type { MailDeps } from './deps.ts';
import { choiceRoutes } from './choices/choice-routes.ts';
import { outboxRoutes } from './outbox/outbox-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { unsubscribeRoutes } from './choices/unsubscribe-routes.ts';

/** Parses forms and messages from mail programs and mail servers regardless of their content type. */
export function mailRoutes(services: MailDeps): Routes {
  const { bounces } = services.config;
  return (app) => {
    acceptRawBodies(app);
    unsubscribeRoutes(app, services);
    choiceRoutes(app, services);
    if (isOutboxInUse(services.config)) outboxRoutes(app, services);
    if (bounces) reportRoutes(app, services, bounces.secret);
  };
}
