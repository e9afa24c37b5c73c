import type { FastifyRequest } from 'fastify';
import { addressOf } from '#contract/address.ts';
import { formPageRows } from '#contract/documents/public-forms.ts';
import { formPagePaths } from '#contract/paths.ts';
import { acceptRawBodies } from '../../foundation/http/input/read-bytes.ts';
import { isAccessCode } from '../../foundation/crypto/access-code.ts';
import { burstLimiter } from '../../foundation/http/burst-limiter.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import type { App, Routes } from '../../foundation/http/fastify-app.ts';
import { requestLanguage } from '../../foundation/http/input/request-language.ts';
import {
  allowOwnFrame,
  sendsCounterPage,
  sendsSecretPage,
  sendsUploadedBytes,
} from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import { pdfName, sendPdf } from '../../records/stored-files/send-file.ts';
import type { PublicFormsDeps } from './deps.ts';
import { findTemplate } from '../templates/template-store.ts';
import { submitPublicForm } from './ask-by-form.ts';
import { confirming, endingVisits, proving } from './code-routes.ts';
import { counterPage } from './counter-page.ts';
import { sendFormPage } from './form-brand.ts';
import { accessPass, isAccessPass, passSeparator, visitToken } from './form-secrets.ts';
import { personInput } from './people-inputs.ts';
import { inputName, shownInput } from './question-inputs.ts';
import { stateNow } from './may-be-asked.ts';
import { findFormByToken, type PublicForm } from './form-store.ts';
import { accessPage, formPage } from './form-pages.ts';
import { counterUrlOf, factsOf, tell, typedIn, urlOf } from './visitor-answer.ts';

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
    atCounters(app, services, door);
    reading(app, services, door);
    proving(app, services, wrong);
    endingVisits(app, services);
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

function asking(app: App, services: PublicFormsDeps, { wrong, open }: Door): void {
  const asked = burstLimiter(limits.asked, services.clock);

  serve(app, formPageRows.showForm, async ({ params, query, request, reply }) => {
    sendsSecretPage(reply);
    const isShared = query.counter !== undefined;
    if (isShared) allowOwnFrame(reply);
    const opened = await open(params.token, request);
    if (typeof opened === 'string') return tell({ services, request, reply }, opened);
    const { form } = opened;
    if ((await stateNow(services, form)).state === 'closed')
      return tell({ services, request, reply }, 'closed', { form });
    const language = requestLanguage(request.headers);
    const facts = await factsOf(services, form);
    const page = opened.isAdmitted
      ? formPage(language, { ...facts, link: opened.link, asksCode: false, isShared })
      : accessPage(language, facts);
    return sendFormPage(services, reply, page, { form, language });
  });

  serve(app, formPageRows.submitForm, async ({ params, query, request, reply }) => {
    sendsSecretPage(reply);
    const isShared = query.counter !== undefined;
    if (isShared) allowOwnFrame(reply);
    const opened = await open(params.token, request);
    if (typeof opened === 'string') return tell({ services, request, reply }, opened);
    const { form, isAdmitted } = opened;
    const [client, language] = [clientOf(request), requestLanguage(request.headers)];
    const sent = typedIn(request);
    const code = sent.get('code') ?? '';
    if (!isAdmitted && !sent.has('name')) {
      wrong.count(client);
      if (form.codeHash === null || !(await isAccessCode(form.codeHash, code)))
        return sendFormPage(
          services,
          reply.code(422),
          accessPage(language, await factsOf(services, form), 'code-wrong'),
          { form, language },
        );
      wrong.releaseDomain(client);
      const admitted = `${form.token}${passSeparator}${accessPass(services.formKey, form)}`;
      return reply.redirect(isShared ? counterUrlOf(admitted) : urlOf(admitted), 303);
    }
    if (asked.waitFor(client) > 0) return tell({ services, request, reply }, 'busy');
    asked.count(client);
    const typed = { name: sent.get('name') ?? '', email: sent.get('email') ?? '' };
    const answer = (name: string) => sent.get(inputName(name)) ?? '';
    const shown = sent.get(shownInput) ?? undefined;
    const named = (roleId: string) => ({
      name: sent.get(personInput(roleId, 'name')) ?? '',
      email: sent.get(personInput(roleId, 'email')) ?? '',
    });
    const visitor = {
      ...typed,
      code: isAdmitted ? null : code,
      language,
      shown,
      answer,
      named,
      atCounter: isShared,
    };
    const outcome = await submitPublicForm(services, form, visitor);
    if (typeof outcome === 'object' && 'entryId' in outcome) {
      const token = visitToken(services.formKey, outcome.entryId);
      return reply.redirect(addressOf(formPagePaths.showFormCode, { params: { token } }), 303);
    }
    if (outcome === 'code-wrong') wrong.count(client);
    if (outcome === 'closed') return tell({ services, request, reply }, outcome, { form });
    const facts = { ...(await factsOf(services, form)), link: opened.link, asksCode: !isAdmitted, isShared };
    // If another answer is wrong, the code was right.
    const isKnown = isAdmitted || typeof outcome === 'object' || outcome === 'changed';
    const shownNow = { ...facts, pages: isAdmitted ? facts.pages : [] };
    const page = formPage(
      language,
      { ...shownNow, ...(!isKnown && { questions: [], people: [] }) },
      { ...typed, answer, named },
      outcome,
    );
    return sendFormPage(services, reply.code(outcome === 'busy' ? 429 : 422), page, { form, language });
  });
}

/** The form on a device that many visitors use, in a frame that is replaced after each visit. */
function atCounters(app: App, services: PublicFormsDeps, { open }: Door): void {
  serve(app, formPageRows.showFormCounter, async ({ params, request, reply }) => {
    sendsCounterPage(reply);
    const opened = await open(params.token, request);
    if (typeof opened === 'string') return tell({ services, request, reply }, opened);
    const { form, link } = opened;
    const language = requestLanguage(request.headers);
    const { title } = await factsOf(services, form);
    const facts = { title, thanks: form.thanks?.text ?? '', formUrl: counterUrlOf(link) };
    return sendFormPage(services, reply, counterPage(language, facts), { form, language });
  });
}

/** Routes for reading the document before the form asks for anything. */
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
    if (typeof found === 'string') return tell({ services, request, reply }, found);
    const { template, file } = found;
    const name = pdfName(template.name);
    return sendPdf(reply, services.files, { sha256: file.baseSha256, name, disposition: 'inline' });
  });

  serve(app, formPageRows.readFormPage, async ({ params: { token, number }, request, reply }) => {
    sendsSecretPage(reply);
    const found = await fileOf(token, request);
    if (typeof found === 'string') return tell({ services, request, reply }, found);
    const { template, file } = found;
    const page = /^[1-9]\d{0,3}$/.test(number) && Number(number) <= file.pages.length ? Number(number) : 0;
    const picture = page > 0 && (await services.formPages.of(file.baseSha256, template.accountId, page - 1));
    if (!picture) return tell({ services, request, reply }, 'gone');
    sendsUploadedBytes(reply, { name: 'page.png', mediaType: 'image/png', disposition: 'inline' });
    return reply.send(picture);
  });
}
