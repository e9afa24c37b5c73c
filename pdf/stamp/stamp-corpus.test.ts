import { readFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { corpus, corpusFiles, hasCorpus } from '#testing/corpus.ts';
import { changedPixels, inFile, readAloud } from '#testing/judges/look-at.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { readKeptInk, type PackedInk } from '../image/packed-ink.ts';
import { normalisePdf } from '../normalise/normalise-pdf.ts';
import type { PageGeometry } from '../normalise/source/page-geometry.ts';
import { openRenderer } from '../render/pdfium.ts';
import type { Matrix } from './canvas.ts';
import { composePdf } from './compose-pdf.ts';
import type { Stamp } from './draw-stamp.ts';

const missing = [...missingTools('qpdf', 'pdftotext'), ...(hasCorpus ? [] : ['../shared/corpus/pdf'])];
if (missing.length > 0) console.warn(`stamping the corpus skipped, not here: ${missing.join(', ')}`);

/** Poppler stops at the invalid operator on the page and reads nothing after it. */
const UNREADABLE = new Set(['sci-notation.pdf']);

/** Minimum page height in points. Lower pages, such as one of 30 × 20 pt, have no space for a stamp. */
const LOWEST = 40;

describe.skipIf(missing.length > 0)('real-world files, normalized and stamped', () => {
  const names = missing.length > 0 ? [] : corpusFiles();

  test.each(names)('%s', { timeout: 60_000 }, async (file) => {
    const normalised = await normalisePdf(await readFile(new URL(file, corpus)));
    // A file that was refused on upload is never stamped.
    if ('refused' in normalised) return;
    const { bytes: base, pages } = normalised;
    const [page] = pages;
    if (page === undefined || page.height < LOWEST) return;
    const composed = await composePdf({
      base,
      stamps: stampsOn(page),
      appendix: [{ blocks: [{ kind: 'title', text: 'Certificate' }] }],
      attachments: [],
      info: { title: file },
    });

    expect(composed.subarray(0, base.length)).toEqual(base);
    expect(await inFile(composed, qpdfCheck)).toMatchObject({ clean: true });
    const read = (await readAloud(composed, 1)).replaceAll(/\s+/g, ' ');
    if (!UNREADABLE.has(file)) expect(read).toContain('Grace L.');
    expect(await readAloud(composed, pages.length + 1)).toBe('Certificate\n\f');
    const changed = changedPixels(await draw(base), await draw(composed));
    expect(changed.length).toBeGreaterThan(0);
    const box = boxOn(page);
    const outside = changed.filter(
      ([x, y]) => x < box.x - 2 || x > box.x + box.width + 2 || y < box.y - 2 || y > box.y + box.height + 2,
    );
    expect(outside).toEqual([]);
  });
});

type Box = { x: number; y: number; width: number; height: number };

/** Returns a box in the middle third of the page, in displayed points from the top left corner. */
const boxOn = ({ width, height }: PageGeometry): Box => ({
  x: width * 0.1,
  y: height * 0.4,
  width: Math.min(width * 0.8, 240),
  height: Math.min(height * 0.3, 40),
});

function stampsOn(page: PageGeometry): Stamp[] {
  const box = boxOn(page);
  const part = box.width / 3;
  const place = (at: number): Pick<Stamp, 'page' | 'matrix' | 'width' | 'height'> => ({
    page: 0,
    matrix: toUserSpace(page, { ...box, x: box.x + at * part, width: part }),
    width: part,
    height: box.height,
  });
  return [
    { ...place(0), kind: 'text', text: 'Grace L.' },
    { ...place(1), kind: 'image', ink: stroke(), alt: 'Signature of Grace Lindqvist' },
    { ...place(2), kind: 'check', checked: true },
  ];
}

/**
 * Maps the box's displayed lower left corner to user space. Written by hand, independently of the product's
 * code.
 */
function toUserSpace({ crop, rotate, userUnit }: PageGeometry, box: Box): Matrix {
  const [left, bottom, right, top] = crop;
  // Converts a displayed point, from the top left corner, to user space.
  const at = (x: number, y: number): [number, number] => {
    const [u, v] = [x / userUnit, y / userUnit];
    if (rotate === 90) return [left + v, bottom + u];
    if (rotate === 180) return [right - u, bottom + v];
    if (rotate === 270) return [right - v, top - u];
    return [left + u, top - v];
  };
  const origin = at(box.x, box.y + box.height);
  const along = at(box.x + 1, box.y + box.height);
  const up = at(box.x, box.y + box.height - 1);
  return [
    along[0] - origin[0],
    along[1] - origin[1],
    up[0] - origin[0],
    up[1] - origin[1],
    origin[0],
    origin[1],
  ];
}

/** Returns a thick stroke across a transparent picture. */
function stroke(): PackedInk {
  const png = new PNG({ width: 90, height: 30 });
  for (let x = 0; x < 90; x++) {
    for (let y = 12; y < 18; y++) png.data.set([20, 30, 90, 255], (y * 90 + x) * 4);
  }
  return readKeptInk(PNG.sync.write(png));
}

/** Returns the first page as rendered by PDFium, with one pixel per displayed point. */
async function draw(bytes: Uint8Array): Promise<{ width: number; height: number; data: Uint8Array }> {
  const renderer = await openRenderer(bytes);
  if ('failed' in renderer) throw new Error(renderer.failed);
  const { width, height, rgba } = renderer.renderPage(0, 1);
  renderer.close();
  return { width, height, data: rgba };
}
