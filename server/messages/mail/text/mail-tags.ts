import { createElement as h, type CSSProperties, type ReactElement, type ReactNode } from 'react';

type Props = Record<string, unknown> & { style?: CSSProperties };
type Tag = (props: Props, ...children: ReactNode[]) => ReactElement;

/** Creates an element with an inline style. Mail programs drop style sheets, and their defaults differ. */
const tag =
  (name: string, base: CSSProperties, attributes: Record<string, unknown> = {}): Tag =>
  ({ style, ...props }, ...children) =>
    h(name, { ...attributes, ...props, style: { ...base, ...style } }, ...children);

export const paragraph = tag('p', { fontSize: 14, lineHeight: '24px', margin: '16px 0' });
export const anchor = tag('a', { textDecorationLine: 'none' }, { target: '_blank' });
export const image = tag('img', {
  border: 'none',
  display: 'block',
  outline: 'none',
  textDecoration: 'none',
});
export const rule = tag('hr', { border: 'none', borderTop: '1px solid #eaeaea', width: '100%' });

const previewLength = 150;
/** Invisible characters that no mail program collapses: no-break space, joiners and direction marks. */
const filler = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';

/**
 * The line that mail programs show next to the subject. The filler prevents them from showing more of the
 * email.
 */
export function preview(words: string): ReactElement {
  const text = words.slice(0, previewLength);
  const hidden = {
    display: 'none',
    lineHeight: '1px',
    maxHeight: 0,
    maxWidth: 0,
    opacity: 0,
    overflow: 'hidden',
  };
  return h('div', { style: hidden }, text, h('div', null, filler.repeat(previewLength - text.length)));
}

/** A one-row table for layout, which all mail programs render alike. */
export function table(props: Record<string, unknown>, ...cells: (ReactElement | null)[]): ReactElement {
  const plain = { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0 };
  return h('table', { ...plain, ...props }, h('tbody', null, h('tr', null, ...cells)));
}
