import { createElement as h, type ReactNode } from 'react';
import type { Language } from '#core/language/language.ts';
import {
  cardPage,
  heading,
  hidden,
  lead,
  submit,
  type PlainPage,
} from '../../../foundation/http/pages/plain-page.ts';
import { MAX_NOTE, type Choices } from './mail-choices.ts';
import { mailMessages, type MailTranslate } from '../text/mail-words.ts';

/**
 * The page on which a recipient blocks or reports the sender of an email. It is plain HTML, and only its
 * buttons change anything (S-13).
 */
export function choicePage(language: Language, choices: Choices, service: string): PlainPage {
  const say = mailMessages(language);
  const { name, email } = choices.sender;
  const sender = name === '' ? email : `${name} <${email}>`;
  return cardPage(
    { language, title: say('choice.title') },
    heading(say('choice.title')),
    lead(say('choice.lead', { sender, address: choices.address, service })),
    block(say, choices.blocked),
    report(say, choices.reported),
  );
}

function block(say: MailTranslate, blocked: boolean): ReactNode {
  const [state, act, button] = blocked
    ? (['choice.blocked', 'unblock', 'choice.unblock'] as const)
    : (['choice.blockText', 'block', 'choice.block'] as const);
  return h(
    'form',
    { method: 'post' },
    hidden('act', act),
    h('p', blocked ? { role: 'status' } : null, say(state)),
    submit(say(button), { look: blocked ? 'second' : 'primary' }),
  );
}

function report(say: MailTranslate, reported: boolean): ReactNode {
  if (reported) return h('p', { role: 'status' }, say('choice.reported'));
  return h(
    'form',
    { method: 'post' },
    hidden('act', 'report'),
    h('p', null, say('choice.reportText')),
    h(
      'div',
      null,
      h('label', { htmlFor: 'note' }, say('choice.note')),
      h('textarea', { id: 'note', name: 'note', rows: 3, maxLength: MAX_NOTE }),
    ),
    submit(say('choice.report'), { look: 'second' }),
  );
}

/** Page for an invalid link, or for an email that was deleted. */
export function noChoicePage(language: Language): PlainPage {
  const say = mailMessages(language);
  return cardPage(
    { language, title: say('choice.title') },
    heading(say('choice.title')),
    lead(say('choice.unknown')),
  );
}
