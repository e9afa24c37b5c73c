import { createElement as h, type ReactNode } from 'react';
import type { Language } from '#core/language/language.ts';
import {
  fieldOf,
  heading,
  lead,
  cardPage,
  problemNote,
  submit,
  type PlainPage,
} from '../../foundation/http/pages/plain-page.ts';
import { hintTexts } from '#core/person/hint-texts.ts';
import { mailMessages, type MailMessageKey } from '../../messages/mail/text/mail-words.ts';
import type { FormOutcome } from './ask-by-form.ts';

type Facts = { title: string; sender: string; address: string; hasCode: boolean };
type Typed = { name: string; email: string };

const problems: Partial<Record<FormOutcome, MailMessageKey>> = {
  'name-wrong': 'form.nameWrong',
  'email-wrong': 'form.emailWrong',
  'code-wrong': 'form.codeWrong',
  busy: 'form.busy',
};

/** Page on which a visitor enters a name and an address. Plain HTML without scripts or cookies. */
export function formPage(
  language: Language,
  { hasCode, ...about }: Facts,
  typed: Typed = { name: '', email: '' },
  outcome?: FormOutcome,
): PlainPage {
  const say = mailMessages(language);
  const problem = outcome && problems[outcome];
  return cardPage(
    { language, title: about.title },
    heading(say('form.title', about)),
    lead(say('form.lead', about)),
    ...senderHints(about, language),
    problemNote(problem && say(problem)),
    h(
      'form',
      { method: 'post' },
      box('name', say('form.name'), typed.name, 'name'),
      box('email', say('form.email'), typed.email, 'email'),
      hasCode && box('code', say('form.code'), '', 'off'),
      submit(say('form.act'), { look: 'primary' }),
    ),
  );
}

/** Hints about a sender whose name or address may not be what it looks like. */
function senderHints(
  { sender, address }: Pick<Facts, 'sender' | 'address'>,
  language: Language,
): ReactNode[] {
  return hintTexts({ name: sender, email: address }, language).map((hint) => lead(hint));
}

function box(name: 'name' | 'email' | 'code', label: string, value: string, autoComplete: string): ReactNode {
  return fieldOf({ name, label, type: name === 'email' ? 'email' : 'text', value, autoComplete });
}

/** Page opened from the email. It needs a button, since mail scanners open links too (S-13). */
export function entryPage(language: Language, facts: Omit<Facts, 'hasCode'>): PlainPage {
  const say = mailMessages(language);
  return cardPage(
    { language, title: say('form.confirm') },
    heading(say('form.confirm')),
    lead(say('form.confirmLead', facts)),
    ...senderHints(facts, language),
    h('form', { method: 'post' }, submit(say('form.confirmAct'), { look: 'primary' })),
  );
}

export type Note = 'mailed' | 'sent' | 'waits' | 'closed' | 'gone' | 'busy';

/** Final page without actions. */
export function notePage(language: Language, note: Note): PlainPage {
  const say = mailMessages(language);
  const title = say(`form.${note}Title`);
  return cardPage({ language, title }, heading(title), lead(say(`form.${note}`), { role: 'status' }));
}
