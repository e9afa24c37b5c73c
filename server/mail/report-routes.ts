import { mailRows } from '#contract/routes/mail.ts';
import { refuse } from '#core/refusal.ts';
import { isSame } from '../crypto/is-same.ts';
import type { App } from '../http/fastify-app.ts';
import { sendRefusal } from '../http/problems.ts';
import { proves, serve } from '../http/serve.ts';
import type { Services } from '../services.ts';
import { takeReport } from './take-report.ts';

declare module '../http/serve.ts' {
  interface Callers {
    'mail-server': object;
  }
}

/**
 * Where the operator's mail server hands in what came back as undeliverable: the message as it is, with the secret
 * that both know. Whatever can be read is answered 200, also where it says nothing to us: the server has done its
 * part, and would only send a 'no' on to somebody else.
 */
export function reportRoutes(app: App, services: Services, secret: string): void {
  proves(app, 'mail-server', {
    // Before the body is read: nobody else makes us hold 20 MB.
    onRequest: async (request, reply) =>
      isSame(request.headers.authorization ?? '', `Bearer ${secret}`)
        ? undefined
        : sendRefusal(reply, unknown),
    caller: async () => ({}),
  });
  serve(app, mailRows.takeBounce, async ({ request: { body } }) => {
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return { noted: await takeReport(services, raw) };
  });
}

const unknown = refuse(
  'not-signed-in',
  'This address takes reports of the mail server of this installation only.',
);
