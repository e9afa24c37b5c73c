import { writeSmallPng } from '../image/small-png.ts';
import { openRenderer } from './pdfium.ts';

/** Maximum ratio of height to width. An extremely tall page would fill the memory. */
const tallest = 2;

/**
 * Returns a page (the first by default) as a PNG with at most `width` pixels per row, or undefined if there is
 * nothing to draw. `page` counts from 0.
 */
export async function drawThumbnail({
  pdf,
  width,
  page: index = 0,
}: {
  pdf: Uint8Array;
  width: number;
  page?: number;
}): Promise<Uint8Array | undefined> {
  const file = await openRenderer(pdf);
  if ('failed' in file) return undefined;
  try {
    const page = file.pageSize(index);
    if (page.width <= 0 || page.height <= 0) return undefined;
    const picture = file.renderPage(index, Math.min(width / page.width, (width * tallest) / page.height));
    return picture.width === 0 ? undefined : writeSmallPng(picture);
  } finally {
    file.close();
  }
}
