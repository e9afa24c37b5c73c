import { createElement as h, type ReactNode } from 'react';
import type { Language } from '#core/language/language.ts';
import { lead, plainPage, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';

/** `formUrl`: the form in the frame. `thanks`: the sender's words for visitors who have signed. */
type Facts = { title: string; thanks: string; formUrl: string };

/** Replaced by the number of seconds left. */
const seconds = '\u0000';

/**
 * The form on a device that many visitors use, such as at a counter. The script of the page shows the form in a frame,
 * and after each visit removes it with everything that the visitor entered.
 */
export function counterPage(language: Language, { title, thanks, formUrl }: Facts): PlainPage {
  const say = mailMessages(language);
  const restart = (look?: string) =>
    h('button', { type: 'button', className: look, 'data-act': 'restart' }, say('counter.restart'));
  return plainPage(
    { language, title, script: '/counter.js', isFrame: true },
    h('noscript', null, lead(say('counter.needsScript'))),
    h('p', { id: 'restart', hidden: true }, restart()),
    h('div', { id: 'form', 'data-url': formUrl, 'data-title': title, hidden: true }),
    panel('stay', [
      h('h1', { id: 'stay-title' }, say('counter.stay')),
      countdown(say('counter.stayLead', { seconds })),
      h(
        'p',
        { className: 'choices' },
        h(
          'button',
          { type: 'button', className: 'primary', 'data-act': 'continue' },
          say('counter.continue'),
        ),
        restart(),
      ),
    ]),
    panel('done', [
      h('h1', { id: 'done-title' }, say('counter.done')),
      thanks !== '' && h('p', { className: 'words', dir: 'auto' }, thanks),
      countdown(say('counter.doneLead', { seconds })),
      h('p', { className: 'choices' }, restart('primary')),
    ]),
  );
}

function panel(id: 'stay' | 'done', content: ReactNode[]): ReactNode {
  return h('dialog', { id, className: 'card', 'aria-labelledby': `${id}-title` }, ...content);
}

function countdown(text: string): ReactNode {
  const [before, after] = text.split(seconds);
  return lead([before, h('span', { key: 'left', 'data-left': true, role: 'timer' }), after]);
}
