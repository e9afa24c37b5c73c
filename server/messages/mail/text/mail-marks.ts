import { createElement as h, type CSSProperties, type ReactElement } from 'react';
import { shortInitials } from '#core/person/initials.ts';
import { color, small } from './mail-colors.ts';
import type { MailBrand } from './mail-brand.ts';
import type { MailPicture } from './mail-picture.ts';
import { anchor, image, paragraph, table } from './mail-tags.ts';
import type { MailText } from './mail-text.ts';

type Direction = 'ltr' | 'rtl';
type Sender = { name: string; address: string };

/** Visual elements of an email about its sender and document, in addition to the text. */
export type MailLook = {
  /** Name of the service, in the last line. */
  service: string;
  brand?: MailBrand | undefined;
  /** Undefined if the email is addressed to the sender. */
  sender?: Sender | undefined;
  picture?: MailPicture | undefined;
};

/**
 * Shows the sender's logo or initials, name and address. It is hidden from screen readers, because the first
 * sentence says the same. A brand name is not verified, so it never appears without the sender's address.
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
        paragraph({ style: { ...lines, fontSize: 15, fontWeight: 600 }, dir: 'auto' }, name),
        name === sender.address
          ? null
          : paragraph({ className: 'muted', style: { ...small, ...lines }, dir: 'ltr' }, sender.address),
      ),
    ),
  );
}

/**
 * The background is white even in dark mode, because a logo with dark letters on transparency would be
 * illegible.
 */
function logo(id: string): ReactElement {
  const style = {
    background: '#ffffff',
    borderRadius: 6,
    display: 'block',
    maxHeight: 48,
    maxWidth: 160,
    padding: 4,
  };
  return image({ src: `cid:${id}`, alt: '', style });
}

function initials(name: string, address: string): ReactElement {
  const style: CSSProperties = {
    background: color.wash,
    borderRadius: 20,
    color: color.ink,
    fontSize: 15,
    fontWeight: 600,
    height: 40,
    lineHeight: '40px',
    textAlign: 'center',
    width: 40,
  };
  const td = { className: 'initials', width: 40, height: 40, bgcolor: color.wash, style };
  return table({ style: { borderCollapse: 'separate' } }, h('td', td, shortInitials(name, address)));
}

/**
 * A ring in the color that only the seal uses. It is made of borders, since few mail programs support
 * drawings.
 */
export function sealMark(): ReactElement {
  const style: CSSProperties = {
    border: `3px double ${color.seal}`,
    borderRadius: 28,
    color: color.seal,
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

/** A card with the document's first page, its title, and facts to know before opening it. */
export function documentCard(
  { title, lines }: NonNullable<MailText['card']>,
  picture: MailPicture | undefined,
  href: string | null,
  dir: Direction,
): ReactElement {
  const side = dir === 'rtl' ? 'Left' : 'Right';
  const shown = picture
    ? image({ src: `cid:${picture.id}`, alt: '', width: pictureWidth, style: pageStyle })
    : null;
  return table(
    { width: '100%', className: 'doc', style: docStyle },
    shown
      ? h(
          'td',
          { width: pictureWidth + 2, valign: 'middle', style: { padding: 12, [`padding${side}`]: 4 } },
          href === null ? shown : anchor({ href, tabIndex: -1, 'aria-hidden': true }, shown),
        )
      : null,
    h(
      'td',
      { valign: 'middle', style: { padding: 12 } },
      paragraph({ className: 'doc-title', style: titleStyle, dir: 'auto' }, title),
      ...lines.map((line) =>
        paragraph({ className: 'muted', style: { ...small, fontSize: 14, margin: '4px 0 0' } }, line),
      ),
    ),
  );
}

/** Width in CSS pixels. The picture has twice as many pixels. */
const pictureWidth = 88;

const pageStyle: CSSProperties = {
  background: '#ffffff',
  border: `1px solid ${color.line}`,
  display: 'block',
};

const docStyle: CSSProperties = {
  background: color.paper,
  border: `1px solid ${color.line}`,
  borderCollapse: 'separate',
  borderRadius: 8,
  margin: '4px 0 16px',
};

const titleStyle: CSSProperties = {
  color: color.text,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '22px',
  margin: 0,
  wordBreak: 'break-word',
};
