import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  Text,
} from '@react-email/components';
import { render } from '@react-email/render';
import { createElement as h, type ReactElement } from 'react';
import { directionOf, type Language } from '#core/language/language.ts';
import type { MailBrand } from './mail-brand.ts';
import type { MailText } from './mail-text.ts';
import { mailWords } from './mail-words.ts';

/** The part of a message that mail programs show. React escapes whatever people typed (S-17). */
export const renderMail = (
  text: MailText,
  link: string | null,
  language: Language,
  brand?: MailBrand,
): Promise<string> => render(page(text, link, language, brand));

const colour = {
  paper: '#fbfaf8',
  surface: '#ffffff',
  line: '#e4e2de',
  text: '#1c2130',
  muted: '#5b6070',
  ink: '#23449b',
};
/** Mail programs that know nothing of it show the colours above. Nothing that somebody typed is in it but six digits. */
const atNight = (act: string, own: boolean): string => `@media (prefers-color-scheme: dark) {
  body, .paper, .paper > table > tbody > tr > td { background: #14161c !important; color: #f1f0ee !important; }
  .card { background: #1c1f27 !important; border-color: #383c47 !important; color: #f1f0ee !important; }
  ${own ? `.card { border-top-color: ${act} !important; }` : ''}
  .muted { color: #a5a9b5 !important; }
  .line { border-color: #383c47 !important; }
  .act { background: ${act} !important; color: #14161c !important; }
}`;
const font = "Inter, 'Segoe UI', Helvetica, Arial, sans-serif";

function page(
  text: MailText,
  link: string | null,
  language: Language,
  brand: MailBrand | undefined,
): ReactElement {
  return h(
    Html,
    { lang: language, dir: directionOf(language) },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', {
        dangerouslySetInnerHTML: {
          __html: atNight(brand?.colour?.night ?? '#9db4f5', Boolean(brand?.colour)),
        },
      }),
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
      card(text, link, language, brand),
    ),
  );
}

function card(
  text: MailText,
  link: string | null,
  language: Language,
  brand: MailBrand | undefined,
): ReactElement {
  const say = mailWords(language);
  const dir = directionOf(language);
  const frame = {
    background: colour.surface,
    border: `1px solid ${colour.line}`,
    ...(brand?.colour && { borderTop: `4px solid ${brand.colour.day}` }),
    borderRadius: 12,
    maxWidth: 560,
    padding: 32,
  };
  return h(
    Container,
    // Once more: many mail programs drop the html element, and its direction with it.
    { className: 'card', style: frame, dir, lang: language },
    brand ? head(brand) : null,
    h(Heading, { as: 'h1', style: { fontSize: 20, lineHeight: '28px', margin: '0 0 16px' } }, text.heading),
    ...text.paragraphs.map((words, key) =>
      h(Text, { key, style: { fontSize: 16, lineHeight: '24px', margin: '0 0 16px' } }, words),
    ),
    text.quote === '' ? null : quote(text.quote, dir),
    link && text.action ? button(text.action, link, brand?.colour?.day) : null,
    link && text.action
      ? h(Text, { className: 'muted', style: small }, `${say('orOpen')} `, h('bdi', { dir: 'ltr' }, link))
      : null,
    text.small.length > 0
      ? h(Hr, { className: 'line', style: { borderColor: colour.line, margin: '24px 0 16px' } })
      : null,
    ...text.small.map((words, key) =>
      h(Text, { key: `small-${key}`, className: 'muted', style: small }, words),
    ),
    brand?.footer ? quote(brand.footer, dir, small) : null,
    text.choices
      ? h(
          Text,
          { className: 'muted', style: small },
          h(Link, { href: text.choices.link, className: 'muted', style: link13 }, text.choices.words),
        )
      : null,
    h(
      Text,
      { className: 'muted', style: small },
      brand ? say('sentWith', { address: brand.address }) : say('sentBy'),
    ),
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
function quote(words: string, dir: 'ltr' | 'rtl', size = { fontSize: 16, lineHeight: '24px' }): ReactElement {
  const side = dir === 'rtl' ? 'Right' : 'Left';
  const style = {
    ...size,
    [`border${side}`]: `3px solid ${colour.line}`,
    margin: '0 0 16px',
    [`padding${side}`]: 16,
    whiteSpace: 'pre-wrap' as const,
  };
  const className = size === small ? 'line muted' : 'line';
  return h(Text, { className, style, dir: 'auto' }, words);
}

function button(label: string, href: string, background: string = colour.ink): ReactElement {
  const style = {
    background,
    borderRadius: 8,
    color: '#ffffff',
    fontSize: 16,
    fontWeight: 600,
    margin: '8px 0 20px',
    padding: '12px 22px',
  };
  return h(Button, { href, className: 'act', style }, label);
}

/** The logo lies on white by night too, where dark letters on nothing could not be read. */
function head({ name, logo }: MailBrand): ReactElement {
  const style = { background: '#ffffff', borderRadius: 6, maxHeight: 56, maxWidth: 200, padding: 4 };
  return h(
    'div',
    { style: { margin: '0 0 20px' } },
    logo ? h(Img, { src: `cid:${logo.id}`, alt: '', style }) : null,
    name === ''
      ? null
      : h(Text, { style: { fontSize: 16, fontWeight: 600, margin: '8px 0 0' }, dir: 'auto' }, name),
  );
}
