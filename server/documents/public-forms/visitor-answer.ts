import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '#contract/address.ts';
import { formPagePaths } from '#contract/paths.ts';
import { requestLanguage } from '../../foundation/http/input/request-language.ts';
import { sendPage } from '../../foundation/http/pages/plain-page.ts';
import { findSender } from '../../records/sender-store.ts';
import { findTemplate } from '../templates/template-store.ts';
import type { PublicFormsDeps } from './deps.ts';
import { sendFormPage } from './form-brand.ts';
import { notePage, type Note } from './form-pages.ts';
import { questionsOf, shownMark } from './form-questions.ts';
import { findEntry, type PublicForm } from './form-store.ts';

const statusOf: Record<Note, number> = {
  sent: 200,
  opened: 200,
  waits: 200,
  closed: 409,
  over: 409,
  gone: 404,
  busy: 429,
  turn: 429,
  many: 429,
  changed: 409,
};

type Answering = { services: PublicFormsDeps; request: FastifyRequest; reply: FastifyReply };

/** Sends a page with a note. `form` adds the brand of its account; `again` is the URL for starting again. */
export function tell(
  { services, request, reply }: Answering,
  note: Note,
  { form, again }: { form?: PublicForm | undefined; again?: string } = {},
): Promise<FastifyReply> {
  const language = requestLanguage(request.headers);
  const page = notePage(language, note, again);
  reply.code(statusOf[note]);
  return form ? sendFormPage(services, reply, page, { form, language }) : sendPage(reply, page);
}

export function typedIn({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '');
}

export const urlOf = (token: string): string => addressOf(formPagePaths.showForm, { params: { token } });

/** URL of the form for the frame that is shown on a device that many visitors use. */
export const counterUrlOf = (link: string): string => `${urlOf(link)}?counter`;

/** Returns the facts that the pages of a form show. */
export async function factsOf({ db }: PublicFormsDeps, form: PublicForm) {
  const { name, email } = await findSender(db, form);
  const template = await findTemplate(db, form.accountId, form.templateId);
  return {
    title: template?.name ?? '',
    sender: name || email,
    address: email,
    pages: template?.file?.pages ?? [],
    questions: template ? questionsOf(template, form) : [],
    people: template?.roles.filter(({ id }) => form.namedByVisitor.includes(id)) ?? [],
    shown: template ? shownMark(template, form) : '',
  };
}

export async function entryBehind({ db }: PublicFormsDeps, id: string | undefined) {
  return id === undefined ? undefined : findEntry(db, id);
}
