import { openRenderer, type PageImage, type Renderer } from './pdfium.ts';

export type Additions = {
  /** The file before anything was added; `added` has to begin with its very bytes. */
  base: Uint8Array;
  added: Uint8Array;
  /** Sizes of the base file's pages as displayed, in points. */
  pages: readonly { width: number; height: number }[];
  /** Where something may have been added: points as displayed, origin top left, pages from 1. */
  boxes: readonly AddedBox[];
  /** What must be readable on a page (from 1). */
  texts: readonly { page: number; text: string }[];
};

type AddedBox = { page: number; x: number; y: number; width: number; height: number };

/** Pixels per point: 43 dpi shows every line of text and stays quick. */
const scale = 0.6;
/** Strokes may bleed out of their box by antialiasing; points. */
const margin = 2;
/** A difference of one colour channel that no rounding explains, of 255. */
const visible = 48;

/**
 * Looks at a file with PDFium, which had no part in writing it: undefined when each page that was drawn on
 * still shows the base page outside of the boxes and every text can be read there; else what differs (P-11).
 */
export async function inspectAdditions(additions: Additions): Promise<string | undefined> {
  const { base, added } = additions;
  if (Buffer.compare(added.subarray(0, base.length), base) !== 0)
    return 'The base file is not a prefix of the sealed file.';
  const [before, after] = [await openRenderer(base), await openRenderer(added)];
  try {
    if ('failed' in before || 'failed' in after)
      return 'The sealed file cannot be opened by a second engine.';
    return inspectPages(additions, before, after);
  } finally {
    if ('close' in before) before.close();
    if ('close' in after) after.close();
  }
}

function inspectPages(
  { pages, boxes, texts }: Additions,
  before: Renderer,
  after: Renderer,
): string | undefined {
  if (before.pageCount !== pages.length || after.pageCount < before.pageCount) return 'Pages are missing.';
  const touched = new Set([...boxes, ...texts].map(({ page }) => page));
  for (const page of touched) {
    const size = pages[page - 1];
    if (!size) return `Page ${page} does not exist.`;
    const [old, now] = [before.renderPage(page - 1, scale), after.renderPage(page - 1, scale)];
    const own = boxes.filter((box) => box.page === page);
    if (!sameOutside(old, now, own, old.width / size.width))
      return `Page ${page} changed outside of its fields.`;
    const unread = missingText(
      before.pageText(page - 1),
      after.pageText(page - 1),
      texts.filter((text) => text.page === page).map(({ text }) => text),
    );
    if (unread) return `Page ${page} does not show what was entered.`;
  }
  return undefined;
}

function sameOutside(old: PageImage, now: PageImage, boxes: AddedBox[], pixelsPerPoint: number): boolean {
  if (old.width !== now.width || old.height !== now.height) return false;
  for (let y = 0; y < old.height; y += 1) {
    for (let x = 0; x < old.width; x += 1) {
      const at = (y * old.width + x) * 4;
      if (!differs(old.rgba, now.rgba, at)) continue;
      if (!boxes.some((box) => touches(box, x, y, pixelsPerPoint))) return false;
    }
  }
  return true;
}

function differs(old: Uint8Array, now: Uint8Array, at: number): boolean {
  return [0, 1, 2].some((channel) => Math.abs(old[at + channel]! - now[at + channel]!) > visible);
}

/** Whether the pixel, which covers some points where a page has a UserUnit, is one that a box may colour. */
function touches(box: AddedBox, column: number, row: number, pixelsPerPoint: number): boolean {
  const pixel = 1 / pixelsPerPoint;
  const [left, top] = [column * pixel, row * pixel];
  const slack = Math.max(margin, pixel);
  return (
    left + pixel > box.x - slack &&
    left < box.x + box.width + slack &&
    top + pixel > box.y - slack &&
    top < box.y + box.height + slack
  );
}

/** Whether a letter of the expected texts is not among what the page gained. */
function missingText(before: string, after: string, expected: string[]): boolean {
  const gained = countLetters(after);
  for (const [letter, count] of countLetters(before)) gained.set(letter, (gained.get(letter) ?? 0) - count);
  for (const [letter, count] of countLetters(expected.join(' '))) {
    if ((gained.get(letter) ?? 0) < count) return true;
  }
  return false;
}

/**
 * Letters by their number, whatever their order. Only of scripts that are written one sign a letter: where
 * letters join or move, what an engine extracts is not what was typed, and no fault of the page.
 */
function countLetters(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const letters = text
    .normalize('NFKC')
    .match(/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Nd}]/gu);
  for (const letter of letters ?? []) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}
