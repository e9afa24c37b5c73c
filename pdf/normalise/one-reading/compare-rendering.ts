import { openRenderer, type openIsolatedRenderer } from '../../render/pdfium.ts';
import type { PageImage, Renderer, ScaledImage } from '../../render/pdfium.ts';
import type { PageGeometry } from '../source/page-geometry.ts';

/** 45 dpi: enough to see a lost line, fast enough for every page. */
const SCALE = 45 / 72;

/** So many pages are compared at most, spread over the file. */
const MAX_COMPARED = 100;

/** When so many milliseconds have passed, this many pages are enough: scanned pages take long to draw. */
const ENOUGH_TIME = 6000;
const ENOUGH_PAGES = 12;

/** A page count in a damaged file may be any number; so many are looked at. */
const MAX_PROMISED = 1000;

/** A pixel differs when a channel does by more than this. */
const CHANNEL_TOLERANCE = 32;

/**
 * The share of pixels that may differ: ten on an A4 page, less than a digit. One engine draws the same content
 * twice, so that nearly every file has none at all; moved annotations may be rounded otherwise at their edges.
 */
const PIXEL_TOLERANCE = 0.00005;

/** `page`: the first, from 0, that looks different. */
export type Comparison = 'same' | 'shows-nothing' | { page: number };

/**
 * Renders both files in PDFium and compares them page by page (P-05). What PDFium cannot open of the first cannot
 * be compared; the second must then show something. `mayShowMore` is for a file whose objects had to be searched:
 * the second may show what PDFium did not find, but must show all that it did.
 */
export async function compareRendering(
  before: Uint8Array,
  second: Renderer,
  { pages, mayShowMore, alsoLook = () => undefined, open = openRenderer }: Compared,
): Promise<Comparison> {
  const first = await open(before);
  try {
    const compared = 'failed' in first ? 0 : comparePages(first, second, { pages, mayShowMore, alsoLook });
    if (typeof compared !== 'number') return compared;
    return compared > 0 || showsSomething(second) ? 'same' : 'shows-nothing';
  } finally {
    if (!('failed' in first)) first.close();
  }
}

/**
 * `alsoLook` gets each page of the second that was found the same, while it is loaded, and its picture, which is valid
 * until the next page. `open` is how the first is opened: as the second was.
 */
export type Compared = {
  pages: PageGeometry[];
  mayShowMore: boolean;
  alsoLook?: (index: number, image: ScaledImage) => void;
  open?: typeof openIsolatedRenderer;
};

/** How many pages could be compared and were the same. */
function comparePages(
  first: Renderer,
  second: Renderer,
  { pages, mayShowMore, alsoLook }: Required<Omit<Compared, 'open'>>,
): number | { page: number } {
  // A file may promise more pages than it has; none of those can be rendered.
  for (let index = second.pageCount; index < Math.min(first.pageCount, MAX_PROMISED); index++) {
    if (isShown(first.renderPage(index, SCALE))) return { page: index };
  }
  let compared = 0;
  const [canvas, other] = [{ bytes: new Uint8Array() }, { bytes: new Uint8Array() }];
  let enough = performance.now() + ENOUGH_TIME;
  for (const index of spreadOver(Math.min(pages.length, first.pageCount))) {
    if (compared >= ENOUGH_PAGES && performance.now() > enough) break;
    const crop = pages[index]?.crop;
    if (crop === undefined) continue;
    const after = second.renderPage(index, SCALE, canvas);
    // A file keeps no frame of a link (flatten-annotations.ts).
    first.hideLinkFrames(index);
    let before = first.renderPage(index, SCALE, other);
    if (!isShown(before)) continue;
    if (before.width !== after.width || before.height !== after.height) {
      first.setVisibleBox(index, crop);
      before = first.renderPage(index, SCALE, other);
    }
    if (!sameImage(before, after, mayShowMore)) return { page: index };
    compared++;
    const between = performance.now();
    alsoLook(index, { ...after, scale: SCALE });
    enough += performance.now() - between;
  }
  return compared;
}

/** The first of these pages, from 0, that two files of equal pages show differently. */
export function firstDifference(
  one: Renderer,
  other: Renderer,
  pages: readonly number[],
): number | undefined {
  return pages.find((index) => !sameImage(one.renderPage(index, SCALE), other.renderPage(index, SCALE)));
}

/** The first page, then pages from everywhere: multiples of the golden section never crowd. */
function spreadOver(count: number): number[] {
  const place = (index: number): number => (index * 0.618034) % 1;
  const order = Array.from({ length: count }, (_, index) => index).sort((a, b) => place(a) - place(b));
  return order.slice(0, MAX_COMPARED);
}

const isShown = (image: PageImage): boolean => image.width > 0;

function showsSomething(renderer: Renderer): boolean {
  for (let index = 0; index < Math.min(renderer.pageCount, MAX_COMPARED); index++) {
    if (renderer.renderPage(index, SCALE).rgba.some((value) => value !== 255)) return true;
  }
  return false;
}

/** Equal up to the differences that anti-aliasing makes; with `mayShowMore` white pixels of `a` do not count. */
function sameImage(a: PageImage, b: PageImage, mayShowMore = false): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  let differing = 0;
  // Nearly all pixels are the same, and are told so four channels at a time.
  const [words, others] = [wordsOf(a), wordsOf(b)];
  for (let pixel = 0; pixel < words.length; pixel += 1) {
    if (words[pixel] === others[pixel]) continue;
    const i = pixel * 4;
    const [red, green, blue] = [a.rgba[i] ?? 0, a.rgba[i + 1] ?? 0, a.rgba[i + 2] ?? 0];
    if (mayShowMore && red + green + blue === 3 * 255) continue;
    const apart =
      Math.abs(red - (b.rgba[i] ?? 0)) > CHANNEL_TOLERANCE ||
      Math.abs(green - (b.rgba[i + 1] ?? 0)) > CHANNEL_TOLERANCE ||
      Math.abs(blue - (b.rgba[i + 2] ?? 0)) > CHANNEL_TOLERANCE;
    if (apart) differing++;
  }
  return differing <= Math.max(2, a.width * a.height * PIXEL_TOLERANCE);
}

function wordsOf({ rgba }: PageImage): Uint32Array {
  return new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
}
