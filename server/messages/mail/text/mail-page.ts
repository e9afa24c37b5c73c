import { createElement as h, type CSSProperties, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { directionOf, type Language } from '#core/language/language.ts';
import { color, font, linkInSmall, nightStyle, small } from './mail-colors.ts';
import { documentCard, senderMark, sealMark, type MailLook } from './mail-marks.ts';
import { anchor, paragraph, preview, rule, table } from './mail-tags.ts';
import type { MailText } from './mail-text.ts';
import { mailMessages } from './mail-words.ts';

/** Renders the HTML part of a message. React escapes user input (S-17). */
export const renderMail = (text: MailText, link: string | null, language: Language, look: MailLook): string =>
  doctype + withoutPreloads(renderToStaticMarkup(page({ text, link, language, look })));

/**
 * React adds a preload link for each picture, which only browsers use. User input is escaped and cannot match
 * this pattern.
 */
const withoutPreloads = (html: string): string => html.replace(/<link rel="preload" as="image"[^>]*>/g, '');

/** Mail programs render this doctype with the fewest differences. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

type Parts = { text: MailText; link: string | null; language: Language; look: MailLook };

function page(parts: Parts): ReactElement {
  const { text, language, look } = parts;
  return h(
    'html',
    { lang: language, dir: directionOf(language) },
    h(
      'head',
      null,
      h('meta', { content: 'text/html; charset=UTF-8', httpEquiv: 'Content-Type' }),
      h('meta', { name: 'x-apple-disable-message-reformatting' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', { dangerouslySetInnerHTML: { __html: nightStyle(look.brand?.color?.night) } }),
    ),
    h(
      'body',
      { className: 'paper', style: { background: color.paper, margin: 0, padding: 0 } },
      preview(text.paragraphs.at(-1) ?? text.heading),
      // Some mail programs drop the body's style but keep the table's. The padding separates the card from
      // the edge.
      table(
        { width: '100%', className: 'paper', style: { background: color.paper } },
        h('td', { align: 'center', style: { padding: '24px 16px' } }, card(parts)),
      ),
    ),
  );
}

function card(parts: Parts): ReactElement {
  const { language, look } = parts;
  const frame: CSSProperties = {
    background: color.surface,
    border: `1px solid ${color.line}`,
    ...(look.brand?.color && { borderTop: `4px solid ${look.brand.color.day}` }),
    borderRadius: 12,
    maxWidth: 560,
    width: '100%',
  };
  // Repeated here because many mail programs drop the html element, and with it the text direction.
  const dir = directionOf(language);
  const style: CSSProperties = {
    color: color.text,
    fontFamily: font,
    padding: 24,
    textAlign: dir === 'rtl' ? 'right' : 'left',
  };
  return table(
    { className: 'card', style: { ...frame, borderCollapse: 'separate' }, dir, lang: language },
    h('td', { style, className: 'in' }, ...inCard(parts)),
  );
}

function inCard({ text, link, language, look }: Parts): (ReactElement | null)[] {
  const say = mailMessages(language);
  const dir = directionOf(language);
  const { brand, service } = look;
  const acts = link !== null && text.action !== null;
  const address = acts
    ? paragraph({ className: 'muted', style: small }, `${say('orOpen')} `, h('bdi', { dir: 'ltr' }, link))
    : null;
  return [
    look.sender ? senderMark(look.sender, brand, dir) : null,
    text.sealed ? sealMark() : null,
    h('h1', { style: { fontSize: 22, lineHeight: '30px', margin: '0 0 16px' } }, text.heading),
    ...text.paragraphs.map((words) =>
      paragraph({ style: { fontSize: 16, lineHeight: '24px', margin: '0 0 16px' } }, words),
    ),
    ...(text.notes ?? []).map((words) => paragraph({ className: 'line', style: noteStyle }, words)),
    text.quote === '' ? null : quote(text.quote, dir),
    text.card ? documentCard(text.card, look.picture, link, dir) : null,
    ...(text.people ?? []).map((words, index, { length }) => {
      const below = index === length - 1 ? 16 : 10;
      return paragraph({ style: { fontSize: 15, lineHeight: '22px', margin: `0 0 ${below}px` } }, words);
    }),
    acts ? button(text.action ?? '', link, brand?.color?.day) : null,
    text.folded ? null : address,
    text.small.length > 0 && !text.folded
      ? rule({ className: 'line', style: { borderColor: color.line, margin: '24px 0 16px' } })
      : null,
    ...text.small.map((words) => paragraph({ className: 'muted', style: small }, words)),
    text.folded ? fold(text.folded, address) : null,
    brand?.footer ? quote(brand.footer, dir, small) : null,
    text.choices
      ? paragraph(
          { className: 'muted', style: small },
          anchor({ href: text.choices.link, className: 'muted', style: linkInSmall }, text.choices.words),
        )
      : null,
    paragraph(
      { className: 'muted', style: { ...small, margin: 0 } },
      brand ? say('sentWith', { service, address: brand.address }) : say('sentBy', { service }),
    ),
  ];
}

/** In every mail program, a border distinguishes a hint, in addition to its color. */
const noteStyle: CSSProperties = {
  border: `1px solid ${color.line}`,
  borderRadius: 8,
  fontSize: 15,
  lineHeight: '22px',
  margin: '0 0 16px',
  padding: '10px 14px',
};

/** Mail programs that do not support collapsing show the details expanded, so nothing is lost. */
function fold(
  { title, lines }: { title: string; lines: string[] },
  address: ReactElement | null,
): ReactElement {
  return h(
    'details',
    { style: { margin: '0 0 8px' } },
    h('summary', { className: 'muted', style: { ...small, cursor: 'pointer', margin: 0 } }, title),
    h(
      'div',
      { style: { padding: '8px 0 0' } },
      address,
      ...lines.map((words) => paragraph({ className: 'muted', style: small }, words)),
    ),
  );
}

/** The sender's message is visibly separate from our text, so that no one mistakes it for ours. */
function quote(words: string, dir: 'ltr' | 'rtl', size = { fontSize: 16, lineHeight: '24px' }): ReactElement {
  const side = dir === 'rtl' ? 'Right' : 'Left';
  const style = {
    ...size,
    [`border${side}`]: `3px solid ${color.line}`,
    margin: '0 0 16px',
    [`padding${side}`]: 16,
    whiteSpace: 'pre-wrap' as const,
  };
  const className = size === small ? 'line muted' : 'line';
  return paragraph({ className, style, dir: 'auto' }, words);
}

/**
 * The main action's button is as wide as the card. The cell also has the color, because some mail programs
 * ignore style sheets.
 */
function button(label: string, href: string, background: string = color.ink): ReactElement {
  const style: CSSProperties = {
    borderRadius: 8,
    color: '#ffffff',
    display: 'block',
    fontSize: 17,
    fontWeight: 600,
    lineHeight: '24px',
    padding: '14px 24px',
    textAlign: 'center',
    textDecoration: 'none',
  };
  return table(
    { width: '100%', style: { borderCollapse: 'separate', margin: '8px 0 20px' } },
    h(
      'td',
      { className: 'act', bgcolor: background, align: 'center', style: { background, borderRadius: 8 } },
      anchor({ href, className: 'act', style }, label),
    ),
  );
}
