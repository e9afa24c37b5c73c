import type { PageSize } from '#contract/documents/documents.ts';
import type { FieldBox } from '#core/field/layout/geometry.ts';
import { openRenderer } from '#pdf/render/pdfium.ts';
import { lookAt } from '../judges/look-at.ts';
import type { Picture } from '../judges/read-ppm.ts';

/** Pixels per point. At this scale, letters on the certificate are a few pixels wide. */
const scale = 1.25;
/**
 * Engines may place an edge this many pixels apart, and smooth it differently. The second number is the
 * tolerance per color channel.
 */
const reach = 2;
const smoothing = 96;

/**
 * Compares content added to a file in two engines that share no code, PDFium and poppler. Returns differences
 * per thousand pixels: on the certificate page with the most, and in the boxes of the fields, where only
 * differences that the base file does not have count (P-05). The seal relies on PDFium's picture.
 */
export type Disagreement = { certificate: number; boxes: number };

type Files = { base: Uint8Array; sealed: Uint8Array; pages: readonly PageSize[]; boxes: readonly FieldBox[] };

export async function enginesDisagree({ base, sealed, pages, boxes }: Files): Promise<Disagreement> {
  const [before, after] = [await open(base), await open(sealed)];
  try {
    let certificate = 0;
    for (let page = pages.length + 1; page <= after.pageCount; page += 1) {
      const apart = await unlike(after, sealed, page);
      certificate = Math.max(certificate, share(apart.pixels.size, apart.width * apart.height));
    }
    let most = 0;
    for (const [page, own] of Map.groupBy(boxes, (box) => box.page)) {
      const [old, now] = [await unlike(before, base, page), await unlike(after, sealed, page)];
      const across = now.width / pages[page - 1]!.width;
      for (const box of own) most = Math.max(most, newlyUnlike(old, now, box, across));
    }
    return { certificate, boxes: most };
  } finally {
    before.close();
    after.close();
  }
}

type Unlike = { width: number; height: number; pixels: Set<number> };

function newlyUnlike(old: Unlike, now: Unlike, { x, y, width, height }: FieldBox, across: number): number {
  let count = 0;
  for (const at of now.pixels) {
    const [left, top] = [(at % now.width) / across, Math.floor(at / now.width) / across];
    const inside = left >= x && left < x + width && top >= y && top < y + height;
    if (inside && !old.pixels.has(at)) count += 1;
  }
  return share(count, width * height * across * across);
}

const share = (count: number, of: number): number => (count / of) * 1000;

async function open(bytes: Uint8Array) {
  const renderer = await openRenderer(bytes);
  if ('failed' in renderer) throw new Error(`PDFium: ${renderer.failed}`);
  return renderer;
}

type Renderer = Awaited<ReturnType<typeof open>>;

/**
 * Returns the pixels (numbered by row) that one engine draws and the other one draws neither there nor
 * nearby. `page` is counted from 1.
 */
async function unlike(renderer: Renderer, bytes: Uint8Array, page: number): Promise<Unlike> {
  const { width, height, rgba } = renderer.renderPage(page - 1, scale);
  const one = { width, height, data: rgba };
  const other = await lookAt(bytes, page, scale);
  const size = { width: Math.min(width, other.width), height: Math.min(height, other.height) };
  if (Math.abs(width - other.width) > 1 || Math.abs(height - other.height) > 1)
    return { ...size, pixels: new Set(Array.from({ length: size.width * size.height }, (_, at) => at)) };
  return { ...size, pixels: new Set([...onlyIn(one, other, size), ...onlyIn(other, one, size)]) };
}

function onlyIn(one: Picture, other: Picture, size: { width: number; height: number }): number[] {
  const found: number[] = [];
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1)
      if ([0, 1, 2].some((channel) => isAlone(one, other, { x, y, channel }))) found.push(y * size.width + x);
  return found;
}

/** Returns true if the value is outside the range of the nearby values in the other picture. */
function isAlone(
  one: Picture,
  other: Picture,
  { x, y, channel }: Record<'x' | 'y' | 'channel', number>,
): boolean {
  const value = one.data[(y * one.width + x) * 4 + channel]!;
  if (Math.abs(value - other.data[(y * other.width + x) * 4 + channel]!) <= smoothing) return false;
  let [least, greatest] = [255, 0];
  for (let row = Math.max(0, y - reach); row <= Math.min(other.height - 1, y + reach); row += 1)
    for (let column = Math.max(0, x - reach); column <= Math.min(other.width - 1, x + reach); column += 1) {
      const near = other.data[(row * other.width + column) * 4 + channel]!;
      least = Math.min(least, near);
      greatest = Math.max(greatest, near);
    }
  return value < least - smoothing || value > greatest + smoothing;
}
