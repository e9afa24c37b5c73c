import type { PageGeometry } from '#pdf/normalise/source/page-geometry.ts';
import { missingTools } from '../run-tool.ts';
import { mupdf } from './mupdf.ts';
import type { Engine, PageReading, PageToRead, Picture, Word } from './page-reading.ts';
import { pdfium } from './pdfium.ts';
import { pdfjs } from './pdfjs.ts';
import { poppler } from './poppler.ts';

/** The installed engines. PDFium and pdf.js are always available. */
export const engines: readonly Engine[] = [
  pdfium,
  pdfjs,
  ...(missingTools('pdftotext', 'pdftoppm').length === 0 ? [poppler] : []),
  ...(missingTools('mutool').length === 0 ? [mupdf] : []),
];

/** Maximum width and height of a picture in pixels. */
const MAX_SIDE = 1800;

/**
 * Returns a sentence for each difference between the engines. Empty if all of them show the same words and
 * digits and have ink in the same places. A word counts as shown if its engine draws something in its box.
 */
export async function engineDisagreements(
  bytes: Uint8Array,
  geometry: readonly PageGeometry[],
): Promise<string[]> {
  const pages = geometry.map((page) => ({
    ...page,
    scale: Math.min(2, MAX_SIDE / Math.max(page.width, page.height)),
  }));
  const readings = await Promise.all(
    engines.map(async ({ name, read }) => ({ name, pages: await read(bytes, pages) })),
  );
  // Only one of the engines reports the word.
  const isVertical = pages.map((_, index) => readings.some((one) => one.pages[index]?.isVertical));
  const [first, ...others] = readings.map(({ name, pages: read }) => ({
    name,
    pages: read.map((page, index) => ({ ...page, isVertical: isVertical[index] === true })),
  }));
  return pages.flatMap((page, index) =>
    others.flatMap((other) => {
      const [one, two] = [first?.pages[index], other.pages[index]];
      if (one === undefined || two === undefined)
        return [`page ${index + 1}: ${other.name} shows no such page`];
      const where = `page ${index + 1}: ${first?.name ?? ''} and ${other.name}`;
      return [...textDifferences(one, two, page, where), ...inkDifferences(one.picture, two.picture, where)];
    }),
  );
}

/**
 * Compares lines, or words if lines overlap, or characters if the page or its text is rotated. Engines that
 * read different words but draw the same picture count as equal.
 */
function textDifferences(first: PageReading, second: PageReading, page: PageToRead, where: string): string[] {
  const [one, two] = [inSameBoxes(first, second), inSameBoxes(second, first)];
  const [a, b] = [linesOf(one, page), linesOf(two, page)];
  const same =
    a.toSorted().join('\n') === b.toSorted().join('\n') ||
    shownWords(one, page).toSorted().join(' ') === shownWords(two, page).toSorted().join(' ') ||
    ((page.rotate !== 0 || one.isVertical === true) &&
      Array.from(a.join('')).toSorted().join('') === Array.from(b.join('')).toSorted().join('')) ||
    drawSame(one.picture, two.picture);
  return same ? [] : [`${where} read ${JSON.stringify(a)} and ${JSON.stringify(b)}`];
}

/**
 * Engines report boxes of different heights. For a Type 3 font, the box may be that of the whole font, with
 * the ink of other words in it. A word that both engines report is therefore looked for where both boxes
 * overlap.
 */
function inSameBoxes(reading: PageReading, other: PageReading): PageReading {
  const byText = Map.groupBy(other.words, ({ text }) => text);
  const words = reading.words.map((word): Word => {
    const same = byText.get(word.text)?.find((one) => overlap(one, word));
    if (!same) return word;
    return {
      text: word.text,
      left: Math.max(word.left, same.left),
      top: Math.max(word.top, same.top),
      right: Math.min(word.right, same.right),
      bottom: Math.min(word.bottom, same.bottom),
    };
  });
  return { ...reading, words };
}

const overlap = (a: Word, b: Word): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Maximum vertical distance in points between words of one line, since engines use different heights. */
const LINE_TOLERANCE = 6;

/** Returns the visible lines of words without spaces, from top to bottom. */
export function linesOf(reading: PageReading, page: PageToRead): string[] {
  const lines: { middle: number; words: Word[] }[] = [];
  for (const word of shownIn(reading, page).toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const line = lines.at(-1);
    const tolerance = LINE_TOLERANCE * Math.max(1, page.userUnit, page.height / 1684);
    if (line && middleOf(word) - line.middle < tolerance) line.words.push(word);
    else lines.push({ middle: middleOf(word), words: [word] });
  }
  return lines.map(({ words }) =>
    words
      .toSorted((a, b) => a.left - b.left)
      .map(textOf)
      .join(''),
  );
}

const shownWords = (reading: PageReading, page: PageToRead): string[] =>
  shownIn(reading, page)
    .map(textOf)
    .filter((text) => text !== '');

const shownIn = ({ words, picture }: PageReading, page: PageToRead): Word[] =>
  words.filter((word) => isOnPage(word, page) && isLegible(word) && hasInk(picture, word, page.scale));

/** Minimum width of a letter as a share of its height. The sender gets a note about text below a fifth. */
const NARROWEST = 0.01;

/** Poppler omits letters that are less than a pixel apart. */
const isLegible = ({ text, left, top, right, bottom }: Word): boolean =>
  right - left >= text.length * (bottom - top) * NARROWEST;

/** Engines represent control characters, and letters without a known meaning, differently. */
const textOf = ({ text }: Word): string => text.normalize('NFKC').replace(/[\s\0-\x1f\ufffd]/g, '');

const middleOf = ({ top, bottom }: Word): number => (top + bottom) / 2;

function isOnPage({ left, top, right, bottom }: Word, { width, height }: PageToRead): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= 0 && x <= width && y >= 0 && y <= height;
}

/**
 * Minimum difference in brightness (0 to 255) between the lightest and the darkest pixel of a box that shows
 * something.
 */
const CONTRAST = 40;

function hasInk(picture: Picture, word: Word, scale: number): boolean {
  const [left, right] = [Math.floor(word.left * scale), Math.ceil(word.right * scale)];
  const [top, bottom] = [Math.floor(word.top * scale), Math.ceil(word.bottom * scale)];
  let [lightest, darkest] = [0, 255];
  for (let y = Math.max(0, top); y <= Math.min(picture.height - 1, bottom); y += 1)
    for (let x = Math.max(0, left); x <= Math.min(picture.width - 1, right); x += 1) {
      const value = brightness(picture, x, y);
      lightest = Math.max(lightest, value);
      darkest = Math.min(darkest, value);
    }
  return lightest - darkest >= CONTRAST;
}

const brightness = ({ data, width }: Picture, x: number, y: number): number => {
  const at = (y * width + x) * 4;
  return (data[at]! * 299 + data[at + 1]! * 587 + data[at + 2]! * 114) / 1000;
};

/** Size in pixels of the squares in which ink is compared. */
const CELL = 12;
/**
 * Share of a square's darkness that counts as ink, and minimum share that the other engine must have nearby.
 */
const INK = 0.12;
const SOME_INK = 0.02;
/** How many squares away the other engine may have its ink, since substitute fonts have different widths. */
const NEAR = 2;
/** Number of squares that a digit covers. Fewer differing squares are ignored. */
const FEW = 2;

/**
 * Returns differences where one picture has ink and the other has none in the same square or those around it.
 */
function inkDifferences(one: Picture, two: Picture, where: string): string[] {
  const [a, b] = [cellsOf(one), cellsOf(two)];
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1)
    return [`${where} draw pages of different sizes`];
  const missing = [...missingIn(a, b), ...missingIn(b, a)];
  return missing.length < FEW
    ? []
    : [`${where} draw differently in ${missing.length} places, such as ${missing[0]}`];
}

/** Size of the squares in pixels, and maximum difference in darkness if engines draw the same outlines. */
const SAME = { cell: 4, darkness: 0.3 };

/** Returns true if the pictures show identical glyphs, which requires embedded fonts. */
function drawSame(one: Picture, two: Picture): boolean {
  const [a, b] = [cellsOf(one, SAME.cell), cellsOf(two, SAME.cell)];
  if (a.width !== b.width || a.height !== b.height) return false;
  return a.darkness.every((value, at) => Math.abs(value - b.darkness[at]!) <= SAME.darkness);
}

type Cells = { width: number; height: number; darkness: Float64Array };

const known = new WeakMap<Picture, Map<number, Cells>>();

function cellsOf(picture: Picture, side = CELL): Cells {
  const ofPicture = known.get(picture) ?? new Map<number, Cells>();
  known.set(picture, ofPicture);
  const cells = ofPicture.get(side) ?? countCells(picture, side);
  ofPicture.set(side, cells);
  return cells;
}

function countCells(picture: Picture, side: number): Cells {
  const [width, height] = [Math.ceil(picture.width / side), Math.ceil(picture.height / side)];
  const darkness = new Float64Array(width * height);
  const { data } = picture;
  for (let y = 0, at = 0; y < picture.height; y += 1) {
    const row = Math.floor(y / side) * width;
    for (let x = 0; x < picture.width; x += 1, at += 4) {
      const light = data[at]! * 299 + data[at + 1]! * 587 + data[at + 2]! * 114;
      if (light < 255_000)
        darkness[row + Math.floor(x / side)]! += (255_000 - light) / (255_000 * side * side);
    }
  }
  return { width, height, darkness };
}

function missingIn(a: Cells, b: Cells): string[] {
  const missing: string[] = [];
  for (let y = 0; y < a.height; y += 1)
    for (let x = 0; x < a.width; x += 1)
      if (a.darkness[y * a.width + x]! >= INK && !anyAround(b, x, y))
        missing.push(`(${Math.round((x * CELL) / 2)}, ${Math.round((y * CELL) / 2)})`);
  return missing;
}

function anyAround({ width, height, darkness }: Cells, x: number, y: number): boolean {
  for (let row = Math.max(0, y - NEAR); row <= Math.min(height - 1, y + NEAR); row += 1)
    for (let column = Math.max(0, x - NEAR); column <= Math.min(width - 1, x + NEAR); column += 1)
      if (darkness[row * width + column]! >= SOME_INK) return true;
  return false;
}
