import { mailRows } from '#contract/messages/mail-routes.ts';
import { refuse } from '#core/refusal.ts';
import { isSame } from '../../foundation/crypto/is-same.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { sendRefusal } from '../../foundation/http/problems.ts';
import { authenticates, serve } from '../../foundation/http/serve.ts';
import type { MailDeps } from './deps.ts';
import { inTransaction } from '../../foundation/db/transaction.ts';
import { readDeliveryReport, verdictOn } from './delivery-report.ts';
import { findReportedMail } from './mail-store.ts';
import { recordDelivery } from './record-delivery.ts';

declare module '../../foundation/http/serve.ts' {
  interface Callers {
    'mail-server': object;
  }
}

/**
 * The endpoint to which the operator's mail server posts bounces: the raw message, with a shared secret. Any
 * readable message gets a 200, even if it is not about our emails. An error would make the mail server bounce
 * it to a third party.
 */
export function reportRoutes(app: App, services: MailDeps, secret: string): void {
  authenticates(app, 'mail-server', {
    // Checked before the body is read, so that no one without the secret can make the server buffer 20 MB.
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

/**
 * Processes a message that a mail server returned (F-06). Returns true if something was recorded. Duplicates,
 * reports about other emails, and messages that are no reports change nothing.
 */
async function ingestDeliveryReport(
  services: Pick<MailDeps, 'db' | 'jobs' | 'clock'>,
  raw: Uint8Array,
): Promise<boolean> {
  const report = await readDeliveryReport(raw);
  for (const id of report?.mailIds ?? []) {
    const mail = await findReportedMail(services.db, id);
    if (!mail) continue;
    const verdict = verdictOn(report!, mail.to_address);
    if (!verdict) return false;
    return inTransaction(services.db, (tx) =>
      recordDelivery(tx, services, mail, verdict, { reported: true }),
    );
  }
  return false;
}
