import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { burstLimiter, burstLimits } from '../http/burst-limiter.ts';
import type { App } from '../http/fastify-app.ts';
import { requestLanguage } from '../http/request-language.ts';
import { sendsSecretPage, sendsUploadedBytes } from '../http/security-headers.ts';
import { deriveSecret } from '../crypto/secret-key.ts';
import type { Services } from '../services.ts';
import { isOutboxKey, isOutboxPass, letInFor, outboxPass, outboxPath } from './operator-key.ts';
import { outboxGonePage, outboxLockedPage, outboxMailPage, outboxPage } from './outbox-pages.ts';
import { listOutbox, readOutboxMail } from './read-outbox.ts';

const cookieName = 'outbox';

/**
 * The outbox for the operator, read-only. Its mails hold signing links, so being signed in counts for nothing here: only
 * who can read the server's console or its data folder has the key, and could read the files anyway (decision 0015).
 */
export function outboxRoutes(app: App, { clock, config }: Pick<Services, 'clock' | 'config'>): void {
  const secret = deriveSecret(config.secretKey, 'outbox pass');
  const folder = join(config.dataDir, 'outbox');
  const wrong = burstLimiter(burstLimits.wrongSigningLink, clock);
  const overTls = config.publicUrl.startsWith('https:');

  /** Sends the page for strangers and answers true, unless the browser was let in. */
  function isStranger(request: FastifyRequest, reply: FastifyReply): boolean {
    sendsSecretPage(reply);
    if (isOutboxPass(secret, request.cookies[cookieName] ?? '', clock())) return false;
    void reply.code(403).send(outboxLockedPage(requestLanguage(request.headers)));
    return true;
  }

  app.get<{ Querystring: { key?: string; page?: string } }>(outboxPath, async (request, reply) => {
    const { key, page } = request.query;
    if (typeof key === 'string') {
      const wait = wrong.waitFor(request.ip);
      if (wait === 0) wrong.count(request.ip);
      if (wait === 0 && (await isOutboxKey(config.dataDir, key))) {
        wrong.forget(request.ip);
        return letIn(reply);
      }
    }
    if (isStranger(request, reply)) return reply;
    const asked = /^\d{1,6}$/.test(page ?? '') ? Number(page) : 1;
    const list = await listOutbox(folder, asked);
    return reply.send(outboxPage(requestLanguage(request.headers), list, config.smtpUrl === undefined));
  });

  /** The key leaves the address bar at once, and stays out of the browser's history. */
  function letIn(reply: FastifyReply): FastifyReply {
    const cookie = { path: outboxPath, httpOnly: true, sameSite: 'lax' as const, secure: overTls };
    reply.setCookie(cookieName, outboxPass(secret, clock()), { ...cookie, maxAge: letInFor / 1000 });
    return reply.redirect(outboxPath, 303);
  }

  app.get<{ Params: { name: string } }>(`${outboxPath}/:name`, async (request, reply) => {
    if (isStranger(request, reply)) return reply;
    const language = requestLanguage(request.headers);
    const mail = await readOutboxMail(folder, request.params.name);
    if (!mail) return reply.code(404).send(outboxGonePage(language));
    return reply.send(outboxMailPage(language, mail, config.publicUrl));
  });

  app.get<{ Params: { name: string; index: string } }>(
    `${outboxPath}/:name/:index`,
    async (request, reply) => {
      if (isStranger(request, reply)) return reply;
      const mail = await readOutboxMail(folder, request.params.name);
      const file =
        mail?.attachments[/^\d{1,3}$/.test(request.params.index) ? Number(request.params.index) : -1];
      if (!file) return reply.code(404).send(outboxGonePage(requestLanguage(request.headers)));
      sendsUploadedBytes(reply, {
        name: file.filename,
        mediaType: file.mediaType,
        disposition: 'attachment',
      });
      return reply.send(Buffer.from(file.bytes));
    },
  );
}
