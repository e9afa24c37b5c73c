import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '#contract/address.ts';
import { formPageRows } from '#contract/documents/public-forms.ts';
import { formPagePaths } from '#contract/paths.ts';
import { acceptRawBodies } from '../../foundation/http/input/read-bytes.ts';
import { mailOfLink } from '../../accounts/identity-provider/identity-link.ts';
import { isAccessCode } from '../../foundation/crypto/access-code.ts';
import { burstLimiter } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { sendPage } from '../../foundation/http/pages/plain-page.ts';
import { requestLanguage } from '../../foundation/http/input/request-language.ts';
import { sendsSecretPage, sendsUploadedBytes } from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import { findSender } from '../../records/sender-store.ts';
import { pdfName, sendPdf } from '../../records/stored-files/send-file.ts';
import type { PublicFormsDeps } from './deps.ts';
import { findTemplate } from '../templates/template-store.ts';
import { submitPublicForm } from './ask-by-form.ts';
import { confirmEntry, isExpired, outcomeOf } from './confirm-entry.ts';
import { acceptsCode, enterFormCode } from './enter-code.ts';
import { accessPass, entryOfVisit, isAccessPass, passSeparator, visitToken } from './form-secrets.ts';
import { questionsOf, shownMark } from './form-questions.ts';
import { inputName, shownInput } from './question-inputs.ts';
import { stateNow } from './may-be-asked.ts';
import { findEntry, findForm, findFormByToken, type PublicForm } from './form-store.ts';
import {
  accessPage,
  codePage,
  entryPage,
  formPage,
  notePage,
  unfinishedPage,
  type Note,
} from './form-pages.ts';

/**
 * Limits per client address: for submissions, which email strangers; for invalid links and codes; and for
 * pages and files.
 */
const limits = {
  asked: { most: 20, withinSeconds: 3600 },
  wrong: { most: 20, withinSeconds: 600 },
  read: { most: 120, withinSeconds: 60 },
};

/** Routes for the public pages of forms, which are plain HTML without cookies. */
export function formPageRoutes(services: PublicFormsDeps): Routes {
  return (app) => {
    acceptRawBodies(app);
    const wrong = burstLimiter(limits.wrong, services.clock);
    const door = { wrong, open: openForm(services, wrong) };
    asking(app, services, door);
    reading(app, services, door);
    proving(app, services, door);
    confirming(app, services);
  };
}

type Door = {
  wrong: ReturnType<typeof burstLimiter>;
  open(link: string, request: FastifyRequest): Promise<Opened | 'gone' | 'busy'>;
};
/**
 * `link` is the part of the URL that opens the form. `isAdmitted` is true if the form has no access code, or
 * it was entered.
 */
type Opened = { form: PublicForm; link: string; isAdmitted: boolean };

/** Finds the form of a link, and counts links that do not exist. */
function openForm({ db, formKey }: PublicFormsDeps, wrong: Door['wrong']): Door['open'] {
  return async (link, request) => {
    const client = clientOf(request);
    if (wrong.waitFor(client) > 0) return 'busy';
    const [token = '', pass] = link.split(passSeparator);
    const form = await findFormByToken(db, token);
    if (!form) wrong.count(client);
    if (!form) return 'gone';
    const isAdmitted = form.codeHash === null || (pass !== undefined && isAccessPass(formKey, form, pass));
    return { form, link, isAdmitted };
  };
}

const statusOf: Record<Note, number> = {
  sent: 200,
  opened: 200,
  waits: 200,
  closed: 409,
  over: 409,
  gone: 404,
  busy: 429,
  turn: 429,
  changed: 409,
};

function tell(
  request: FastifyRequest,
  reply: FastifyReply,
  note: Note,
  formUrl?: string,
): Promise<FastifyReply> {
  return sendPage(reply.code(statusOf[note]), notePage(requestLanguage(request.headers), note, formUrl));
}

function typedIn({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '');
}

const urlOf = (token: string): string => addressOf(formPagePaths.showForm, { params: { token } });

function asking(app: App, services: PublicFormsDeps, { wrong, open }: Door): void {
  const asked = burstLimiter(limits.asked, services.clock);

  serve(app, formPageRows.showForm, async ({ params, request, reply }) => {
    sendsSecretPage(reply, { pictures: true });
    const opened = await open(params.token, request);
    if (typeof opened === 'string') return tell(request, reply, opened);
    if ((await stateNow(services, opened.form)).state === 'closed') return tell(request, reply, 'closed');
    const language = requestLanguage(request.headers);
    const facts = await factsOf(services, opened.form);
    if (!opened.isAdmitted) return sendPage(reply, accessPage(language, facts));
    return sendPage(reply, formPage(language, { ...facts, link: opened.link, asksCode: false }));
  });

  serve(app, formPageRows.submitForm, async ({ params, request, reply }) => {
    sendsSecretPage(reply, { pictures: true });
    const opened = await open(params.token, request);
    if (typeof opened === 'string') return tell(request, reply, opened);
    const { form, isAdmitted } = opened;
    const [client, language] = [clientOf(request), requestLanguage(request.headers)];
    const sent = typedIn(request);
    const code = sent.get('code') ?? '';
    if (!isAdmitted && !sent.has('name')) {
      wrong.count(client);
      if (form.codeHash === null || !(await isAccessCode(form.codeHash, code)))
        return sendPage(reply.code(422), accessPage(language, await factsOf(services, form), 'code-wrong'));
      wrong.releaseDomain(client);
      return reply.redirect(urlOf(`${form.token}${passSeparator}${accessPass(services.formKey, form)}`), 303);
    }
    if (asked.waitFor(client) > 0) return tell(request, reply, 'busy');
    asked.count(client);
    const typed = { name: sent.get('name') ?? '', email: sent.get('email') ?? '' };
    const answer = (name: string) => sent.get(inputName(name)) ?? '';
    const shown = sent.get(shownInput) ?? undefined;
    const visitor = { ...typed, code: isAdmitted ? null : code, language, shown, answer };
    const outcome = await submitPublicForm(services, form, visitor);
    if (typeof outcome === 'object' && 'entryId' in outcome) {
      const token = visitToken(services.formKey, outcome.entryId);
      return reply.redirect(addressOf(formPagePaths.showFormCode, { params: { token } }), 303);
    }
    if (outcome === 'code-wrong') wrong.count(client);
    if (outcome === 'closed') return tell(request, reply, outcome);
    const facts = { ...(await factsOf(services, form)), link: opened.link, asksCode: !isAdmitted };
    // The access code was correct if the problem is with the answers.
    const isKnown = isAdmitted || typeof outcome === 'object' || outcome === 'changed';
    const shownNow = { ...facts, pages: isAdmitted ? facts.pages : [] };
    return sendPage(
      reply.code(outcome === 'busy' ? 429 : 422),
      formPage(
        language,
        { ...shownNow, questions: isKnown ? facts.questions : [] },
        { ...typed, answer },
        outcome,
      ),
    );
  });
}

/** Routes for reading the document before anything is asked. */
function reading(app: App, services: PublicFormsDeps, { open }: Door): void {
  const read = burstLimiter(limits.read, services.clock);
  const fileOf = async (link: string, request: FastifyRequest) => {
    const client = clientOf(request);
    if (read.waitFor(client) > 0) return 'busy';
    read.count(client);
    const opened = await open(link, request);
    if (typeof opened === 'string') return opened;
    const { form, isAdmitted } = opened;
    if (!isAdmitted || (await stateNow(services, form)).state === 'closed') return 'closed';
    const template = await findTemplate(services.db, form.accountId, form.templateId);
    return template?.file ? { template, file: template.file } : 'closed';
  };

  serve(app, formPageRows.readFormFile, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const found = await fileOf(params.token, request);
    if (typeof found === 'string') return tell(request, reply, found);
    const { template, file } = found;
    const name = pdfName(template.name);
    return sendPdf(reply, services.files, { sha256: file.baseSha256, name, disposition: 'inline' });
  });

  serve(app, formPageRows.readFormPage, async ({ params: { token, number }, request, reply }) => {
    sendsSecretPage(reply);
    const found = await fileOf(token, request);
    if (typeof found === 'string') return tell(request, reply, found);
    const { template, file } = found;
    const page = /^[1-9]\d{0,3}$/.test(number) && Number(number) <= file.pages.length ? Number(number) : 0;
    const picture = page > 0 && (await services.formPages.of(file.baseSha256, template.accountId, page - 1));
    if (!picture) return tell(request, reply, 'gone');
    sendsUploadedBytes(reply, { name: 'page.png', mediaType: 'image/png', disposition: 'inline' });
    return reply.send(picture);
  });
}

/** Routes that accept the emailed code in the browser in which the address was entered. */
function proving(app: App, services: PublicFormsDeps, { wrong }: Door): void {
  serve(app, formPageRows.showFormCode, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const entry = await entryBehind(services, entryOfVisit(services.formKey, params.token));
    const form = entry && (await findForm(services.db, entry));
    if (!form) return tell(request, reply, 'gone');
    const formUrl = urlOf(form.token);
    if (!acceptsCode(entry, services.clock())) return tell(request, reply, 'over', formUrl);
    const facts = { email: entry.email, formUrl, isWrong: false };
    return sendPage(reply, codePage(requestLanguage(request.headers), facts));
  });

  serve(app, formPageRows.enterFormCode, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const client = clientOf(request);
    if (wrong.waitFor(client) > 0) return tell(request, reply, 'busy');
    const entryId = entryOfVisit(services.formKey, params.token);
    if (entryId === undefined) return tell(request, reply, 'gone');
    const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const typed = typedIn(request);
    const code = typed.get('code') ?? '';
    const choice = choices.find((one) => one === typed.get('act'));
    const outcome = await enterFormCode(services, { entryId, code, choice, from });
    const language = requestLanguage(request.headers);
    if (typeof outcome === 'object')
      return 'url' in outcome
        ? reply.redirect(outcome.url, 303)
        : sendPage(reply, unfinishedPage(language, { code, startedAt: outcome.startedAt }));
    if (outcome !== 'wrong' && outcome !== 'over' && outcome !== 'changed')
      return tell(request, reply, outcome);
    if (outcome !== 'changed') wrong.count(client);
    const entry = await entryBehind(services, entryId);
    const form = entry && (await findForm(services.db, entry));
    if (!form) return tell(request, reply, 'gone');
    const formUrl = urlOf(form.token);
    if (outcome === 'over' || outcome === 'changed') return tell(request, reply, outcome, formUrl);
    const facts = { email: entry.email, formUrl, isWrong: true };
    return sendPage(reply.code(422), codePage(language, facts));
  });
}

const choices = ['continue', 'new'] as const;

async function entryBehind({ db }: PublicFormsDeps, id: string | undefined) {
  return id === undefined ? undefined : findEntry(db, id);
}

function confirming(app: App, services: PublicFormsDeps): void {
  // Opening the link changes nothing, because mail scanners open links too (S-13).
  serve(app, formPageRows.showEntry, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const entry = await entryBehind(services, mailOfLink(services.formKey, params.token));
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
    const outcome = await confirmEntry(services, id, from);
    const entry = outcome === 'changed' ? await findEntry(services.db, id) : undefined;
    const form = entry && (await findForm(services.db, entry));
    return tell(request, reply, outcome, form && urlOf(form.token));
  });
}

async function factsOf({ db }: PublicFormsDeps, form: PublicForm) {
  const { name, email } = await findSender(db, form);
  const template = await findTemplate(db, form.accountId, form.templateId);
  return {
    title: template?.name ?? '',
    sender: name || email,
    address: email,
    pages: template?.file?.pages ?? [],
    questions: template ? questionsOf(template, form) : [],
    shown: template ? shownMark(template, form) : '',
  };
}
