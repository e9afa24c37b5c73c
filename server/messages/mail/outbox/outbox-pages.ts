import { createElement as h, type ReactNode } from 'react';
import { intlLocale, type Language } from '#core/language/language.ts';
import { addressOf } from '#contract/address.ts';
import { mailPaths } from '#contract/paths.ts';
import { cardPage, heading, lead, link, type PlainPage } from '../../../foundation/http/pages/plain-page.ts';
import { mailMessages } from '../text/mail-words.ts';
import type { OutboxEntry, OutboxMail, OutboxPage } from './read-outbox.ts';

/** Page with the list of emails, newest first. */
export function outboxPage(
  language: Language,
  { entries, page: here, pages }: OutboxPage,
  isMailKept: boolean,
): PlainPage {
  const say = mailMessages(language);
  const step = (to: number, word: string): ReactNode =>
    to < 1 || to > pages
      ? h('span')
      : link(addressOf(mailPaths.showOutbox, { query: { page: String(to) } }), word);
  return cardPage(
    { language, title: say('outbox.title') },
    heading(say('outbox.title')),
    lead(say(isMailKept ? 'outbox.lead' : 'outbox.leadSupport')),
    entries.length === 0
      ? h('p', null, say('outbox.empty'))
      : h('ul', { className: 'mails' }, ...entries.map((entry) => row(language, entry))),
    pages > 1 &&
      h(
        'p',
        { className: 'steps' },
        step(here - 1, say('outbox.newer')),
        h('span', null, `${here} / ${pages}`),
        step(here + 1, say('outbox.older')),
      ),
  );
}

function row(language: Language, { name, to, subject, date }: OutboxEntry): ReactNode {
  return h(
    'li',
    null,
    link(addressOf(mailPaths.showOutboxMail, { params: { name } }), h('bdi', null, subject || name)),
    ' ',
    h('span', null, h('bdi', null, to), ' · ', h('time', null, time(language, date))),
  );
}

/** Page with the plain-text part of one email. Only URLs of this server become links. */
export function outboxMailPage(language: Language, mail: OutboxMail, publicUrl: string): PlainPage {
  const say = mailMessages(language);
  const fact = (word: string, ...values: ReactNode[]): ReactNode[] => [
    h('dt', null, word),
    h('dd', null, ...values),
  ];
  const file = (index: number) =>
    addressOf(mailPaths.readOutboxFile, { params: { name: mail.name, index: String(index) } });
  const files = mail.attachments.map(({ filename }, index) =>
    h('div', null, link(file(index), h('bdi', null, filename))),
  );
  return cardPage(
    { language, title: mail.subject },
    h('p', { className: 'back' }, link(addressOf(mailPaths.showOutbox), say('outbox.back'))),
    heading(h('bdi', null, mail.subject)),
    h(
      'dl',
      { className: 'facts' },
      ...fact(say('outbox.from'), h('bdi', null, mail.from)),
      ...fact(say('outbox.to'), h('bdi', null, mail.to)),
      ...fact(say('outbox.date'), h('bdi', null, time(language, mail.date))),
      ...(files.length > 0 ? fact(say('outbox.files'), ...files) : []),
    ),
    h('pre', { dir: 'auto' }, ...withLinks(mail.text, publicUrl)),
  );
}

/** Only our own URLs become links, because all others are user input. */
function withLinks(text: string, publicUrl: string): ReactNode[] {
  const own = new RegExp(`(${publicUrl.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')}/[\\w/?=&.%#-]+)`, 'g');
  return text.split(own).map((part, at) => (at % 2 === 1 ? link(part, part) : part));
}

/** Page for visitors without the key. It says where to find the key. */
export function outboxLockedPage(language: Language): PlainPage {
  const say = mailMessages(language);
  return cardPage(
    { language, title: say('outbox.title') },
    heading(say('outbox.title')),
    lead(say('outbox.locked')),
    h('p', null, say('outbox.how')),
  );
}

export function outboxGonePage(language: Language): PlainPage {
  const say = mailMessages(language);
  return cardPage(
    { language, title: say('outbox.title') },
    heading(say('outbox.gone')),
    h('p', null, link(addressOf(mailPaths.showOutbox), say('outbox.back'))),
  );
}

function time(language: Language, at: Date | null): string {
  if (!at) return '';
  const format = new Intl.DateTimeFormat(intlLocale(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}
