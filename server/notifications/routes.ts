import type { Config } from '../config.ts';
import type { Feature } from '../http/fastify-app.ts';
import { deriveSecret } from '../secret-key.ts';
import { reportRoutes } from './report-routes.ts';
import type { ReportServices } from './take-report.ts';
import { unsubscribeRoutes } from './unsubscribe-routes.ts';

/** What mail programs and mail servers ask of us: forms and messages, whatever they call them. */
export function mailRoutes(services: ReportServices & { config: Config }): Feature {
  const { secretKey, bounces } = services.config;
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    unsubscribeRoutes(app, { ...services, key: deriveSecret(secretKey, 'unsubscribe') });
    if (bounces) reportRoutes(app, services, bounces.secret);
  };
}
