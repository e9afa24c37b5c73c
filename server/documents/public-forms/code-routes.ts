import { formPageRows } from '#contract/documents/public-forms.ts';
import { mailOfLink } from '../../accounts/identity-provider/identity-link.ts';
import type { burstLimiter } from '../../foundation/http/burst-limiter.ts';
import type { App } from '../../foundation/http/fastify-app.ts';
import { clientOf } from '../../foundation/http/input/client-of.ts';
import { requestLanguage } from '../../foundation/http/input/request-language.ts';
import { allowOwnFrame, sendsSecretPage } from '../../foundation/http/security-headers.ts';
import { serve } from '../../foundation/http/serve.ts';
import { confirmEntry, isExpired, outcomeOf } from './confirm-entry.ts';
import type { PublicFormsDeps } from './deps.ts';
import { acceptsCode, enterFormCode } from './enter-code.ts';
import { endCounterVisit } from './end-counter-visit.ts';
import { sendFormPage } from './form-brand.ts';
import { codePage, entryPage, unfinishedPage, type Note } from './form-pages.ts';
import { entryOfVisit } from './form-secrets.ts';
import { findEntry, findForm, type FormEntry, type PublicForm } from './form-store.ts';
import { stateNow } from './may-be-asked.ts';
import { counterUrlOf, entryBehind, factsOf, tell, typedIn, urlOf } from './visitor-answer.ts';

type Limiter = ReturnType<typeof burstLimiter>;

/** Accepts the emailed code in the browser in which the address was entered. */
export function proving(app: App, services: PublicFormsDeps, wrong: Limiter): void {
  serve(app, formPageRows.showFormCode, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const entry = await entryBehind(services, entryOfVisit(services.formKey, params.token));
    const form = entry && (await findForm(services.db, entry));
    if (!form) return tell({ services, request, reply }, 'gone');
    if (entry.atCounter) allowOwnFrame(reply);
    if (!acceptsCode(entry, services.clock()))
      return tell({ services, request, reply }, 'over', { form, again: formUrlOf(form, entry) });
    const facts = { email: entry.email, formUrl: formUrlOf(form, entry), isWrong: false };
    const language = requestLanguage(request.headers);
    return sendFormPage(services, reply, codePage(language, facts), { form, language });
  });

  serve(app, formPageRows.enterFormCode, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const client = clientOf(request);
    if (wrong.waitFor(client) > 0) return tell({ services, request, reply }, 'busy');
    const entryId = entryOfVisit(services.formKey, params.token);
    if (entryId === undefined) return tell({ services, request, reply }, 'gone');
    const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const typed = typedIn(request);
    const code = typed.get('code') ?? '';
    const choice = choices.find((one) => one === typed.get('act'));
    const outcome = await enterFormCode(services, { entryId, code, choice, from });
    if (typeof outcome === 'object' && 'url' in outcome) return reply.redirect(outcome.url, 303);
    const entry = await entryBehind(services, entryId);
    const form = entry && (await findForm(services.db, entry));
    if (entry?.atCounter) allowOwnFrame(reply);
    if (typeof outcome === 'string' && outcome !== 'wrong') {
      if (outcome === 'over') wrong.count(client);
      return tell({ services, request, reply }, outcome, {
        form,
        ...(form && canStartAgain(outcome) && { again: formUrlOf(form, entry) }),
      });
    }
    if (outcome === 'wrong') wrong.count(client);
    if (!form) return tell({ services, request, reply }, 'gone');
    const language = requestLanguage(request.headers);
    const page =
      outcome === 'wrong'
        ? codePage(language, { email: entry.email, formUrl: formUrlOf(form, entry), isWrong: true })
        : unfinishedPage(language, { code, startedAt: outcome.startedAt });
    return sendFormPage(services, reply.code(outcome === 'wrong' ? 422 : 200), page, { form, language });
  });
}

/** Ends a visit on a device that many visitors use. Its pages then no longer show any data. */
export function endingVisits(app: App, services: PublicFormsDeps): void {
  serve(app, formPageRows.endCounterVisit, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const entryId = entryOfVisit(services.formKey, params.token);
    if (entryId === undefined || !(await endCounterVisit(services, entryId)))
      return tell({ services, request, reply }, 'gone');
    reply.code(204);
    return undefined;
  });
}

/** Returns the URL where this visitor can start the form again. */
function formUrlOf({ token }: PublicForm, { atCounter }: FormEntry): string {
  return atCounter ? counterUrlOf(token) : urlOf(token);
}

const canStartAgain = (note: Note): boolean => note === 'over' || note === 'changed';
const choices = ['continue', 'new'] as const;

/** Links in the email, for visitors who closed the page. */
export function confirming(app: App, services: PublicFormsDeps): void {
  // Mail scanners open links, so this changes nothing (S-13).
  serve(app, formPageRows.showEntry, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const entry = await entryBehind(services, mailOfLink(services.formKey, params.token));
    if (!entry) return tell({ services, request, reply }, 'gone');
    const form = await findForm(services.db, entry);
    if (entry.confirmedAt)
      return tell({ services, request, reply }, await outcomeOf(services.db, entry), { form });
    if (isExpired(entry, services.clock())) return tell({ services, request, reply }, 'gone', { form });
    if (!form || (await stateNow(services, form)).state === 'closed')
      return tell({ services, request, reply }, 'closed', { form });
    const language = requestLanguage(request.headers);
    const page = entryPage(language, await factsOf(services, form));
    return sendFormPage(services, reply, page, { form, language });
  });

  serve(app, formPageRows.confirmEntry, async ({ params, request, reply }) => {
    sendsSecretPage(reply);
    const id = mailOfLink(services.formKey, params.token);
    if (id === undefined) return tell({ services, request, reply }, 'gone');
    const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const outcome = await confirmEntry(services, id, from);
    const entry = await findEntry(services.db, id);
    const form = entry && (await findForm(services.db, entry));
    const again = form && outcome === 'changed' ? { again: urlOf(form.token) } : {};
    return tell({ services, request, reply }, outcome, { form, ...again });
  });
}
