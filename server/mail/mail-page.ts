import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Text,
} from '@react-email/components';
import { render } from '@react-email/render';
import { createElement as h, type ReactElement } from 'react';
import { directionOf, type Language } from '#core/language/language.ts';
import type { MailText } from './mail-text.ts';
import { mailWords } from './mail-words.ts';

/** The part of a message that mail programs show. React escapes whatever people typed (S-17). */
export const renderMail = (text: MailText, link: string | null, language: Language): Promise<string> =>
  render(page(text, link, language));

const colour = {
  paper: '#fbfaf8',
  surface: '#ffffff',
  line: '#e4e2de',
  text: '#1c2130',
  muted: '#5b6070',
  ink: '#23449b',
};
/** Mail programs that know nothing of it show the colours above. Ours alone: nothing that somebody typed is in it. */
const atNight = `@media (prefers-color-scheme: dark) {
  body, .paper, .paper > table > tbody > tr > td { background: #14161c !important; color: #f1f0ee !important; }
  .card { background: #1c1f27 !important; border-color: #383c47 !important; color: #f1f0ee !important; }
  .muted { color: #a5a9b5 !important; }
  .line { border-color: #383c47 !important; }
  .act { background: #9db4f5 !important; color: #14161c !important; }
}`;
const font = "Inter, 'Segoe UI', Helvetica, Arial, sans-serif";

function page(text: MailText, link: string | null, language: Language): ReactElement {
  return h(
    Html,
    { lang: language, dir: directionOf(language) },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', { dangerouslySetInnerHTML: { __html: atNight } }),
    ),
    h(Preview, null, text.paragraphs.at(-1) ?? text.heading),
    h(
      Body,
      {
        className: 'paper',
        style: {
          background: colour.paper,
          color: colour.text,
          fontFamily: font,
          margin: 0,
          padding: '32px 16px',
        },
      },
      card(text, link, language),
    ),
  );
}

function card(text: MailText, link: string | null, language: Language): ReactElement {
  const say = mailWords(language);
  const dir = directionOf(language);
  const frame = {
    background: colour.surface,
    border: `1px solid ${colour.line}`,
    borderRadius: 12,
    maxWidth: 560,
    padding: 32,
  };
  return h(
    Container,
    // Once more: many mail programs drop the html element, and its direction with it.
    { className: 'card', style: frame, dir, lang: language },
    h(Heading, { as: 'h1', style: { fontSize: 20, lineHeight: '28px', margin: '0 0 16px' } }, text.heading),
    ...text.paragraphs.map((words, key) =>
      h(Text, { key, style: { fontSize: 16, lineHeight: '24px', margin: '0 0 16px' } }, words),
    ),
    text.quote === '' ? null : quote(text.quote, dir),
    link && text.action ? button(text.action, link) : null,
    link && text.action
      ? h(Text, { className: 'muted', style: small }, `${say('orOpen')} `, h('bdi', { dir: 'ltr' }, link))
      : null,
    text.small.length > 0
      ? h(Hr, { className: 'line', style: { borderColor: colour.line, margin: '24px 0 16px' } })
      : null,
    ...text.small.map((words, key) =>
      h(Text, { key: `small-${key}`, className: 'muted', style: small }, words),
    ),
    text.choices
      ? h(
          Text,
          { className: 'muted', style: small },
          h(Link, { href: text.choices.link, className: 'muted', style: link13 }, text.choices.words),
        )
      : null,
    h(Text, { className: 'muted', style: small }, say('sentBy')),
  );
}

const small = {
  color: colour.muted,
  fontSize: 13,
  lineHeight: '20px',
  margin: '0 0 8px',
  wordBreak: 'break-word' as const,
};

const link13 = { color: colour.muted, textDecoration: 'underline' };

/** The sender's own words stand apart from ours, so that nobody takes the one for the other. */
function quote(words: string, dir: 'ltr' | 'rtl'): ReactElement {
  const side = dir === 'rtl' ? 'Right' : 'Left';
  const style = {
    [`border${side}`]: `3px solid ${colour.line}`,
    fontSize: 16,
    lineHeight: '24px',
    margin: '0 0 16px',
    [`padding${side}`]: 16,
    whiteSpace: 'pre-wrap' as const,
  };
  return h(Text, { className: 'line', style, dir: 'auto' }, words);
}

function button(label: string, href: string): ReactElement {
  const style = {
    background: colour.ink,
    borderRadius: 8,
    color: '#ffffff',
    fontSize: 16,
    fontWeight: 600,
    margin: '8px 0 20px',
    padding: '12px 22px',
  };
  return h(Button, { href, className: 'act', style }, label);
}
