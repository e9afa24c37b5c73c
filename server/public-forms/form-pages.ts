import type { Language } from '#core/language/language.ts';
import { escape, page } from '../http/plain-page.ts';
import { mailWords, type MailWord } from '../mail/mail-words.ts';
import type { AskOutcome } from './ask-by-form.ts';

type Facts = { title: string; sender: string; address: string; hasCode: boolean };
type Typed = { name: string; email: string };

const problems: Partial<Record<AskOutcome, MailWord>> = {
  'name-wrong': 'form.nameWrong',
  'email-wrong': 'form.emailWrong',
  'code-wrong': 'form.codeWrong',
  busy: 'form.busy',
};

/** Where anybody gives a name and an address. Plain HTML that needs no script and no cookie. */
export function formPage(
  language: Language,
  facts: Facts,
  typed: Typed = { name: '', email: '' },
  outcome?: AskOutcome,
): string {
  const say = mailWords(language);
  const problem = outcome && problems[outcome];
  const about = { title: facts.title, sender: facts.sender, address: facts.address };
  const code = facts.hasCode ? box('code', say('form.code'), '', 'off') : '';
  return page(
    { language },
    facts.title,
    `<h1>${escape(say('form.title', about))}</h1>
<p class="lead">${escape(say('form.lead', about))}</p>
${problem ? `<p class="problem" role="alert">${escape(say(problem))}</p>` : ''}
<form method="post">
${box('name', say('form.name'), typed.name, 'name')}
${box('email', say('form.email'), typed.email, 'email')}
${code}
  <button class="primary" type="submit">${escape(say('form.act'))}</button>
</form>`,
  );
}

function box(name: 'name' | 'email' | 'code', label: string, value: string, autocomplete: string): string {
  const type = name === 'email' ? 'email' : 'text';
  return `  <div><label for="${name}">${escape(label)}</label>
  <input id="${name}" name="${name}" type="${type}" value="${escape(value)}" autocomplete="${autocomplete}" maxlength="254" required></div>`;
}

/** Opened from the mail. A button, since programs that look into mails open links too (S-13). */
export function entryPage(language: Language, facts: Omit<Facts, 'hasCode'>): string {
  const say = mailWords(language);
  return page(
    { language },
    say('form.confirm'),
    `<h1>${escape(say('form.confirm'))}</h1>
<p class="lead">${escape(say('form.confirmLead', facts))}</p>
<form method="post">
  <button class="primary" type="submit">${escape(say('form.confirmAct'))}</button>
</form>`,
  );
}

export type Note = 'mailed' | 'sent' | 'closed' | 'gone' | 'busy';

/** An end of the way, with nothing to press. */
export function notePage(language: Language, note: Note): string {
  const say = mailWords(language);
  const title = escape(say(`form.${note}Title`));
  return page(
    { language },
    say(`form.${note}Title`),
    `<h1>${title}</h1>\n<p class="lead" role="status">${escape(say(`form.${note}`))}</p>`,
  );
}
