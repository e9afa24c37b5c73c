import { anchorForm } from './find-places.ts';
import { openRenderer, type PageImage, type Renderer } from './pdfium.ts';
import type { PageSign } from './page-signs.ts';

/**
 * Something about a file that its sender should know before others sign it: on which pages (from 1), and its words: the
 * beginnings of the texts, or names of fonts.
 */
export type FileFinding = { code: FindingCode; pages: number[]; words: string[] };

export type FindingCode =
  /** Programs read it, and nobody sees it: white on white, behind a picture, transparent, clipped away. */
  | 'text-hidden'
  /** Too small to be read on paper. */
  | 'text-tiny'
  /** Beside the page. */
  | 'text-outside'
  /** Unpainted, over a picture, as scanners lay it: what is read is not what is seen. */
  | 'text-over-picture'
  | 'fonts-missing'
  /** A picture ended too early, and was given its end. */
  | 'pictures-cut'
  | 'pages-turned'
  | 'pages-in-doubt'
  /** The pages from here on were not looked through: it took too long. */
  | 'pages-unexamined';

/** As the page is shown, in points: `crop` is left, bottom, right, top in user space. */
type Page = { crop: readonly [number, number, number, number]; rotate: number; userUnit: number };

/** Pixels per point. */
const scale = 1.5;
/** A letter with less contrast than this (of 255, in the channel that has most) leaves no mark. */
const faintest = 12;
/** Points: a letter that is smaller than this in both directions. */
const smallest = 1;
/** So many letters in a row tell something; fewer are a leftover. */
const fewest = 2;
/** Milliseconds for the whole file. */
const enoughTime = 4000;
/** Of each kind, so many texts are kept, each so long. */
const most = { words: 5, length: 80 };

/**
 * Text in a base file that a program reads and a person does not see (P-05), whatever the trick: each letter's place is
 * looked at in the drawn page.
 */
export async function findUnseen(pdf: Uint8Array, pages: readonly Page[]): Promise<FileFinding[]> {
  const file = await openRenderer(pdf);
  if ('failed' in file) return [];
  const found = new Map<FindingCode, FileFinding>();
  const note = (code: FindingCode, page: number, words: readonly string[]): void => {
    const finding = found.get(code) ?? { code, pages: [], words: [] };
    if (!finding.pages.includes(page)) finding.pages.push(page);
    finding.words = [...new Set([...finding.words, ...words])].slice(0, most.words);
    found.set(code, finding);
  };
  const until = performance.now() + enoughTime;
  try {
    for (const [index, page] of pages.entries()) {
      if (performance.now() > until) {
        note('pages-unexamined', index + 1, []);
        break;
      }
      examinePage(file, index, page, note);
    }
  } finally {
    file.close();
  }
  return [...found.values()];
}

function examinePage(
  file: Renderer,
  index: number,
  page: Page,
  note: (code: FindingCode, page: number, words: readonly string[]) => void,
): void {
  const { signs, missingFonts } = file.pageSigns(index);
  if (missingFonts.length > 0) note('fonts-missing', index + 1, missingFonts);
  if (page.rotate !== 0) note('pages-turned', index + 1, []);
  const counted = new Set(withoutAnchors(signs));
  if (counted.size === 0) return;
  let image: PageImage | undefined;
  const kinds = signs.map((sign) => {
    if (!counted.has(sign)) return undefined;
    return kindOf(sign, page, () => (image ??= file.renderPage(index, scale)));
  });
  for (const [code, words] of runsOf(signs, kinds)) note(code, index + 1, words);
}

/** Letters, digits and currency signs with a place; the sender's own anchors are meant to be stamped over. */
function withoutAnchors(signs: readonly PageSign[]): PageSign[] {
  const line = signs.map(({ sign }) => (sign.length === 1 ? sign : ' ')).join('');
  const anchors = [...line.toLowerCase().matchAll(anchorForm)].map(({ 0: text, index }) => [
    index,
    index + text.length,
  ]);
  return signs.filter(
    ({ sign, box }, at) =>
      box && /[\p{L}\p{N}\p{Sc}]/u.test(sign) && !anchors.some(([start, end]) => at >= start! && at < end!),
  );
}

type Kind = 'text-hidden' | 'text-tiny' | 'text-outside' | 'text-over-picture';

function kindOf({ box, unpainted }: PageSign, page: Page, draw: () => PageImage): Kind | undefined {
  const [left, bottom, right, top] = box!;
  const [cropLeft, cropBottom, cropRight, cropTop] = page.crop;
  if (right <= cropLeft || left >= cropRight || top <= cropBottom || bottom >= cropTop) return 'text-outside';
  if (Math.max(right - left, top - bottom) * page.userUnit < smallest)
    return unpainted ? 'text-hidden' : 'text-tiny';
  if (leavesMark(draw(), areaOn(box!, page))) return unpainted ? 'text-over-picture' : undefined;
  return 'text-hidden';
}

/** left, top, right, bottom in points of the page as displayed. */
function areaOn(
  [u0, v0, u1, v1]: readonly number[],
  { crop, rotate }: Page,
): [number, number, number, number] {
  const [left, bottom, right, top] = crop;
  switch (rotate) {
    case 90:
      return [v0! - bottom, u0! - left, v1! - bottom, u1! - left];
    case 180:
      return [right - u1!, v0! - bottom, right - u0!, v1! - bottom];
    case 270:
      return [top - v1!, right - u1!, top - v0!, right - u0!];
  }
  return [u0! - left, top - v1!, u1! - left, top - v0!];
}

/** With a rim of two pixels: an upright stroke fills its own box. */
function leavesMark(
  { width, height, rgba }: PageImage,
  [left, top, right, bottom]: [number, number, number, number],
): boolean {
  const [x0, x1] = [Math.max(0, Math.floor(left * scale) - 2), Math.min(width, Math.ceil(right * scale) + 2)];
  const [y0, y1] = [
    Math.max(0, Math.floor(top * scale) - 2),
    Math.min(height, Math.ceil(bottom * scale) + 2),
  ];
  const least = [255, 255, 255];
  const greatest = [0, 0, 0];
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const value = rgba[(y * width + x) * 4 + channel]!;
        if (value < least[channel]!) least[channel] = value;
        if (value > greatest[channel]!) greatest[channel] = value;
        if (greatest[channel]! - least[channel]! >= faintest) return true;
      }
    }
  }
  return false;
}

/** The texts of each kind: letters one after the other, with whatever stands between them. */
function runsOf(signs: readonly PageSign[], kinds: readonly (Kind | undefined)[]): [Kind, string[]][] {
  const runs = new Map<Kind, string[]>();
  let [open, text, letters]: [Kind | undefined, string, number] = [undefined, '', 0];
  const close = (): void => {
    const words = text
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim()
      .slice(0, most.length);
    if (open && letters >= fewest) runs.set(open, [...(runs.get(open) ?? []), words]);
    [open, text, letters] = [undefined, '', 0];
  };
  for (const [at, { sign }] of signs.entries()) {
    const kind = kinds[at];
    const isLetter = /[\p{L}\p{N}\p{Sc}]/u.test(sign);
    if (isLetter && kind !== open) close();
    if (kind) open = kind;
    if (open) text += sign;
    if (kind) letters += 1;
  }
  close();
  return [...runs];
}
