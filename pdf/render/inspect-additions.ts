import { findCovered } from './find-covered.ts';
import { findUnread } from './find-unread.ts';
import { openIsolatedRenderer, openRenderer, type PageImage, type Renderer } from './pdfium.ts';
import { margin, type AddedBox } from './placed-box.ts';

export type Additions = {
  /** The file before anything was added. `added` must begin with exactly these bytes. */
  base: Uint8Array;
  added: Uint8Array;
  /** Sizes of the base file's displayed pages in points. */
  pages: readonly { width: number; height: number }[];
  /** Areas where content may have been added. */
  boxes: readonly AddedBox[];
  /**
   * True if all boxes belong to one person, who is responsible for everything drawn in them. Ink in a box is
   * then never attributed to an adjacent box.
   */
  oneHand?: boolean;
};

/** A problem as a sentence, and the index of the affected box in `boxes`, if any. */
export type Finding = { sentence: string; box?: number };

/** Pixels per point. At 43 dpi, every line of text is visible and rendering is fast. */
const scale = 0.6;
/** Minimum difference of a color channel (of 255) that is not caused by rounding. */
const visible = 48;
/**
 * Maximum amount (of 255) by which ink over black may be lighter than black, in one channel and in luminance.
 */
const lighter = { channel: 60, luminance: 26 };

/**
 * Checks a stamped file with PDFium, which is independent of the code that wrote it. Each modified page must
 * still show the base page outside the boxes. Inside them, nothing may become lighter, no drawing may cover text
 * of the base, and every text must be readable at its position. Returns the first problem, or undefined (P-11,
 * P-13).
 */
export async function inspectAdditions(additions: Additions): Promise<Finding | undefined> {
  const { base, added } = additions;
  if (Buffer.compare(added.subarray(0, base.length), base) !== 0)
    return { sentence: 'The base file is not a prefix of the sealed file.' };
  const seen = await look(additions, openRenderer);
  return (seen?.inPictures ? await look(additions, openIsolatedRenderer) : seen)?.finding;
}

type Seen = { finding: Finding; inPictures: boolean };

/**
 * PDFium's rendering of letters whose font is neither embedded nor has widths depends on what it rendered
 * before. One engine may therefore render two equal files differently, while separate engines render them
 * identically. A difference is checked again with separate engines before it delays the sealing of a signed
 * document.
 */
async function look(additions: Additions, open: typeof openIsolatedRenderer): Promise<Seen | undefined> {
  const { base, added } = additions;
  const [before, after] = [await open(base), await open(added)];
  try {
    if ('failed' in before || 'failed' in after)
      return surely({ sentence: 'The sealed file cannot be opened by a second engine.' });
    return inspectPages(additions, before, after);
  } finally {
    if ('close' in before) before.close();
    if ('close' in after) after.close();
  }
}

const surely = (finding: Finding): Seen => ({ finding, inPictures: false });

function inspectPages(
  { pages, boxes, oneHand }: Additions,
  before: Renderer,
  after: Renderer,
): Seen | undefined {
  if (before.pageCount !== pages.length || after.pageCount < before.pageCount)
    return surely({ sentence: 'Pages are missing.' });
  const numbered = boxes.map((box, number) => ({ box, number }));
  for (const [page, own] of Map.groupBy(numbered, ({ box }) => box.page)) {
    const size = pages[page - 1];
    if (!size) return surely({ sentence: `Page ${page} does not exist.` });
    const seen = inspectPage({ page, size, boxes: own.map(({ box }) => box), oneHand }, { before, after });
    if (!seen) continue;
    const { finding, inPictures } = seen;
    if (finding.box === undefined) return seen;
    return { finding: { ...finding, box: own[finding.box]!.number }, inPictures };
  }
  return undefined;
}

/** Size of a page in points. */
type Size = { width: number; height: number };

type Page = { page: number; size: Size; boxes: AddedBox[]; oneHand: boolean | undefined };

function inspectPage(
  { page, size, boxes, oneHand }: Page,
  { before, after }: { before: Renderer; after: Renderer },
): Seen | undefined {
  const [old, now] = [before.renderPage(page - 1, scale), after.renderPage(page - 1, scale)];
  const pixel = { width: size.width / old.width, height: size.height / old.height };
  const changed = changesOf(old, now, boxes, pixel);
  if (changed !== undefined) {
    const finding =
      changed === 'outside'
        ? { sentence: `Page ${page} changed outside of its fields.` }
        : { sentence: `Page ${page} became lighter under a field, so that text is hidden.`, box: changed };
    return { finding, inPictures: true };
  }
  const unread = findUnread(after.pageLetters(page - 1), boxes);
  if (unread !== undefined)
    return surely({ sentence: `Page ${page} does not show what was entered.`, box: unread });
  const covered = findCovered(boxes, size, page - 1, { before, after, oneHand });
  if (covered === undefined) return undefined;
  const finding = { sentence: `A drawing on page ${page} covers the text under it.`, box: covered };
  return { finding, inPictures: true };
}

/**
 * Returns 'outside' if a pixel outside all boxes differs, the box in which a pixel became lighter, or nothing.
 */
function changesOf(
  old: PageImage,
  now: PageImage,
  boxes: AddedBox[],
  pixel: Size,
): 'outside' | number | undefined {
  if (old.width !== now.width || old.height !== now.height) return 'outside';
  for (let y = 0; y < old.height; y += 1) {
    for (let x = 0; x < old.width; x += 1) {
      const at = (y * old.width + x) * 4;
      const light = isLighter(old.rgba, now.rgba, at);
      if (!light && !differs(old.rgba, now.rgba, at)) continue;
      const box = boxes.findIndex((one) => touches(one, x, y, pixel));
      if (box < 0) return 'outside';
      if (light) return box;
    }
  }
  return undefined;
}

function differs(old: Uint8Array, now: Uint8Array, at: number): boolean {
  for (let channel = at; channel < at + 3; channel += 1) {
    if (Math.abs(old[channel]! - now[channel]!) > visible) return true;
  }
  return false;
}

function isLighter(old: Uint8Array, now: Uint8Array, at: number): boolean {
  const red = now[at]! - old[at]!;
  const green = now[at + 1]! - old[at + 1]!;
  const blue = now[at + 2]! - old[at + 2]!;
  if (red <= 0 && green <= 0 && blue <= 0) return false;
  if (Math.max(red, green, blue) > lighter.channel) return true;
  return 0.299 * red + 0.587 * green + 0.114 * blue > lighter.luminance;
}

/**
 * Returns true if a box may color the pixel. On a large page, or one with a UserUnit, a pixel covers several
 * points.
 */
function touches(box: AddedBox, column: number, row: number, { width, height }: Size): boolean {
  const [left, top] = [column * width, row * height];
  const [across, down] = [Math.max(margin, width), Math.max(margin, height)];
  return (
    left + width > box.x - across &&
    left < box.x + box.width + across &&
    top + height > box.y - down &&
    top < box.y + box.height + down
  );
}
