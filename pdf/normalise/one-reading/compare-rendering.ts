import { openIsolatedRenderer, openRenderer } from '../../render/pdfium.ts';
import type { PageImage, Renderer, ScaledImage } from '../../render/pdfium.ts';
import type { CroppedPage } from '../source/page-geometry.ts';

/** 45 dpi. A missing line is visible at this resolution, and every page can be rendered quickly. */
const SCALE = 45 / 72;

/** 180 dpi, for pages that differ. An edge that is rounded differently moves by one of these pixels. */
const CLOSE = 180 / 72;
/** Maximum number of differing pixels, less than a period. */
const MAX_ELSEWHERE = 4;

/** Maximum number of pages to compare, spread over the file. */
const MAX_COMPARED = 100;

/** Time in milliseconds after which no more pages are compared, because scanned pages take long to render. */
const ENOUGH_TIME = 6000;
const ENOUGH_PAGES = 12;

/** Maximum number of pages to read, because a damaged file may claim any number. */
const MAX_PROMISED = 1000;

/** Pixels differ if any channel differs by more than this. */
const CHANNEL_TOLERANCE = 32;

/**
 * Share of pixels that may differ: ten on an A4 page, which is fewer than a digit covers. The same engine
 * renders the same content identically, so almost all files have no difference. Moved annotations may be
 * rounded differently at their edges.
 */
const PIXEL_TOLERANCE = 0.00005;

/** `page` is the first page (from 0) that looks different. */
export type Comparison = 'same' | 'shows-nothing' | { page: number };

/**
 * Renders both files in PDFium and compares them page by page (P-05). If PDFium cannot open the first file,
 * nothing is compared, and the second one must only show something. `mayShowMore` is for a file whose objects
 * were found by scanning. The second file may then show content that PDFium did not find, but must show
 * everything that it did find.
 */
export async function compareRendering(
  before: Uint8Array,
  second: Renderer,
  { pages, mayShowMore, everyPage = false, alsoLook = () => undefined, open = openRenderer }: Compared,
): Promise<Comparison> {
  const first = await open(before);
  try {
    const compared =
      'failed' in first ? 0 : comparePages(first, second, { pages, mayShowMore, everyPage, alsoLook });
    if (typeof compared !== 'number') return compared;
    return compared > 0 || showsSomething(second) ? 'same' : 'shows-nothing';
  } finally {
    if (!('failed' in first)) first.close();
  }
}

/**
 * `alsoLook` is called for each equal page of the second file while it is loaded. Its picture is valid until the
 * next page. `open` opens the first file in the same way as the second.
 */
export type Compared = {
  pages: readonly CroppedPage[];
  mayShowMore: boolean;
  /** Compares all pages without a time limit. */
  everyPage?: boolean;
  alsoLook?: (index: number, image: ScaledImage) => void;
  open?: typeof openIsolatedRenderer;
};

/** Returns the number of pages that were compared and are equal. */
function comparePages(
  first: Renderer,
  second: Renderer,
  { pages, mayShowMore, everyPage, alsoLook }: Required<Omit<Compared, 'open'>>,
): number | { page: number } {
  // A file may declare more pages than it has. The missing pages cannot be rendered.
  for (let index = second.pageCount; index < Math.min(first.pageCount, MAX_PROMISED); index++) {
    if (isShown(first.renderPage(index, SCALE))) return { page: index };
  }
  let compared = 0;
  const [canvas, other] = [{ bytes: new Uint8Array() }, { bytes: new Uint8Array() }];
  let enough = performance.now() + ENOUGH_TIME;
  const count = Math.min(pages.length, first.pageCount);
  for (const index of everyPage ? Array.from({ length: count }, (_, at) => at) : spreadOver(count)) {
    if (!everyPage && compared >= ENOUGH_PAGES && performance.now() > enough) break;
    const crop = pages[index]?.crop;
    if (crop === undefined) continue;
    const after = second.renderPage(index, SCALE, canvas);
    // The new file has no link frames (flatten-annotations.ts).
    first.hideLinkFrames(index);
    let before = first.renderPage(index, SCALE, other);
    if (!isShown(before)) continue;
    if (before.width !== after.width || before.height !== after.height) {
      first.setVisibleBox(index, crop);
      before = first.renderPage(index, SCALE, other);
    }
    const isSame =
      sameImage(before, after, mayShowMore) ||
      alikeUpClose(first.renderPage(index, CLOSE), second.renderPage(index, CLOSE), mayShowMore);
    if (!isSame) return { page: index };
    compared++;
    const between = performance.now();
    alsoLook(index, { ...after, scale: SCALE });
    enough += performance.now() - between;
  }
  return compared;
}

/** Returns the first of these pages (from 0) that two files with equal page sizes show differently. */
export function firstDifference(
  one: Renderer,
  other: Renderer,
  pages: readonly number[],
): number | undefined {
  return pages.find((index) => !sameImage(one.renderPage(index, SCALE), other.renderPage(index, SCALE)));
}

/** Returns true if any pixel differs when each file is rendered by a fresh engine. */
export async function areUnequal(bytes: Uint8Array, others: Uint8Array): Promise<boolean> {
  const [one, other] = [await openIsolatedRenderer(bytes), await openIsolatedRenderer(others)];
  try {
    if ('failed' in one || 'failed' in other || one.pageCount !== other.pageCount) return true;
    const [canvas, second] = [{ bytes: new Uint8Array() }, { bytes: new Uint8Array() }];
    return Array.from({ length: one.pageCount }, (_, index) => index).some((index) => {
      const [a, b] = [one.renderPage(index, 1, canvas), other.renderPage(index, 1, second)];
      return a.width !== b.width || a.height !== b.height || Buffer.compare(a.rgba, b.rgba) !== 0;
    });
  } finally {
    for (const file of [one, other]) if (!('failed' in file)) file.close();
  }
}

/**
 * Returns the first page and then pages from the whole file. Multiples of the golden ratio spread them evenly.
 */
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

/**
 * Returns true if two images differ only by anti-aliasing. With `mayShowMore`, white pixels of `a` are ignored.
 */
function sameImage(a: PageImage, b: PageImage, mayShowMore = false): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  let differing = 0;
  // Compares four channels at a time, because nearly all pixels are equal.
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

/**
 * Returns true if two images are equal except for edges that moved by one pixel. Each pixel must be between the
 * darkest and the brightest of the surrounding pixels in the other image.
 */
function alikeUpClose(a: PageImage, b: PageImage, mayShowMore: boolean): boolean {
  if (a.width !== b.width || a.height !== b.height) return false;
  const [words, others] = [wordsOf(a), wordsOf(b)];
  let elsewhere = 0;
  for (let pixel = 0; pixel < words.length && elsewhere <= MAX_ELSEWHERE; pixel += 1) {
    if (words[pixel] === others[pixel]) continue;
    const isMore = mayShowMore && (words[pixel]! & 0xffffff) === 0xffffff;
    if (!isMore && !(isBetween(a, b, pixel) && isBetween(b, a, pixel))) elsewhere += 1;
  }
  return elsewhere <= MAX_ELSEWHERE;
}

function isBetween({ rgba }: PageImage, other: PageImage, pixel: number): boolean {
  const [column, row] = [pixel % other.width, Math.floor(pixel / other.width)];
  return [0, 1, 2].every((channel) => {
    let [darkest, brightest] = [255, 0];
    for (let y = Math.max(0, row - 1); y <= Math.min(other.height - 1, row + 1); y += 1)
      for (let x = Math.max(0, column - 1); x <= Math.min(other.width - 1, column + 1); x += 1) {
        const value = other.rgba[(y * other.width + x) * 4 + channel]!;
        [darkest, brightest] = [Math.min(darkest, value), Math.max(brightest, value)];
      }
    const own = rgba[pixel * 4 + channel]!;
    return own >= darkest - CHANNEL_TOLERANCE && own <= brightest + CHANNEL_TOLERANCE;
  });
}

function wordsOf({ rgba }: PageImage): Uint32Array {
  return new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
}
