import { Img, Link, Text } from '@react-email/components';
import { createElement as h, type CSSProperties, type ReactElement } from 'react';
import { colour, small } from './mail-colours.ts';
import type { MailBrand } from './mail-brand.ts';
import type { MailPicture } from './mail-picture.ts';
import { table } from './mail-table.ts';
import type { MailText } from './mail-text.ts';

type Direction = 'ltr' | 'rtl';
type Sender = { name: string; address: string };

/** How a mail shows whose it is and what it is about, beside its words. */
export type MailLook = {
  /** The name of the service in the last line. */
  service: string;
  brand?: MailBrand | undefined;
  /** Who asks; nobody where the mail is news to themselves. */
  sender?: Sender | undefined;
  picture?: MailPicture | undefined;
};

/**
 * By whom, at a glance: logo or initials, name and address. Nothing of it is new, as the first sentence says the same;
 * so it is not read aloud. A brand's name is its own claim and never stands without the sender's address.
 */
export function senderMark(sender: Sender, brand: MailBrand | undefined, dir: Direction): ReactElement {
  const name = brand?.name || sender.name;
  const side = dir === 'rtl' ? 'Left' : 'Right';
  const mark = brand?.logo ? logo(brand.logo.id) : initials(name, sender.address);
  const lines: CSSProperties = { margin: 0, lineHeight: '20px', wordBreak: 'break-word' };
  return h(
    'div',
    { 'aria-hidden': true, style: { margin: '0 0 20px' } },
    table(
      {},
      h('td', { valign: 'middle', style: { [`padding${side}`]: 12 } }, mark),
      h(
        'td',
        { valign: 'middle' },
        h(Text, { style: { ...lines, fontSize: 15, fontWeight: 600 }, dir: 'auto' }, name),
        name === sender.address
          ? null
          : h(Text, { className: 'muted', style: { ...small, ...lines }, dir: 'ltr' }, sender.address),
      ),
    ),
  );
}

/** It lies on white by night too, where dark letters on nothing could not be read. */
function logo(id: string): ReactElement {
  const style = {
    background: '#ffffff',
    borderRadius: 6,
    display: 'block',
    maxHeight: 48,
    maxWidth: 160,
    padding: 4,
  };
  return h(Img, { src: `cid:${id}`, alt: '', style });
}

function initials(name: string, address: string): ReactElement {
  const style: CSSProperties = {
    background: colour.wash,
    borderRadius: 20,
    color: colour.ink,
    fontSize: 15,
    fontWeight: 600,
    height: 40,
    lineHeight: '40px',
    textAlign: 'center',
    width: 40,
  };
  const td = { className: 'initials', width: 40, height: 40, bgcolor: colour.wash, style };
  return table({ style: { borderCollapse: 'separate' } }, h('td', td, initialsOf(name, address)));
}

/** First letters of the first and the last word; of the address where there is no name. */
function initialsOf(name: string, address: string): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = chosen.map((word) => Array.from(word ?? '')[0] ?? '').join('');
  return (letters || address.slice(0, 1)).toUpperCase();
}

/** A ring in the colour that is kept for the seal. Drawn by borders, as few mail programs show a drawing. */
export function sealMark(): ReactElement {
  const style: CSSProperties = {
    border: `3px double ${colour.seal}`,
    borderRadius: 28,
    color: colour.seal,
    fontSize: 24,
    height: 48,
    lineHeight: '48px',
    textAlign: 'center',
    width: 48,
  };
  const td = { className: 'seal', width: 48, height: 48, style };
  return h(
    'div',
    { 'aria-hidden': true, style: { margin: '0 0 16px' } },
    table({ style: { borderCollapse: 'separate' } }, h('td', td, '✓')),
  );
}

/** The document as a thing: its first page, its title, and what is worth knowing before one opens it. */
export function documentCard(
  { title, lines }: NonNullable<MailText['card']>,
  picture: MailPicture | undefined,
  href: string | null,
  dir: Direction,
): ReactElement {
  const side = dir === 'rtl' ? 'Left' : 'Right';
  const shown = picture
    ? h(Img, { src: `cid:${picture.id}`, alt: '', width: pictureWidth, style: pageStyle })
    : null;
  return table(
    { width: '100%', className: 'doc', style: docStyle },
    shown
      ? h(
          'td',
          { width: pictureWidth + 2, valign: 'middle', style: { padding: 12, [`padding${side}`]: 4 } },
          href === null ? shown : h(Link, { href, tabIndex: -1, 'aria-hidden': true }, shown),
        )
      : null,
    h(
      'td',
      { valign: 'middle', style: { padding: 12 } },
      h(Text, { className: 'doc-title', style: titleStyle, dir: 'auto' }, title),
      ...lines.map((line) =>
        h(Text, { className: 'muted', style: { ...small, fontSize: 14, margin: '4px 0 0' } }, line),
      ),
    ),
  );
}

/** CSS pixels; the picture has twice as many. */
const pictureWidth = 88;

const pageStyle: CSSProperties = {
  background: '#ffffff',
  border: `1px solid ${colour.line}`,
  display: 'block',
};

const docStyle: CSSProperties = {
  background: colour.paper,
  border: `1px solid ${colour.line}`,
  borderCollapse: 'separate',
  borderRadius: 8,
  margin: '4px 0 16px',
};

const titleStyle: CSSProperties = {
  color: colour.text,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '22px',
  margin: 0,
  wordBreak: 'break-word',
};
