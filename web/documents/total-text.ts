import type { DocumentsPage } from '../api/documents.ts';
import { wholeNumber } from '../parts/format.ts';

/** '12', and '10,000+' where counting on would cost more than it tells. */
export function totalText({ total, more }: Pick<DocumentsPage, 'total' | 'more'>): string {
  return more ? `${wholeNumber(total)}+` : wholeNumber(total);
}
