import type { PageGeometry } from '#core/field/geometry.ts';

/** Points: what holds a hash on one line, and what still is a page. */
const narrowest = 480;
const shortest = 560;
const longest = 1300;

/**
 * The size of the certificate's pages: that of the document's last page, as it is shown, where a certificate can be
 * read on one; A4 otherwise.
 */
export function paperOf(pages: readonly PageGeometry[]): { width: number; height: number } {
  const { width, height } = pages.at(-1) ?? a4;
  const fits = width >= narrowest && height >= shortest && Math.max(width, height) <= longest;
  return fits ? { width, height } : a4;
}

const a4 = { width: 595.28, height: 841.89 };
