import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openIsolatedRenderer, type Renderer } from '#pdf/render/pdfium.ts';
import { inFile } from '../judges/look-at.ts';
import { readPpm, type Picture } from '../judges/read-ppm.ts';
import { runTool, withFolder } from '../judges/run-tool.ts';
import { changedShare, compareWords, type WordChange } from './page-changes.ts';

/**
 * How a page (counted from 1) differs between an upload and the file prepared from it. For pictures:
 * differing pixels per thousand; undefined if the engine does not show the page of the upload.
 */
export type PageChange = {
  page: number;
  words: WordChange | undefined;
  pdfium: number | undefined;
  poppler: number | undefined;
};

/** Number of pages drawn at a time. */
const together = 20;
/**
 * Maximum differing pixels per thousand. Engines differ where the upload is ambiguous, such as in the width
 * of thin lines.
 */
const unlike = 0.5;
const dpi = 50;
/** Maximum size of a page in pixels, on its longer side. */
const longest = 1000;

/**
 * Compares every page of a prepared file with the upload: the words that poppler reads, in reading order, and
 * the pictures that PDFium and poppler draw. Returns the pages on which the words or at least one picture
 * differ.
 */
export async function comparePrepared(upload: Uint8Array, prepared: Uint8Array): Promise<PageChange[]> {
  const [before, after] = [await openIsolatedRenderer(upload), await openIsolatedRenderer(prepared)];
  try {
    if ('failed' in after) throw new Error('PDFium does not open the prepared file.');
    const count = after.pageCount;
    const sizes = Array.from({ length: count }, (_, index) => Object.values(after.pageSize(index)));
    const resolution = Math.min(dpi, (longest / Math.max(...sizes.flat())) * 72);
    const [oldTexts, newTexts] = [await textsOf(upload), await textsOf(prepared)];
    const changes: PageChange[] = [];
    for (let first = 0; first < count; first += together) {
      const last = Math.min(count, first + together);
      const [old, now] = [
        await drawByPoppler(upload, first + 1, last, resolution),
        await drawByPoppler(prepared, first + 1, last, resolution),
      ];
      for (let index = first; index < last; index += 1) {
        const change = {
          page: index + 1,
          words: compareWords(oldTexts[index] ?? '', newTexts[index] ?? ''),
          pdfium: shareOf(drawByPdfium(before, index, resolution), drawByPdfium(after, index, resolution)),
          poppler: shareOf(old[index - first], now[index - first]),
        };
        if (isChange(change)) changes.push(change);
      }
    }
    return changes;
  } finally {
    if ('close' in before) before.close();
    if ('close' in after) after.close();
  }
}

const isChange = ({ words, pdfium = 0, poppler = 0 }: PageChange): boolean =>
  words !== undefined || pdfium > unlike || poppler > unlike;

function shareOf(before: Picture | undefined, after: Picture | undefined): number | undefined {
  if (!before) return undefined;
  return after ? changedShare(before, after) : 1000;
}

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  return inFile(bytes, async (file) => {
    const { stdout } = await runTool('pdftotext', ['-enc', 'UTF-8', file, '-']);
    return new TextDecoder().decode(stdout).split('\f');
  });
}

function drawByPdfium(
  renderer: Renderer | { failed: string },
  index: number,
  at: number,
): Picture | undefined {
  if ('failed' in renderer || index >= renderer.pageCount) return undefined;
  renderer.hideLinkFrames(index);
  const { width, height, rgba } = renderer.renderPage(index, at / 72);
  return { width, height, data: rgba };
}

function drawByPoppler(bytes: Uint8Array, first: number, last: number, at: number): Promise<Picture[]> {
  return inFile(bytes, (file) =>
    withFolder(async (folder) => {
      const options = ['-cropbox', '-f', String(first), '-l', String(last), '-r', String(at)];
      await runTool('pdftoppm', [...options, file, join(folder, 'page')]);
      const names = (await readdir(folder)).toSorted();
      return Promise.all(names.map(async (name) => readPpm(await readFile(join(folder, name)))));
    }),
  );
}
