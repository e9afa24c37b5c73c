import { mailRows } from '#contract/messages/mail-routes.ts';
import { refuse } from '#core/refusal.ts';
import { isSame } from '../../foundation/crypto/is-same.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { sendRefusal } from '../../foundation/http/problems.ts';
import { authenticates, serve } from '../../foundation/http/serve.ts';
import type { MailDeps } from './deps.ts';
import { ingestDeliveryReport } from './ingest-delivery-report.ts';

declare module '../../foundation/http/serve.ts' {
  interface Callers {
    'mail-server': object;
  }
}

/**
 * The endpoint to which the operator's mail server posts bounces: the raw message, with a shared secret.
 * Anything readable gets a 200, even if it concerns none of our emails, because an error would make the
 * server send a bounce to a third party.
 */
export function reportRoutes(app: App, services: MailDeps, secret: string): void {
  authenticates(app, 'mail-server', {
    // Before the body is read, so that no one without the secret can make us buffer 20 MB.
    onRequest: async (request, reply) =>
      isSame(request.headers.authorization ?? '', `Bearer ${secret}`)
        ? undefined
        : sendRefusal(reply, unknown),
    caller: async () => ({}),
  });
  serve(app, mailRows.receiveBounce, async ({ request: { body } }) => {
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return { noted: await ingestDeliveryReport(services, raw) };
  });
}

const unknown = refuse('not-signed-in', 'This endpoint accepts reports from this server’s mail server only.');
