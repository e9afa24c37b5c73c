import { createElement as h } from 'react';
import type { Language } from '#core/language/language.ts';
import { cardPage, heading, lead, submit, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { mailWords } from '../mail/text/mail-words.ts';
import type { Asking } from './reply-to.ts';

/** Opened from a mail. Requires a button, since mail scanners open links too (S-13). */
export function replyToPage(language: Language, { asker, address }: Asking, service: string): PlainPage {
  const say = mailWords(language);
  return cardPage(
    { language, title: say('replyTo.title') },
    heading(say('replyTo.title')),
    lead(say('replyTo.lead', { asker, address, service })),
    h('form', { method: 'post' }, submit(say('replyTo.accept'), { look: 'primary' })),
  );
}

/** Shows the outcome of a link. */
export function replyToEndPage(language: Language, words: string): PlainPage {
  const title = mailWords(language)('replyTo.title');
  return cardPage({ language, title }, heading(title), lead(words, { role: 'status' }));
}
