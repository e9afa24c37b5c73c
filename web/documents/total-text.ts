import type { DocumentsPage } from '../api/documents.ts';
import { wholeNumber } from '../parts/format.ts';

/** Returns '12', or '10,000+' where counting further would cost more than it is worth. */
export function totalText({ total, more }: Pick<DocumentsPage, 'total' | 'more'>): string {
  return more ? `${wholeNumber(total)}+` : wholeNumber(total);
}
