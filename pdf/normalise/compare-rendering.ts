import { openRenderer } from '../render/pdfium.ts';
import type { PageImage, Renderer } from '../render/pdfium.ts';
import type { PageGeometry } from './page-geometry.ts';

/** 45 dpi: enough to see a lost line, fast enough for every page. */
const SCALE = 45 / 72;

/** All of the first pages are compared, of the others every tenth. */
const ALL_UP_TO = 50;

/** A pixel differs when a channel does by more than this. */
const CHANNEL_TOLERANCE = 48;

/** The share of differing pixels that rounding at edges may cause. */
const PIXEL_TOLERANCE = 0.002;

export type Comparison = 'same' | 'different' | 'shows-nothing';

/**
 * Renders both files in PDFium and compares them page by page (P-05). When PDFium cannot open the first there is
 * nothing to compare with: the second must then show something.
 */
export async function compareRendering(
  before: Uint8Array,
  after: Uint8Array,
  pages: PageGeometry[],
): Promise<Comparison> {
  const second = await openRenderer(after);
  if ('failed' in second) return 'different';
  const first = await openRenderer(before);
  try {
    if ('failed' in first) return showsSomething(second) ? 'same' : 'shows-nothing';
    return comparePages(first, second, pages);
  } finally {
    if (!('failed' in first)) first.close();
    second.close();
  }
}

function comparePages(first: Renderer, second: Renderer, pages: PageGeometry[]): Comparison {
  if (first.pageCount > second.pageCount) return 'different';
  for (const [index, { crop }] of pages.entries()) {
    if (index >= first.pageCount || (index >= ALL_UP_TO && index % 10 !== 0)) continue;
    const after = second.renderPage(index, SCALE);
    let before = first.renderPage(index, SCALE);
    if (before.width !== after.width || before.height !== after.height) {
      first.setVisibleBox(index, crop);
      before = first.renderPage(index, SCALE);
    }
    if (!sameImage(before, after)) return 'different';
  }
  return 'same';
}

function showsSomething(renderer: Renderer): boolean {
  for (let index = 0; index < Math.min(renderer.pageCount, ALL_UP_TO); index++) {
    if (renderer.renderPage(index, SCALE).rgba.some((value) => value !== 255)) return true;
  }
  return false;
}

/** Equal up to the differences that anti-aliasing makes. */
export function sameImage(a: PageImage, b: PageImage): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  let differing = 0;
  for (let i = 0; i < a.rgba.length; i += 4) {
    const apart =
      Math.abs((a.rgba[i] ?? 0) - (b.rgba[i] ?? 0)) > CHANNEL_TOLERANCE ||
      Math.abs((a.rgba[i + 1] ?? 0) - (b.rgba[i + 1] ?? 0)) > CHANNEL_TOLERANCE ||
      Math.abs((a.rgba[i + 2] ?? 0) - (b.rgba[i + 2] ?? 0)) > CHANNEL_TOLERANCE;
    if (apart) differing++;
  }
  return differing <= Math.max(4, a.width * a.height * PIXEL_TOLERANCE);
}
