import { addressOf } from '#contract/address.ts';
import { mailPaths } from '#contract/paths.ts';
import { mailRows } from '#contract/messages/mail-routes.ts';
import { sendPage } from '../../../foundation/http/pages/plain-page.ts';
import { burstLimiter, burstLimits } from '../../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../../foundation/http/input/client-of.ts';
import type { App } from '../../../foundation/http/fastify-app.ts';
import { requestLanguage } from '../../../foundation/http/input/request-language.ts';
import { sendsSecretPage } from '../../../foundation/http/security-headers.ts';
import { authenticates, serve } from '../../../foundation/http/serve.ts';
import type { MailDeps } from '../deps.ts';
import { readChoiceToken } from './choice-link.ts';
import { choicePage, noChoicePage } from './choice-pages.ts';
import { blockSender, readChoices, reportSender } from './mail-choices.ts';

type By = NonNullable<ReturnType<typeof readChoiceToken>>;
type Choices = NonNullable<Awaited<ReturnType<typeof readChoices>>>;

declare module '../../../foundation/http/serve.ts' {
  interface Callers {
    'mail-recipient': { by: By; choices: Choices };
  }
}

/** Routes of the block-and-report page, which emails to recipients link to. They need no account. */
export function choiceRoutes(app: App, services: MailDeps): void {
  const wrong = burstLimiter(burstLimits.wrongSigningLink, services.clock);
  authenticates(app, 'mail-recipient', {
    async caller(request, reply) {
      sendsSecretPage(reply);
      const by = readChoiceToken(services.mailChoiceKey, (request.params as { token: string }).token);
      const choices = by && (await readChoices(services, by));
      if (by && choices) return { by, choices };
      wrong.count(clientOf(request));
      return sendPage(
        reply.code(wrong.waitFor(clientOf(request)) > 0 ? 429 : 404),
        noChoicePage(requestLanguage(request.headers)),
      );
    },
  });

  // Mail scanners open links, so opening this one changes nothing.
  serve(app, mailRows.showMailChoices, ({ choices, request, reply }) =>
    sendPage(reply, choicePage(requestLanguage(request.headers), choices, services.from.name)),
  );

  serve(app, mailRows.chooseMail, async ({ by, params, request, reply }) => {
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
    const act = form.get('act');
    if (act === 'block' || act === 'unblock') await blockSender(services, by, act === 'block');
    if (act === 'report' && (await reportSender(services, by, form.get('note') ?? ''))) {
      request.log.warn({ accountId: by.accountId, mailId: by.mailId }, 'a recipient reported a mail');
    }
    return reply.redirect(addressOf(mailPaths.showMailChoices, { params }), 303);
  });
}
