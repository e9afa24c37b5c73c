import type { PageGeometry } from '#core/field/layout/geometry.ts';

/** Minimum width in points: a hash fits on one line, and the page still looks reasonable. */
const narrowest = 480;
const shortest = 560;
const longest = 1300;

/**
 * Returns the size of the certificate's pages: that of the document's last page if a certificate is readable
 * on it, otherwise A4.
 */
export function paperOf(pages: readonly PageGeometry[]): { width: number; height: number } {
  const { width, height } = pages.at(-1) ?? a4;
  const fits = width >= narrowest && height >= shortest && Math.max(width, height) <= longest;
  return fits ? { width, height } : a4;
}

const a4 = { width: 595.28, height: 841.89 };
