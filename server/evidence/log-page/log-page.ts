import { createElement as h, type ReactNode } from 'react';
import type { z } from 'zod';
import { addressOf } from '#contract/address.ts';
import type { logAnswer } from '#contract/evidence/log.ts';
import { aboutPaths, logPaths } from '#contract/paths.ts';
import { intlLocale, type Language } from '#core/language/language.ts';
import { heading, lead, link, plainPage, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';

export type LogView = z.input<typeof logAnswer>;
type Head = LogView['heads'][number];
type Say = ReturnType<typeof mailMessages>;

/**
 * Renders the public page with the signed tree heads, on which anyone can find a head that they saved. The
 * page works without scripts and contains no personal data.
 */
export function logPage(
  language: Language,
  { heads, anchors, isStalled }: LogView,
  publicUrl: string,
): PlainPage {
  const say = mailMessages(language);
  const [newest, ...earlier] = heads;
  const [anchor] = anchors;
  const confirmed = new Set(anchors.map(({ size }) => size));
  const related = [
    { href: '/verify', text: say('log.verify') },
    { href: addressOf(aboutPaths.showDevelopers), text: say('log.developers') },
  ];
  const text = textsIn(language);
  return plainPage(
    { language, title: say('log.title'), description: say('log.lead'), related },
    heading(say('log.title')),
    lead(say('log.lead')),
    isStalled && h('p', { role: 'status' }, say('log.isStalled')),
    newest
      ? h(
          'section',
          null,
          h('h2', null, say('log.newest')),
          h(
            'dl',
            null,
            ...facts([
              [say('log.size'), text.number(newest.size)],
              [say('log.signedAt'), text.time(newest.signedAt)],
              [say('log.root'), rootOf(newest)],
            ]),
          ),
          anchor &&
            h(
              'p',
              null,
              say('log.anchor', { size: text.number(anchor.size), date: text.time(anchor.stampedAt) }),
            ),
          h(
            'details',
            null,
            h('summary', null, say('log.details')),
            h('pre', { dir: 'ltr' }, newest.checkpoint),
            h('h3', null, say('log.key')),
            h('pre', { dir: 'ltr' }, newest.key),
          ),
        )
      : h('p', null, say('log.empty')),
    earlier.length > 0 && h('h2', null, say('log.heads')),
    earlier.length > 0 && headTable(earlier, confirmed, say, text),
    h('h2', null, say('log.compare')),
    h('p', null, say('log.how')),
    h(
      'pre',
      { dir: 'ltr' },
      `curl -o log.json ${publicUrl}${addressOf(logPaths.readLogSince, { params: { size: 'SIZE' } })}\nnode countersign-verify.mjs sealed.pdf --log log.json`,
    ),
    h('p', null, link(addressOf(logPaths.readLog), say('log.api'))),
  );
}

function facts(pairs: readonly (readonly [string, ReactNode])[]): ReactNode[] {
  return pairs.flatMap(([name, value]) => [
    h('dt', { key: name }, name),
    h('dd', { key: `${name} value` }, value),
  ]);
}

function headTable(
  heads: readonly Head[],
  confirmed: ReadonlySet<number>,
  say: Say,
  text: ReturnType<typeof textsIn>,
): ReactNode {
  const names = [say('log.size'), say('log.signedAt'), say('log.root'), say('log.confirmed')];
  const cells = (head: Head): ReactNode[] => [
    text.number(head.size),
    text.time(head.signedAt),
    rootOf(head),
    confirmed.has(head.size) ? say('log.yes') : null,
  ];
  return h(
    'table',
    null,
    h('thead', null, h('tr', null, ...names.map((name) => h('th', { key: name, scope: 'col' }, name)))),
    h(
      'tbody',
      null,
      ...heads.map((head) =>
        h(
          'tr',
          { key: head.size },
          ...cells(head).map((cell, at) => h('td', { key: names[at], 'data-name': names[at] }, cell)),
        ),
      ),
    ),
  );
}

/** The root hash is on the third line of a checkpoint (C2SP tlog-checkpoint). */
function rootOf({ checkpoint }: Head): ReactNode {
  return h('code', { dir: 'ltr' }, checkpoint.split('\n')[2]);
}

function textsIn(language: Language) {
  const locale = intlLocale(language);
  const numbers = new Intl.NumberFormat(locale);
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' });
  return { number: (size: number) => numbers.format(size), time: (at: string) => times.format(new Date(at)) };
}
