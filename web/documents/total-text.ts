import type { DocumentsPage } from '../api/documents.ts';
import { wholeNumber } from '../parts/format.ts';

/** Returns '12', or '10,000+' if the server stopped counting there. */
export function totalText({ total, more }: Pick<DocumentsPage, 'total' | 'more'>): string {
  return more ? `${wholeNumber(total)}+` : wholeNumber(total);
}
