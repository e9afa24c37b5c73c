import { createElement as h, type ReactNode } from 'react';
import { addressOf } from '#contract/address.ts';
import { formPagePaths } from '#contract/paths.ts';
import type { PageGeometry } from '#core/field/layout/geometry.ts';
import { intlLocale, type Language } from '#core/language/language.ts';
import {
  fieldOf,
  heading,
  hidden,
  lead,
  cardPage,
  link,
  plainPage,
  problemNote,
  submit,
  type PlainPage,
} from '../../foundation/http/pages/plain-page.ts';
import { hintTexts } from '#core/person/hint-texts.ts';
import { mailMessages, type MailMessageKey } from '../../messages/mail/text/mail-words.ts';
import type { FormProblem } from './ask-by-form.ts';
import { peopleInputs, type AskedRole } from './people-inputs.ts';
import { questionInputs, type Questions } from './question-inputs.ts';

/** `address` is the sender's email address. */
export type Facts = { title: string; sender: string; address: string };
/** `link` is the part of the URL that identifies the form. `people` are the roles whose people the visitor names. */
export type Readable = Facts &
  Questions & {
    link: string;
    pages: readonly PageGeometry[];
    people: readonly AskedRole[];
    asksCode: boolean;
    /** True on a device that many visitors use, whose browser must not offer earlier entries. */
    isShared?: boolean;
  };
/** `answer` returns what was typed for a placeholder, and `named` what was typed for the person of a role. */
type Typed = {
  name: string;
  email: string;
  answer: (name: string) => string;
  named: (roleId: string) => { name: string; email: string };
};
const untyped: Typed = { name: '', email: '', answer: () => '', named: () => ({ name: '', email: '' }) };

/** Maximum number of pages shown as pictures. A link opens the whole file. */
const MAX_PICTURES = 12;

const problems: Partial<Record<Extract<FormProblem, string>, MailMessageKey>> = {
  'name-wrong': 'form.nameWrong',
  'email-wrong': 'form.emailWrong',
  'code-wrong': 'form.codeWrong',
  busy: 'form.busy',
  changed: 'form.changedPage',
};

/**
 * The page on which a visitor reads the document and then enters a name and an address. It is plain HTML
 * without scripts or cookies.
 */
export function formPage(
  language: Language,
  { asksCode, isShared = false, ...about }: Readable,
  typed: Typed = untyped,
  problem?: FormProblem,
): PlainPage {
  const say = mailMessages(language);
  const wrong = typeof problem === 'object' ? problem : undefined;
  return plainPage(
    { language, title: about.title, isWide: true },
    h('header', { className: 'intro' }, heading(about.title), lead(say('form.lead', about))),
    ...senderHints(about, language),
    pictures(about, language),
    h(
      'section',
      { className: 'card', 'aria-labelledby': 'fill' },
      h('h2', { id: 'fill' }, say('form.fill')),
      lead(say('form.fillLead')),
      problemNote(problem && problemText(problem, language)),
      h(
        'form',
        { method: 'post', ...(isShared && { autoComplete: 'off' }) },
        box('name', say('form.name'), typed.name, isShared ? 'off' : 'name'),
        box('email', say('form.email'), typed.email, isShared ? 'off' : 'email'),
        asksCode && box('code', say('form.code'), '', 'off'),
        peopleInputs(about.people, { language, typed: typed.named, problems: wrong?.people }),
        ...questionInputs(about, { language, answer: typed.answer, problems: wrong?.answers }),
        submit(say('form.act'), { look: 'primary' }),
      ),
    ),
  );
}

function problemText(problem: FormProblem, language: Language): string | undefined {
  const key = typeof problem === 'object' ? 'form.answersWrong' : problems[problem];
  return key && mailMessages(language)(key);
}

function pictures(
  { link: token, pages, questions }: Omit<Readable, 'asksCode' | 'isShared'>,
  language: Language,
) {
  const say = mailMessages(language);
  const shown = pages.slice(0, MAX_PICTURES);
  return h(
    'section',
    { className: 'sheets', 'aria-label': say('form.document') },
    ...shown.map(({ width, height }, index) =>
      h('img', {
        key: index,
        src: addressOf(formPagePaths.readFormPage, { params: { token, number: String(index + 1) } }),
        alt: say('form.page', { number: index + 1, count: pages.length }),
        width: Math.round(width),
        height: Math.round(height),
        loading: index === 0 ? undefined : 'lazy',
      }),
    ),
    pages.length > 0 && questions.length > 0 && lead(say('form.unfilled')),
    shown.length < pages.length && lead(say('form.morePages', { shown: shown.length, count: pages.length })),
    h('p', null, link(addressOf(formPagePaths.readFormFile, { params: { token } }), say('form.whole'))),
  );
}

/** The page of a form with an access code, shown before the document. */
export function accessPage(language: Language, facts: Facts, problem?: FormProblem): PlainPage {
  const say = mailMessages(language);
  return cardPage(
    { language, title: facts.title },
    heading(facts.title),
    lead(say('form.codeLead', facts)),
    ...senderHints(facts, language),
    problemNote(problem && problemText(problem, language)),
    h(
      'form',
      { method: 'post' },
      box('code', say('form.code'), '', 'off'),
      submit(say('form.codeAct'), { look: 'primary' }),
    ),
  );
}

/** The page on which the visitor enters the emailed code. `formUrl` starts again. */
export function codePage(
  language: Language,
  { email, formUrl, isWrong }: { email: string; formUrl: string; isWrong: boolean },
): PlainPage {
  const say = mailMessages(language);
  const title = say('form.mailedTitle');
  return cardPage(
    { language, title },
    heading(title),
    lead(say('form.mailed', { email })),
    problemNote(isWrong ? say('form.mailCodeWrong') : undefined),
    h(
      'form',
      { method: 'post' },
      fieldOf({
        name: 'code',
        label: say('form.mailCode'),
        type: 'text',
        value: '',
        autoComplete: 'one-time-code',
        first: true,
        more: { inputMode: 'numeric', className: 'code', dir: 'ltr' },
      }),
      submit(say('form.mailCodeAct'), { look: 'primary' }),
    ),
    h('p', null, link(formUrl, say('form.again'))),
  );
}

/**
 * Asks a visitor who has an unfinished document whether to continue it. Contains the code that they have
 * already entered.
 */
export function unfinishedPage(
  language: Language,
  { code, startedAt }: { code: string; startedAt: Date },
): PlainPage {
  const say = mailMessages(language);
  const title = say('form.unfinishedTitle');
  const date = new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    startedAt,
  );
  return cardPage(
    { language, title },
    heading(title),
    lead(say('form.unfinished', { date })),
    h(
      'form',
      { method: 'post', className: 'choices' },
      hidden('code', code),
      submit(say('form.continue'), { act: 'continue', look: 'primary' }),
      submit(say('form.new'), { act: 'new' }),
    ),
  );
}

/** Returns warnings about a sender whose name or address may be misleading. */
function senderHints(
  { sender, address }: Pick<Facts, 'sender' | 'address'>,
  language: Language,
): ReactNode[] {
  return hintTexts({ name: sender, email: address }, language).map((hint) => lead(hint));
}

function box(name: 'name' | 'email' | 'code', label: string, value: string, autoComplete: string): ReactNode {
  return fieldOf({ name, label, type: name === 'email' ? 'email' : 'text', value, autoComplete });
}

/** The page opened from the email. It requires a button, because mail scanners open links too (S-13). */
export function entryPage(language: Language, facts: Facts): PlainPage {
  const say = mailMessages(language);
  return cardPage(
    { language, title: say('form.confirm') },
    heading(say('form.confirm')),
    lead(say('form.confirmLead', facts)),
    ...senderHints(facts, language),
    h('form', { method: 'post' }, submit(say('form.confirmAct'), { look: 'primary' })),
  );
}

export type Note =
  | 'sent'
  | 'opened'
  | 'waits'
  | 'many'
  | 'closed'
  | 'gone'
  | 'busy'
  | 'over'
  | 'changed'
  | 'turn';

/** A final page without actions. `formUrl` starts again. */
export function notePage(language: Language, note: Note, formUrl?: string): PlainPage {
  const say = mailMessages(language);
  const title = say(`form.${note}Title`);
  return cardPage(
    { language, title },
    heading(title),
    lead(say(`form.${note}`), { role: 'status' }),
    formUrl !== undefined && h('p', null, link(formUrl, say('form.again'))),
  );
}
