import { createElement as h, type ReactElement } from 'react';

/** A table of one row, for layout only: the element that all mail programs render alike. */
export function table(props: Record<string, unknown>, ...cells: (ReactElement | null)[]): ReactElement {
  const plain = { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0 };
  return h('table', { ...plain, ...props }, h('tbody', null, h('tr', null, ...cells)));
}
