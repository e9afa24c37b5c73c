import type { PageGeometry } from '#core/field/layout/geometry.ts';
import { InflateBudget } from '#pdf/normalise/source/inflate-budget.ts';
import { readPageGeometry } from '#pdf/normalise/source/page-geometry.ts';
import { collectPages } from '#pdf/normalise/source/page-tree.ts';
import { SourceFile } from '#pdf/normalise/source/source-file.ts';
import { inFile } from '../judges/look-at.ts';
import { readPpm, type Picture } from '../judges/read-ppm.ts';
import { runTool } from '../judges/run-tool.ts';
import { readAnnotations, type UploadedAnnotation } from './read-annotations.ts';

/** `page` is counted from 1. */
export type Lost = { page: number; what: string };
/**
 * `lost` contains annotations that poppler shows in the upload but not in the base file, and field values
 * that poppler or MuPDF reads in the upload but at least one of them does not read in the base file.
 */
export type AnnotationsKept = { annotations: number; lost: Lost[] };

/**
 * Link frames are not preserved, pop-ups open on a click, and the removal of the others is reported as a
 * change.
 */
const withoutPicture: ReadonlySet<string> = new Set([
  ...['Link', 'Popup', 'FileAttachment', 'Movie', 'Sound', 'Screen', 'RichMedia', '3D'],
]);
/** Maximum number of pages with annotations to check. */
const maxPages = 8;
/** An annotation with fewer pixels at one pixel per point is not checked. */
const minPixels = 12;
/** Maximum distance in pixels. Programs place lines and icons slightly differently. */
const nearby = 3;

/** Compares the annotations of an upload with the base file made from it. */
export async function annotationsKept(upload: Uint8Array, base: Uint8Array): Promise<AnnotationsKept> {
  const annotations = readAnnotations(upload).filter(({ kind }) => !withoutPicture.has(kind));
  const pages = [...new Set(annotations.map(({ page }) => page))].slice(0, maxPages);
  const lost: Lost[] = [];
  for (const page of pages) {
    const own = annotations.filter((one) => one.page === page);
    const vanished = [...(await lostPictures(upload, base, own)), ...(await lostValues(upload, base, own))];
    lost.push(...vanished.map((what) => ({ page, what })));
  }
  return { annotations: annotations.length, lost };
}

async function lostPictures(
  upload: Uint8Array,
  base: Uint8Array,
  annotations: UploadedAnnotation[],
): Promise<string[]> {
  const page = annotations[0]!.page;
  const geometry = geometryOf(base, page);
  const before = await draw(upload, page);
  const bare = await draw(upload, page, ['-hide-annotations']);
  const after = await draw(base, page);
  if (!geometry || after.width !== before.width || after.height !== before.height) return [];
  const shown = around(differences(after, bare, 20), after.width);
  const wanted = differences(before, bare, 40);
  return annotations.flatMap(({ kind, box }) => {
    const [left, top, right, bottom] = displayed(box, geometry);
    const own = wanted.filter(([x, y]) => x >= left - 2 && x <= right + 2 && y >= top - 2 && y <= bottom + 2);
    const vanished = own.filter(([x, y]) => !shown.has(y * after.width + x));
    return own.length > minPixels && vanished.length > own.length / 2 ? [kind] : [];
  });
}

const draw = (bytes: Uint8Array, page: number, options: string[] = []): Promise<Picture> =>
  inFile(bytes, async (file) => {
    const only = ['-r', '72', '-f', String(page), '-l', String(page)];
    const { stdout } = await runTool('pdftoppm', ['-cropbox', ...only, ...options, file]);
    return readPpm(stdout);
  });

type Pixels = [x: number, y: number][];

function differences(one: Picture, other: Picture, visible: number): Pixels {
  const pixels: Pixels = [];
  for (let at = 0; at < one.data.length; at += 4)
    if ([0, 1, 2].some((part) => Math.abs(one.data[at + part]! - other.data[at + part]!) > visible))
      pixels.push([(at / 4) % one.width, Math.floor(at / 4 / one.width)]);
  return pixels;
}

/** Returns the indexes of these pixels and of those near them. Pixels are numbered row by row. */
function around(pixels: Pixels, width: number): Set<number> {
  const places = new Set<number>();
  for (const [x, y] of pixels)
    for (let down = -nearby; down <= nearby; down += 1)
      for (let across = -nearby; across <= nearby; across += 1) places.add((y + down) * width + x + across);
  return places;
}

function geometryOf(base: Uint8Array, page: number): PageGeometry | undefined {
  const file = SourceFile.openByXref(base, new InflateBudget());
  if (typeof file === 'string') return undefined;
  const found = collectPages(file, base.length)[page - 1];
  return found && readPageGeometry(found.dict, file.resolve);
}

/** Left, top, right and bottom on the displayed page. */
function displayed(
  [left, bottom, right, top]: UploadedAnnotation['box'],
  { crop, rotate, userUnit }: PageGeometry,
): [number, number, number, number] {
  const [x, y] = [left - crop[0], bottom - crop[1]];
  const [width, height] = [right - left, top - bottom];
  const [across, up] = [crop[2] - crop[0], crop[3] - crop[1]];
  const corner = {
    0: [x, up - y - height, width, height],
    90: [y, x, height, width],
    180: [across - x - width, y, width, height],
    270: [up - y - height, across - x - width, height, width],
  }[rotate] as [number, number, number, number];
  const [from, down, wide, high] = corner.map((length) => length * userUnit) as typeof corner;
  return [from, down, from + wide, down + high];
}

async function lostValues(
  upload: Uint8Array,
  base: Uint8Array,
  annotations: UploadedAnnotation[],
): Promise<string[]> {
  const values = annotations.filter(({ value }) => value.trim() !== '');
  if (values.length === 0) return [];
  const page = values[0]!.page;
  const [now, before] = [await readByTwo(base, page), await readByTwo(upload, page)];
  const isRead = (texts: string[], word: string): boolean => texts.some((text) => text.includes(word));
  return values.flatMap(({ value }) => {
    const words = value
      .split(/\s+/)
      .map(letters)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    const vanished = words.filter(
      (word) => !now.every((text) => text.includes(word)) && isRead(before, word),
    );
    return vanished.length > 0 ? [`the value ${vanished.join(' ').slice(0, 40)}`] : [];
  });
}

const letters = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Cc}\p{Cf}]+/gu, '');

/** Returns the text that poppler reads and the text that MuPDF reads. */
const readByTwo = (bytes: Uint8Array, page: number): Promise<string[]> =>
  inFile(bytes, async (file) => {
    const poppler = runTool('pdftotext', ['-raw', '-f', String(page), '-l', String(page), file, '-']);
    const mupdf = runTool('mutool', ['draw', '-q', '-F', 'text', file, String(page)]);
    const answers = await Promise.all([poppler, mupdf]);
    return answers.map(({ stdout }) => letters(new TextDecoder().decode(stdout)));
  });
