import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageSize } from '#contract/documents/documents.ts';
import type { FieldBox } from '#core/field/layout/geometry.ts';
import { openIsolatedRenderer, openRenderer } from '#pdf/render/pdfium.ts';
import { inFile } from '../judges/look-at.ts';
import { readPpm, type Picture } from '../judges/read-ppm.ts';
import { runTool, withFolder } from '../judges/run-tool.ts';

/** Renders the visible boxes of the first pages with poppler. */
export const drawnByPoppler = (bytes: Uint8Array, pages: number, dpi: number): Promise<Picture[]> =>
  inFile(bytes, (file) =>
    withFolder(async (folder) => {
      const options = ['-cropbox', '-f', '1', '-l', String(pages), '-r', String(dpi)];
      await runTool('pdftoppm', [...options, file, join(folder, 'page')]);
      // pdftoppm pads page numbers with zeros, so the names sort in page order.
      const names = (await readdir(folder)).toSorted();
      return Promise.all(names.map(async (name) => readPpm(await readFile(join(folder, name)))));
    }),
  );

/**
 * Renders the pages with PDFium, without link frames. Uses this process's shared engine or, in the second
 * function, a separate one for this file.
 */
export const drawnByPdfium = drawnIn(openRenderer);
export const drawnByPdfiumAlone = drawnIn(openIsolatedRenderer);

function drawnIn(open: typeof openIsolatedRenderer) {
  return async (bytes: Uint8Array, pages: number, dpi: number): Promise<Picture[]> => {
    const renderer = await open(bytes);
    if ('failed' in renderer) return [];
    try {
      return Array.from({ length: Math.min(pages, renderer.pageCount) }, (_, index) => {
        // Our files contain no link frames.
        renderer.hideLinkFrames(index);
        const { width, height, rgba } = renderer.renderPage(index, dpi / 72);
        return { width, height, data: rgba };
      });
    } finally {
      renderer.close();
    }
  };
}

export type PageDifference = {
  /** Number of differing pixels outside all boxes. */
  outside: number;
  /** Number of differing pixels in each box, in the order of the boxes. */
  inside: number[];
};

/**
 * Compares two renderings of a page. `boxes` are in points of the displayed page, and `margin` pixels around
 * each count as part of it. Pictures of different sizes differ completely.
 */
export function comparePages(
  before: Picture,
  after: Picture,
  size: PageSize,
  boxes: readonly FieldBox[],
  { margin = 2, visible = 8 } = {},
): PageDifference {
  const inside = boxes.map(() => 0);
  if (Math.abs(before.width - after.width) > 1 || Math.abs(before.height - after.height) > 1)
    return { outside: after.width * after.height, inside };
  const [across, down] = [after.width / size.width, after.height / size.height];
  const frames = boxes.map(({ x, y, width, height }) => ({
    left: x * across - margin,
    right: (x + width) * across + margin,
    top: y * down - margin,
    bottom: (y + height) * down + margin,
  }));
  let outside = 0;
  const [width, height] = [Math.min(before.width, after.width), Math.min(before.height, after.height)];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [old, now] = [(y * before.width + x) * 4, (y * after.width + x) * 4];
      if (!differs(before.data, old, after.data, now, visible)) continue;
      const at = frames.findIndex(
        ({ left, right, top, bottom }) => x + 1 > left && x < right && y + 1 > top && y < bottom,
      );
      if (at < 0) outside += 1;
      else inside[at] = (inside[at] ?? 0) + 1;
    }
  }
  return { outside, inside };
}

function differs(old: Uint8Array, at: number, now: Uint8Array, to: number, visible: number): boolean {
  return [0, 1, 2].some((channel) => Math.abs((old[at + channel] ?? 0) - (now[to + channel] ?? 0)) > visible);
}
