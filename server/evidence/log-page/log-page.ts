import { createElement as h } from 'react';
import type { z } from 'zod';
import { addressOf } from '#contract/address.ts';
import type { logAnswer } from '#contract/evidence/log.ts';
import { logPaths } from '#contract/paths.ts';
import type { Language } from '#core/language/language.ts';
import { heading, lead, link, plainPage, type PlainPage } from '../../foundation/http/pages/plain-page.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';

export type LogView = z.input<typeof logAnswer>;

/**
 * Public page listing the signed tree heads, so that anyone can compare a head they saved. It works without
 * scripts and contains no personal data.
 */
export function logPage(
  language: Language,
  { heads, anchors, isStalled }: LogView,
  publicUrl: string,
): PlainPage {
  const say = mailMessages(language);
  const [newest] = heads;
  const [anchor] = anchors;
  const stamped = new Set(anchors.map(({ size }) => size));
  return plainPage(
    { language, title: say('log.title') },
    heading(say('log.title')),
    lead(say('log.lead')),
    isStalled && h('p', { role: 'status' }, say('log.isStalled')),
    newest
      ? h(
          'div',
          null,
          h('h2', null, say('log.newest')),
          h('pre', { dir: 'ltr' }, newest.checkpoint),
          h('h2', null, say('log.key')),
          h('pre', { dir: 'ltr' }, newest.key),
          anchor && h('p', null, say('log.anchor', { size: String(anchor.size), date: anchor.stampedAt })),
          h('h2', null, say('log.heads')),
          h(
            'ol',
            { dir: 'ltr', reversed: true },
            heads.map(({ size, checkpoint, signedAt }) =>
              h(
                'li',
                { key: size, value: size },
                `${signedAt} ${checkpoint.split('\n')[2]}${stamped.has(size) ? ' ✓' : ''}`,
              ),
            ),
          ),
        )
      : h('p', null, say('log.empty')),
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
