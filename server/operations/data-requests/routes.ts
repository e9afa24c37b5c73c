import { createElement as h } from 'react';
import { dataRequestRows } from '#contract/operations/data-requests.ts';
import type { Language } from '#core/language/language.ts';
import { acceptRawBodies } from '../../foundation/http/input/read-bytes.ts';
import { burstLimiter } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { Routes } from '../../foundation/http/fastify-app.ts';
import {
  cardPage,
  fieldOf,
  heading,
  lead,
  problemNote,
  sendPage,
  submit,
} from '../../foundation/http/pages/plain-page.ts';
import type { PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { requestLanguage } from '../../foundation/http/input/request-language.ts';
import { sendsSecretPage } from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import { mailOfLink } from '../../accounts/identity-provider/identity-link.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';
import type { DataRequestsDeps } from './deps.ts';
import { requestedAddress, requestOwnData } from './request-own-data.ts';
import { collectOwnData } from './gather-own-data.ts';

/** Limits per client address, for requests (which send emails) and for opening links (valid or not). */
const limits = { asked: { most: 20, withinSeconds: 3600 }, links: { most: 20, withinSeconds: 600 } };

/**
 * Gives the owner of a mailbox all data about their address, on plain pages without cookies or an account.
 */
export function dataRequestRoutes(services: DataRequestsDeps): Routes {
  const asked = burstLimiter(limits.asked, services.clock);
  const links = burstLimiter(limits.links, services.clock);
  const emailOf = async (token: string): Promise<string | undefined> => {
    const id = mailOfLink(services.ownDataKey, token);
    return id === undefined ? undefined : requestedAddress(services, id);
  };
  return (app) => {
    acceptRawBodies(app);
    serve(app, dataRequestRows.showDataRequest, ({ request, reply }) =>
      sendPage(sends(reply), askPage(requestLanguage(request.headers))),
    );
    serve(app, dataRequestRows.sendDataLink, async ({ request, reply }) => {
      const language = requestLanguage(request.headers);
      sends(reply);
      if (asked.waitFor(clientOf(request)) > 0) return sendPage(reply.code(429), note(language, 'busy'));
      asked.count(clientOf(request));
      const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
      const email = form.get('email') ?? '';
      if ((await requestOwnData(services, email, language)) === 'mailed')
        return sendPage(reply, note(language, 'mailed'));
      return sendPage(reply.code(422), askPage(language, email, true));
    });
    // Mail scanners open links too, so only the button shows the data (S-13).
    serve(app, dataRequestRows.showDataLink, async ({ params, request, reply }) => {
      const language = requestLanguage(request.headers);
      sends(reply);
      if (links.waitFor(clientOf(request)) > 0) return sendPage(reply.code(429), note(language, 'busy'));
      const email = await emailOf(params.token);
      if (email === undefined) links.count(clientOf(request));
      return email === undefined
        ? sendPage(reply.code(404), note(language, 'gone'))
        : sendPage(reply, linkPage(language, email));
    });
    serve(app, dataRequestRows.downloadOwnData, async ({ params, request, reply }) => {
      const language = requestLanguage(request.headers);
      sends(reply);
      if (links.waitFor(clientOf(request)) > 0) return sendPage(reply.code(429), note(language, 'busy'));
      links.count(clientOf(request));
      const email = await emailOf(params.token);
      if (email === undefined) return sendPage(reply.code(404), note(language, 'gone'));
      const data = await collectOwnData(services.db, email, services.clock());
      return reply
        .header('content-disposition', 'attachment; filename="my-data.json"')
        .header('x-content-type-options', 'nosniff')
        .type('application/json; charset=utf-8')
        .send(Buffer.from(`${JSON.stringify(data, null, 1)}\n`));
    });
  };
}

function sends<Reply extends Parameters<typeof sendsSecretPage>[0]>(reply: Reply): Reply {
  sendsSecretPage(reply);
  return reply;
}

function askPage(language: Language, email = '', wrong = false): PlainPage {
  const say = mailMessages(language);
  return cardPage(
    { language, title: say('ownData.title') },
    heading(say('ownData.title')),
    lead(say('ownData.lead')),
    problemNote(wrong ? say('form.emailWrong') : undefined),
    h(
      'form',
      { method: 'post' },
      fieldOf({
        name: 'email',
        label: say('form.email'),
        type: 'email',
        value: email,
        autoComplete: 'email',
      }),
      submit(say('ownData.act'), { look: 'primary' }),
    ),
  );
}

function linkPage(language: Language, email: string): PlainPage {
  const say = mailMessages(language);
  return cardPage(
    { language, title: say('ownData.title') },
    heading(say('ownData.title')),
    lead(say('ownData.ready', { email })),
    h('form', { method: 'post' }, submit(say('ownData.download'), { look: 'primary' })),
  );
}

function note(language: Language, what: 'mailed' | 'gone' | 'busy'): PlainPage {
  const say = mailMessages(language);
  const title = say(`ownData.${what}Title`);
  return cardPage({ language, title }, heading(title), lead(say(`ownData.${what}`), { role: 'status' }));
}
