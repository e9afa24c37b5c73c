import { anchorForm, MAX_PLACES, type AnchorPlace } from './find-places.ts';
import { imitatesCertificate, lettersOf, statementsIn } from './find-misleading.ts';
import type { PageImage, Renderer, ScaledImage } from './pdfium.ts';
import type { PageSign, PageText } from './page-signs.ts';

/**
 * Something in a file that its sender should know before others sign, with the pages (from 1) and words. The
 * words are the beginnings of texts, or names of fonts.
 */
export type FileFinding = { code: FindingCode; pages: number[]; words: string[] };

export type FindingCode =
  /**
   * Programs can read the text, but it is invisible: white on white, behind a picture, transparent or clipped.
   */
  | 'text-hidden'
  /** Like `text-hidden`, but in a font that is not embedded, so some programs may show the text. */
  | 'text-unshown'
  /** Text too small to read on paper. */
  | 'text-tiny'
  /** Compressed to less than a fifth of its width or height. */
  | 'text-squeezed'
  /** Text outside the page area. */
  | 'text-outside'
  /** Invisible text over a picture, as added by scanners. It may differ from what is visible. */
  | 'text-over-picture'
  /** Text that is drawn one way and read another way. */
  | 'text-misread'
  /** Alternative texts, which are read aloud instead of the drawn content, were removed. */
  | 'texts-removed'
  | 'fonts-missing'
  /**
   * Text that looks like an unfilled placeholder, such as {{client.name}} or {% if married %}, but is not an
   * anchor.
   */
  | 'text-in-braces'
  /** A link to a website that covers most of the page. */
  | 'link-over-page'
  /** Bookmarks that look like statements but appear on no page. */
  | 'bookmarks-unseen'
  /** A truncated picture was completed. */
  | 'pictures-cut'
  /** An annotation that has no appearance and for which none could be created. */
  | 'annotations-lost'
  /** Values of form fields that are too long for the field or contain letters that the form's fonts lack. */
  | 'values-incomplete'
  /** Content that the upload showed on the screen but did not print. */
  | 'layers-screen-only'
  | 'pages-turned'
  /** The file already has digital signatures. `words` lists them. */
  | 'signed-before'
  | 'pages-in-doubt'
  /** Pages from this one on were not examined for lack of time. */
  | 'pages-unexamined';

/** The displayed page in points. `crop` is left, bottom, right and top in user space. */
type Page = { crop: readonly [number, number, number, number]; rotate: number; userUnit: number };

/** Pixels per point for a page of normal size. */
const scale = 1.5;
/** Contrast (of 255, in the strongest channel) below which a letter counts as invisible. */
const faintest = 12;
/** Size in points. Letters that are smaller in both directions are not checked. */
const smallest = 1;
/**
 * Font size in points below which text is too small to read, and the number of such letters that are allowed, as
 * in an exponent.
 */
const readable = { size: 4, letters: 6 };
/** Fraction of a letter's normal width or height below which it counts as squeezed. */
const squeezed = 0.2;
/** Minimum number of consecutive letters. Fewer are leftovers. */
const fewest = 2;
/** Time limits in milliseconds for the whole file: for its letters, and for decoding its pictures. */
const enoughTime = { letters: 4000, pictures: 3000 };
/** Maximum number and length of the texts listed for each kind of finding. */
const most = { words: 5, length: 80 };

/** Examines each page of a base file once, in any order. */
export type Examiner = {
  /** `coarse` is a smaller image of the page. Letters that are visible in it need no sharp image. */
  look(index: number, coarse?: ScaledImage): void;
  /** Examines the remaining pages, optionally only their pictures, and returns the findings. */
  finish(only?: 'pictures'): Examined;
};

export type Examined = {
  findings: FileFinding[];
  /** Anchor texts such as {{signature:1}}. */
  anchors: AnchorPlace[];
  /** The first page (from 0) with a picture that PDFium cannot decode. */
  unreadable: number | undefined;
  /** The first page (from 0) that looks like a certificate. */
  imitation: number | undefined;
};

type Note = (code: FindingCode, page: number, words: readonly string[]) => void;
/** Findings on one page. `notes` is undefined if time ran out. */
type PageFound = {
  notes: Parameters<Note>[] | undefined;
  anchors: AnchorPlace[];
  braces: string[];
  unreadable: boolean;
  /** The drawn letters of the page, or undefined if only its pictures were examined. */
  text: string | undefined;
};

/**
 * Finds text in a base file that programs can read but people cannot see (P-05). It works for any technique,
 * because it checks the position of each letter in the rendered page. It also finds anchors and undecodable
 * pictures, because loading a page costs as much as rendering it, so everything is examined while the page is
 * loaded.
 */
export function openExaminer(file: Renderer, pages: readonly Page[]): Examiner {
  const results: (PageFound | undefined)[] = pages.map(() => undefined);
  const spent = { letters: 0, pictures: 0 };
  const canvas = { bytes: new Uint8Array() };
  const draw = (index: number): PageImage => file.renderPage(index, scale, canvas);
  const look = (index: number, only?: 'pictures', coarse?: ScaledImage): void => {
    const page = pages[index];
    if (!page || results[index]) return;
    const began = performance.now();
    const unreadable = file.hasUnreadablePicture(index, began + enoughTime.pictures - spent.pictures);
    const between = performance.now();
    spent.pictures += between - began;
    if (only) {
      results[index] = { notes: undefined, anchors: [], braces: [], unreadable, text: undefined };
      return;
    }
    const { signs, missingFonts } = file.pageSigns(index);
    const notes: Parameters<Note>[] | undefined = spent.letters > enoughTime.letters ? undefined : [];
    const marks = marksOn(() => draw(index), coarse);
    if (notes) examinePage(marks, { index, page, signs, missingFonts }, (...note) => notes.push(note));
    const links = file.wideLinks(index, page.crop);
    if (links.length > 0) notes?.push(['link-over-page', index + 1, links]);
    spent.letters += performance.now() - between;
    const text = signs.map(({ sign }) => sign).join('');
    const anchors = anchorsIn(signs, index + 1);
    results[index] = { notes, anchors, braces: bracesIn(signs), unreadable, text };
  };
  return {
    look: (index, coarse) => look(index, undefined, coarse),
    finish(only) {
      for (const index of pages.keys()) look(index, only);
      const all = results.flatMap((one) => one ?? []);
      const unreadable = all.findIndex((one) => one.unreadable);
      const imitation = all.findIndex(({ text }) => text !== undefined && imitatesCertificate(text));
      const findings = gathered(all);
      const texts = all.flatMap(({ text }) => (text === undefined ? [] : [lettersOf(text)]));
      const statements = only ? [] : statementsIn(file.bookmarks(), texts);
      if (statements.length > 0)
        findings.push({
          code: 'bookmarks-unseen',
          pages: [],
          words: statements.slice(0, most.words).map(shortened),
        });
      return {
        findings,
        anchors: all.flatMap(({ anchors }) => anchors).slice(0, MAX_PLACES),
        unreadable: unreadable < 0 ? undefined : unreadable,
        imitation: imitation < 0 ? undefined : imitation,
      };
    },
  };
}

function gathered(pages: readonly PageFound[]): FileFinding[] {
  const findings = new Map<FindingCode, FileFinding>();
  const note: Note = (code, page, words) => {
    const finding = findings.get(code) ?? { code, pages: [], words: [] };
    if (!finding.pages.includes(page)) finding.pages.push(page);
    finding.words = [...new Set([...finding.words, ...words])].slice(0, most.words);
    findings.set(code, finding);
  };
  for (const { notes } of pages) for (const one of notes ?? []) note(...one);
  for (const [index, { braces }] of pages.entries())
    if (braces.length > 0) note('text-in-braces', index + 1, braces);
  const unexamined = pages.findIndex(({ notes }) => notes === undefined);
  if (unexamined >= 0) note('pages-unexamined', unexamined + 1, []);
  return [...findings.values()];
}

/** Returns the characters of a page as one line, with exactly one per sign. */
function lineOf(signs: readonly PageSign[]): string {
  return signs.map(({ sign }) => (sign.length === 1 && sign > '\u001f' ? sign : ' ')).join('');
}

/** Repetitions are bounded, so that no file can make the search slow. */
const inBraces = /\{\{[^{}]{0,200}\}\}|\{%[^{}]{0,200}%\}/g;

function bracesIn(signs: readonly PageSign[]): string[] {
  return [...lineOf(signs).replaceAll(anchorForm, ' ').matchAll(inBraces)].map(([text]) => shortened(text));
}

/** Returns the anchors among the characters of a page. `page` counts from 1. */
function anchorsIn(signs: readonly PageSign[], page: number): AnchorPlace[] {
  const line = lineOf(signs);
  return [...line.matchAll(anchorForm)].flatMap((match): AnchorPlace[] => {
    const [whole, word = '', digits, attributes = ''] = match;
    // The field is placed where the anchor begins, even if its attributes continue on the next line.
    const end = match.index + whole.length - (attributes === '' ? 0 : attributes.length + '}}'.length);
    const boxes = signs.slice(match.index, end).flatMap(({ box }) => (box ? [box] : []));
    const [left, bottom] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side]!)));
    const [right, top] = [2, 3].map((side) => Math.max(...boxes.map((box) => box[side]!)));
    const rectangle: AnchorPlace['rectangle'] = [left!, bottom!, right!, top!];
    const isPlace = rectangle.every(Number.isFinite) && right! > left! && top! > bottom!;
    const number = digits ? Number(digits) : null;
    return isPlace ? [{ page, rectangle, word: word.toLowerCase(), number, attributes }] : [];
  });
}

function examinePage(
  isMarked: (area: Area) => boolean,
  { index, page, signs, missingFonts }: { index: number; page: Page } & PageText,
  note: Note,
): void {
  if (missingFonts.length > 0) note('fonts-missing', index + 1, missingFonts);
  if (page.rotate !== 0) note('pages-turned', index + 1, []);
  const counted = new Set(withoutAnchors(signs));
  if (counted.size === 0) return;
  const kinds = signs.map((sign) => (counted.has(sign) ? kindOf(sign, page, isMarked) : undefined));
  for (const [code, words] of runsOf(signs, kinds)) note(code, index + 1, words);
}

/**
 * Returns the letters, digits and currency signs that have a position, without the sender's anchors, which are
 * meant to be covered.
 */
function withoutAnchors(signs: readonly PageSign[]): PageSign[] {
  const line = signs.map(({ sign }) => (sign.length === 1 ? sign : ' ')).join('');
  const anchors = [...line.matchAll(anchorForm)].map(({ 0: text, index }) => [index, index + text.length]);
  return signs.filter(
    ({ sign, box }, at) =>
      box && /[\p{L}\p{N}\p{Sc}]/u.test(sign) && !anchors.some(([start, end]) => at >= start! && at < end!),
  );
}

type Kind =
  | 'text-hidden'
  | 'text-unshown'
  | 'text-tiny'
  | 'text-squeezed'
  | 'text-outside'
  | 'text-over-picture';

function kindOf(sign: PageSign, page: Page, isMarked: (area: Area) => boolean): Kind | undefined {
  const { box, unpainted, fontMissing, size, stretch } = sign;
  const [left, bottom, right, top] = box!;
  const [cropLeft, cropBottom, cropRight, cropTop] = page.crop;
  if (right <= cropLeft || left >= cropRight || top <= cropBottom || bottom >= cropTop) return 'text-outside';
  if (Math.max(right - left, top - bottom) * page.userUnit < smallest) {
    // The font draws nothing for a letter of normal font size that has no extent.
    if (unpainted || size * page.userUnit >= readable.size) return 'text-hidden';
    return 'text-tiny';
  }
  if (isMarked(areaOn(box!, page))) {
    if (unpainted) return 'text-over-picture';
    const side = Math.max(size, right - left, top - bottom) * page.userUnit;
    if (side < readable.size) return 'text-tiny';
    return stretch < squeezed || stretch > 1 / squeezed ? 'text-squeezed' : undefined;
  }
  return fontMissing && !unpainted ? 'text-unshown' : 'text-hidden';
}

/** Left, top, right and bottom as fractions of the displayed page, from 0 to 1. */
type Area = [number, number, number, number];

function areaOn([left, bottom, right, top]: readonly number[], { crop, rotate }: Page): Area {
  const [cropLeft, cropBottom, cropRight, cropTop] = crop;
  const across = (x: number): number => (x - cropLeft) / (cropRight - cropLeft);
  const up = (y: number): number => (y - cropBottom) / (cropTop - cropBottom);
  const [x0, y0, x1, y1] = [across(left!), up(bottom!), across(right!), up(top!)];
  switch (rotate) {
    case 90:
      return [y0, x0, y1, x1];
    case 180:
      return [1 - x1, y0, 1 - x0, y1];
    case 270:
      return [1 - y1, 1 - x1, 1 - y0, 1 - x0];
  }
  return [x0, 1 - y1, x1, 1 - y0];
}

/**
 * Returns a function that checks whether an area of a page contains a mark. The sharp image is rendered only
 * when a letter has no mark on the coarse one, because rendering it costs more than all other checks of a text
 * page.
 */
function marksOn(draw: () => PageImage, coarse: ScaledImage | undefined): (area: Area) => boolean {
  let sharp: PageImage | undefined;
  return (area) => {
    if (coarse && !sharp && leavesMark(coarse, area, scale / coarse.scale)) return true;
    sharp ??= draw();
    return leavesMark(sharp, area);
  };
}

/**
 * Checks an area with a margin of two pixels, because a vertical stroke fills its own box. `finer` is the number
 * of pixels of the sharp image per pixel here. Only pixels inside the area of the sharp image count, so that a
 * mark here is also a mark there.
 */
function leavesMark(
  { width, height, rgba }: PageImage,
  [left, top, right, bottom]: Area,
  finer = 1,
): boolean {
  const from = (at: number, size: number): number =>
    Math.max(0, Math.ceil((Math.floor(at * size * finer) - 2) / finer));
  const until = (at: number, size: number): number =>
    Math.min(size, Math.floor((Math.ceil(at * size * finer) + 2) / finer));
  const [x0, x1] = [from(left, width), until(right, width)];
  const [y0, y1] = [from(top, height), until(bottom, height)];
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

/** Returns the texts of each kind. A text consists of consecutive letters and everything between them. */
function runsOf(signs: readonly PageSign[], kinds: readonly (Kind | undefined)[]): [Kind, string[]][] {
  const runs = new Map<Kind, string[]>();
  let [open, text, letters]: [Kind | undefined, string, number] = [undefined, '', 0];
  const close = (): void => {
    const words = shortened(text);
    const enough = open === 'text-tiny' ? readable.letters : fewest;
    if (open && letters >= enough) runs.set(open, [...(runs.get(open) ?? []), words]);
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

export const shortened = (text: string): string =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, most.length);
