import type { FastifyReply, FastifyRequest } from 'fastify';
import { formPageRows } from '#contract/documents/public-forms.ts';
import { acceptRawBodies } from '../../foundation/http/input/read-bytes.ts';
import { mailOfLink } from '../../accounts/identity-provider/identity-link.ts';
import { burstLimiter } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { sendPage } from '../../foundation/http/pages/plain-page.ts';
import { requestLanguage } from '../../foundation/http/input/request-language.ts';
import { sendsSecretPage } from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import { findSender } from '../../records/sender-store.ts';
import type { PublicFormsDeps } from './deps.ts';
import { findTemplate } from '../templates/template-store.ts';
import { submitPublicForm } from './ask-by-form.ts';
import { confirmEntry, isExpired, outcomeOf } from './confirm-entry.ts';
import { stateNow } from './may-be-asked.ts';
import { findEntry, findForm, findFormByToken, type PublicForm } from './form-store.ts';
import { entryPage, formPage, notePage, type Note } from './form-pages.ts';

/** Limits per client address: submissions, which email strangers, and invalid links and codes. */
const limits = {
  asked: { most: 20, withinSeconds: 3600 },
  wrong: { most: 20, withinSeconds: 600 },
};

/** The public pages of forms: plain HTML without cookies. */
export function formPageRoutes(services: PublicFormsDeps): Routes {
  return (app) => {
    acceptRawBodies(app);
    asking(app, services);
    confirming(app, services);
  };
}

const statusOf: Record<Note, number> = {
  mailed: 200,
  sent: 200,
  waits: 200,
  closed: 409,
  gone: 404,
  busy: 429,
};

function tell(request: FastifyRequest, reply: FastifyReply, note: Note): Promise<FastifyReply> {
  return sendPage(reply.code(statusOf[note]), notePage(requestLanguage(request.headers), note));
}

function asking(app: App, services: PublicFormsDeps): void {
  const asked = burstLimiter(limits.asked, services.clock);
  const wrong = burstLimiter(limits.wrong, services.clock);
  const known = async (token: string, request: FastifyRequest): Promise<PublicForm | 'gone' | 'busy'> => {
    const client = clientOf(request);
    if (wrong.waitFor(client) > 0) return 'busy';
    const form = await findFormByToken(services.db, token);
    if (!form) wrong.count(client);
    return form ?? 'gone';
  };

  serve(app, formPageRows.showForm, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const form = await known(params.token, request);
    if (typeof form === 'string') return tell(request, reply, form);
    if ((await stateNow(services, form)).state === 'closed') return tell(request, reply, 'closed');
    const facts = { ...(await factsOf(services, form)), hasCode: form.codeHash !== null };
    return sendPage(reply, formPage(requestLanguage(request.headers), facts));
  });

  serve(app, formPageRows.submitForm, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const form = await known(params.token, request);
    if (typeof form === 'string') return tell(request, reply, form);
    if (asked.waitFor(clientOf(request)) > 0) return tell(request, reply, 'busy');
    const language = requestLanguage(request.headers);
    const sent = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
    const typed = { name: sent.get('name') ?? '', email: sent.get('email') ?? '' };
    asked.count(clientOf(request));
    const outcome = await submitPublicForm(services, form, {
      ...typed,
      code: sent.get('code') ?? '',
      language,
    });
    if (outcome === 'code-wrong') wrong.count(clientOf(request));
    if (outcome === 'mailed' || outcome === 'closed') return tell(request, reply, outcome);
    const facts = { ...(await factsOf(services, form)), hasCode: form.codeHash !== null };
    return sendPage(reply.code(outcome === 'busy' ? 429 : 422), formPage(language, facts, typed, outcome));
  });
}

function confirming(app: App, services: PublicFormsDeps): void {
  // Mail scanners open links, so this changes nothing (S-13).
  serve(app, formPageRows.showEntry, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const id = mailOfLink(services.formKey, params.token);
    const entry = id === undefined ? undefined : await findEntry(services.db, id);
    if (!entry) return tell(request, reply, 'gone');
    if (entry.confirmedAt) return tell(request, reply, await outcomeOf(services.db, entry));
    if (isExpired(entry, services.clock())) return tell(request, reply, 'gone');
    const form = await findForm(services.db, entry);
    if (!form) return tell(request, reply, 'closed');
    if ((await stateNow(services, form)).state === 'closed') return tell(request, reply, 'closed');
    return sendPage(reply, entryPage(requestLanguage(request.headers), await factsOf(services, form)));
  });

  serve(app, formPageRows.confirmEntry, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const id = mailOfLink(services.formKey, params.token);
    if (id === undefined) return tell(request, reply, 'gone');
    const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    return tell(request, reply, await confirmEntry(services, id, from));
  });
}

async function factsOf({ db }: PublicFormsDeps, form: PublicForm) {
  const { name, email } = await findSender(db, form);
  const template = await findTemplate(db, form.accountId, form.templateId);
  return { title: template?.name ?? '', sender: name || email, address: email };
}
