import type { FastifyReply, FastifyRequest } from 'fastify';
import { burstLimiter, burstLimits } from '../http/burst-limiter.ts';
import type { App } from '../http/fastify-app.ts';
import { requestLanguage } from '../http/request-language.ts';
import { sendsSecretPage } from '../http/security-headers.ts';
import type { Services } from '../services.ts';
import { choicePath, readChoiceToken } from './choice-link.ts';
import { choicePage, noChoicePage } from './choice-pages.ts';
import { blockSender, readChoices, reportSender } from './mail-choices.ts';

type Asked = FastifyRequest<{ Params: { token: string } }>;

/** A form with one of three acts, and a note; bytes. */
const bodyLimit = 32 * 1024;

/** Report this, block this sender: the page behind the link in our mails to recipients. Nobody needs an account. */
export function choiceRoutes(app: App, services: Services): void {
  const wrong = burstLimiter(burstLimits.wrongSigningLink, services.clock);

  async function unknown(request: Asked, reply: FastifyReply): Promise<FastifyReply> {
    wrong.count(request.ip);
    return reply
      .code(wrong.waitFor(request.ip) > 0 ? 429 : 404)
      .send(noChoicePage(requestLanguage(request.headers)));
  }

  // Scanners open links: this changes nothing.
  app.get<{ Params: { token: string } }>(`${choicePath}/:token`, async (request, reply) => {
    sendsSecretPage(reply);
    const by = readChoiceToken(services.mailChoiceKey, request.params.token);
    const choices = by && (await readChoices(services, by));
    if (!choices) return unknown(request, reply);
    return reply.send(choicePage(requestLanguage(request.headers), choices));
  });

  app.post<{ Params: { token: string } }>(`${choicePath}/:token`, { bodyLimit }, async (request, reply) => {
    sendsSecretPage(reply);
    const by = readChoiceToken(services.mailChoiceKey, request.params.token);
    if (!by || !(await readChoices(services, by))) return unknown(request, reply);
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
    const act = form.get('act');
    if (act === 'block' || act === 'unblock') await blockSender(services, by, act === 'block');
    if (act === 'report' && (await reportSender(services, by, form.get('note') ?? ''))) {
      request.log.warn({ accountId: by.accountId, mailId: by.mailId }, 'a recipient reported a mail');
    }
    return reply.redirect(`${choicePath}/${request.params.token}`, 303);
  });
}
