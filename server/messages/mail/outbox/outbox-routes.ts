import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { mailPaths, pathOf } from '#contract/paths.ts';
import { mailRows } from '#contract/messages/mail-routes.ts';
import { sendPage } from '../../../foundation/http/pages/plain-page.ts';
import { burstLimiter, burstLimits } from '../../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../../foundation/http/input/client-of.ts';
import type { App } from '../../../foundation/http/fastify-app.ts';
import { requestAppLanguage } from '../../../foundation/http/input/request-language.ts';
import { sendsSecretPage, sendsUploadedBytes } from '../../../foundation/http/security-headers.ts';
import { authenticates, serve } from '../../../foundation/http/serve.ts';
import { deriveSecret } from '../../../foundation/crypto/secret-key.ts';
import type { MailDeps } from '../deps.ts';
import { isOutboxKey, isOutboxPass, OPERATOR_KEY_LIFETIME_MS, outboxPass } from './operator-key.ts';
import { outboxGonePage, outboxLockedPage, outboxMailPage, outboxPage } from './outbox-pages.ts';
import { listOutbox, readOutboxMail } from './read-outbox.ts';

declare module '../../../foundation/http/serve.ts' {
  interface Callers {
    operator: object;
  }
}

const cookieName = 'outbox';

/**
 * The operator's read-only view of the outbox. Its emails contain signing links, so a session gives no
 * access. The key is available only to people who can read the server's console or data folder, and who could
 * therefore read the files anyway (decision 0015).
 */
export function outboxRoutes(app: App, { clock, config }: Pick<MailDeps, 'clock' | 'config'>): void {
  const secret = deriveSecret(config.secretKey, 'outbox pass');
  const folder = join(config.dataDir, 'outbox');
  const wrong = burstLimiter(burstLimits.wrongSigningLink, clock);
  const overTls = config.publicUrl.startsWith('https:');

  authenticates(app, 'operator', {
    async caller(request, reply) {
      sendsSecretPage(reply);
      const { key } = request.query as { key?: unknown };
      if (typeof key === 'string') {
        const wait = wrong.waitFor(clientOf(request));
        if (wait === 0) wrong.count(clientOf(request));
        if (wait === 0 && (await isOutboxKey(config.dataDir, key))) {
          wrong.forget(clientOf(request));
          return letIn(reply);
        }
      }
      if (isOutboxPass(secret, request.cookies[cookieName] ?? '', clock())) return {};
      return sendPage(reply.code(403), outboxLockedPage(requestAppLanguage(request.headers)));
    },
  });

  /** The immediate redirect removes the key from the address bar and the browser history. */
  function letIn(reply: FastifyReply): FastifyReply {
    const path = pathOf(mailPaths.showOutbox);
    const cookie = { path, httpOnly: true, sameSite: 'lax' as const, secure: overTls };
    reply.setCookie(cookieName, outboxPass(secret, clock()), {
      ...cookie,
      maxAge: OPERATOR_KEY_LIFETIME_MS / 1000,
    });
    return reply.redirect(path, 303);
  }

  serve(app, mailRows.showOutbox, async ({ query: { page }, request, reply }) => {
    const pageNumber = /^\d{1,6}$/.test(page ?? '') ? Number(page) : 1;
    const list = await listOutbox(folder, pageNumber);
    return sendPage(
      reply,
      outboxPage(requestAppLanguage(request.headers), list, config.smtpUrl === undefined),
    );
  });

  serve(app, mailRows.showOutboxMail, async ({ params, request, reply }) => {
    const language = requestAppLanguage(request.headers);
    const mail = await readOutboxMail(folder, params.name);
    if (!mail) return sendPage(reply.code(404), outboxGonePage(language));
    return sendPage(reply, outboxMailPage(language, mail, config.publicUrl));
  });

  serve(app, mailRows.readOutboxFile, async ({ params, request, reply }) => {
    const mail = await readOutboxMail(folder, params.name);
    const file = mail?.attachments[/^\d{1,3}$/.test(params.index) ? Number(params.index) : -1];
    if (!file) return sendPage(reply.code(404), outboxGonePage(requestAppLanguage(request.headers)));
    sendsUploadedBytes(reply, {
      name: file.filename,
      mediaType: file.mediaType,
      disposition: 'attachment',
    });
    return reply.send(Buffer.from(file.bytes));
  });
}
