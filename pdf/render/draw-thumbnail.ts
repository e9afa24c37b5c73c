import { writeSmallPng } from '../image/small-png.ts';
import { openRenderer } from './pdfium.ts';

/** Maximum ratio of height to width, because an extremely tall page would fill the memory. */
const tallest = 2;

/**
 * Returns the first page as a PNG, at most `width` pixels wide; undefined if the file has nothing to draw.
 */
export async function drawThumbnail({
  pdf,
  width,
}: {
  pdf: Uint8Array;
  width: number;
}): Promise<Uint8Array | undefined> {
  const file = await openRenderer(pdf);
  if ('failed' in file) return undefined;
  try {
    const page = file.pageSize(0);
    if (page.width <= 0 || page.height <= 0) return undefined;
    const picture = file.renderPage(0, Math.min(width / page.width, (width * tallest) / page.height));
    return picture.width === 0 ? undefined : writeSmallPng(picture);
  } finally {
    file.close();
  }
}
