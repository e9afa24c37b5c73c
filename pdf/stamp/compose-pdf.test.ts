import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { pdftotext } from '#testing/judges/poppler.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { runTool, withFolder } from '#testing/judges/run-tool.ts';
import { dict, name, PdfDict, ref, stream, textString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { writePdfFile } from '../objects/write-file.ts';
import { openPdf } from '../read/open-pdf.ts';
import { composePdf } from './compose-pdf.ts';
import type { Matrix } from './canvas.ts';
import type { Stamp } from './draw-stamp.ts';

const nothing = { stamps: [], appendix: [], attachments: [], info: { title: 'Quay lease' } };

describe('composePdf', () => {
  test('keeps the base as an exact prefix, and answers equal input with equal bytes', async () => {
    const base = lease({});
    const input = { ...nothing, base, stamps: [text('Grace Lindqvist')] };
    const composed = await composePdf(input);
    expect(composed.subarray(0, base.length)).toEqual(base);
    expect(await composePdf(input)).toEqual(composed);
    expect(await judge(composed)).toMatchObject({ clean: true });
  });

  test.each([
    'Grace Lindqvist – café Łódź, 12 %',
    'Линус Окафор, Ελληνικά',
    'क्षत्रिय हिन्दी में लिखा श्री',
    'ภาษาไทยที่นี่ น้ำ',
    '合同签署人 李雷 2026年',
    'office fi ffi fl',
  ])('%s is text that readers get back letter for letter', async (value) => {
    const composed = await composePdf({ ...nothing, base: lease({}), stamps: [text(value)] });
    expect(await readBack(composed)).toContain(value);
  });

  test.each([
    ['محمد العربي 12345 رقم', ['محمد العربي', '12345', 'رقم']],
    ['שלום עולם 2026', ['שלום עולם', '2026']],
  ])('%s can be read back run by run, whichever way the reader takes the line to go', async (value, runs) => {
    const composed = await composePdf({ ...nothing, base: lease({}), stamps: [text(value)] });
    const read = await readBack(composed);
    for (const run of runs) expect(read).toContain(run);
  });

  test('draws typed signatures in their face, and other scripts in a face that has them', async () => {
    const stamps = [
      { ...text('Grace Lindqvist'), face: 'great-vibes' as const },
      elsewhere({ ...text('李雷'), face: 'great-vibes' as const }),
    ];
    const composed = await composePdf({ ...nothing, base: lease({}), stamps });
    const read = await readBack(composed);
    expect(read).toContain('Grace Lindqvist');
    expect(read).toContain('李雷');
    expect(Buffer.from(composed).toString('latin1')).toMatch(/\+GreatVibes-Regular/);
  });

  test('shows a box, not nothing, where no font has a character', async () => {
    const base = lease({});
    const composed = await composePdf({ ...nothing, base, stamps: [text('한')] });
    expect(changedPixels(await renderOne(base), await renderOne(composed)).length).toBeGreaterThan(10);
  });

  test('does not fall into names that the page already has', async () => {
    const base = lease({ fontKey: 'St1-sans' });
    const composed = await composePdf({ ...nothing, base, stamps: [text('Linus Okafor')] });
    expect(await readBack(composed)).toContain('Linus Okafor');
    expect(await readBack(composed)).toContain('Quay lease agreement');
    const again = await composePdf({ ...nothing, base: composed, stamps: [elsewhere(text('Ada Moreau'))] });
    expect(await readBack(again)).toContain('Linus Okafor');
    expect(await readBack(again)).toContain('Ada Moreau');
  });

  test('refuses a page that is not there', async () => {
    const stamps = [{ ...text('Grace'), page: 1 }];
    await expect(composePdf({ ...nothing, base: lease({}), stamps })).rejects.toThrow(RangeError);
  });
});

describe('placing on the page as it is shown', () => {
  // What the reader sees is 300 × 200 pt in each case; the box lies 40 pt from the left, 30 pt from below.
  const pages: [string, PageShape, Matrix][] = [
    ['upright', { media: [0, 0, 300, 200] }, [1, 0, 0, 1, 40, 30]],
    ['turned by 90', { media: [0, 0, 200, 300], rotate: 90 }, [0, 1, -1, 0, 200 - 30, 40]],
    ['turned by 180', { media: [0, 0, 300, 200], rotate: 180 }, [-1, 0, 0, -1, 300 - 40, 200 - 30]],
    ['turned by 270', { media: [0, 0, 200, 300], rotate: 270 }, [0, -1, 1, 0, 30, 300 - 40]],
    ['cropped', { media: [-50, -20, 400, 400], crop: [10, 60, 310, 260] }, [1, 0, 0, 1, 50, 90]],
    ['in units of 2 pt', { media: [0, 0, 150, 100], unit: 2 }, [0.5, 0, 0, 0.5, 20, 15]],
  ];
  const box = { x: 40, y: 30, width: 120, height: 36 };

  test.each(pages)('%s: everything lands inside its box, nothing else changes', async (_, shape, matrix) => {
    const base = lease(shape);
    const place = { page: 0, matrix, width: box.width, height: box.height };
    for (const stamp of [
      { ...place, kind: 'text', text: 'Grace Lindqvist' },
      { ...place, kind: 'image', png: signature(600, 200), alt: 'Signature of Grace Lindqvist' },
      { ...place, kind: 'check', checked: true },
    ] satisfies Stamp[]) {
      const composed = await composePdf({ ...nothing, base, stamps: [stamp] });
      const before = await renderOne(base, shape.unit);
      const changed = changedPixels(before, await renderOne(composed, shape.unit));
      // Pixels are points at 72 dpi; one more for smoothing.
      expect(changed.length).toBeGreaterThan(40);
      for (const [x, y] of changed) {
        expect(x).toBeGreaterThanOrEqual(box.x - 1);
        expect(x).toBeLessThanOrEqual(box.x + box.width + 1);
        expect(before.height - y).toBeGreaterThanOrEqual(box.y - 1);
        expect(before.height - y).toBeLessThanOrEqual(box.y + box.height + 2);
      }
    }
  });

  test('a picture has no white ground: what is printed below shines through', async () => {
    const base = lease({ background: '0.8 1 0.8 rg 0 0 1000 1000 re f' });
    const place = { page: 0, matrix: [1, 0, 0, 1, 40, 30] as const, width: 120, height: 40 };
    const composed = await composePdf({
      ...nothing,
      base,
      stamps: [{ ...place, kind: 'image', png: signature(300, 100) }],
    });
    const { data } = await renderOne(composed);
    const white = Array.from({ length: data.length / 4 }, (_, at) => data[at * 4]).filter(
      (red) => red === 255,
    );
    expect(white).toEqual([]);
  });

  test('a picture of several colours keeps them', async () => {
    const png = new PNG({ width: 2, height: 1 });
    png.data.set([255, 0, 0, 255, 0, 0, 255, 255]);
    const place = { page: 0, matrix: [1, 0, 0, 1, 40, 30] as const, width: 40, height: 20 };
    const composed = await composePdf({
      ...nothing,
      base: lease({}),
      stamps: [{ ...place, kind: 'image', png: PNG.sync.write(png) }],
    });
    const { data, width, height } = await renderOne(composed);
    const at = (x: number, y: number): number[] => [
      ...data.subarray(((height - y) * width + x) * 4).subarray(0, 3),
    ];
    expect(at(45, 40)).toEqual([255, 0, 0]);
    expect(at(75, 40)).toEqual([0, 0, 255]);
  });
});

describe('attachments and description', () => {
  test('attached files come out again byte for byte, and are related to the document', async () => {
    const bytes = Buffer.from('{"signed":"Grace Lindqvist"}');
    const composed = await composePdf({
      ...nothing,
      base: lease({}),
      attachments: [
        {
          name: 'evidence.json',
          mediaType: 'application/json',
          description: 'Evidence',
          bytes,
          relationship: 'Data',
        },
        {
          name: 'a note.txt',
          mediaType: 'text/plain',
          description: 'A note',
          bytes,
          relationship: 'Supplement',
        },
      ],
    });
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'file.pdf'), composed);
      const listed = await runTool('pdfdetach', ['-list', join(folder, 'file.pdf')]);
      expect(Buffer.from(listed.stdout).toString()).toContain('a note.txt');
      await runTool('pdfdetach', ['-save', '2', '-o', join(folder, 'saved'), join(folder, 'file.pdf')]);
      expect(await readFile(join(folder, 'saved'))).toEqual(bytes);
    });
    const catalog = catalogOf(composed);
    expect(catalog.get('AF')).toHaveLength(2);
    expect(await judge(composed)).toMatchObject({ clean: true });
  });

  test('the title is the same everywhere, and the language is told', async () => {
    const info = { title: 'Mietvertrag „Kai <4>“', language: 'de-DE' };
    const composed = await composePdf({ ...nothing, base: lease({}), info });
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'file.pdf'), composed);
      const shown = await runTool('pdfinfo', [join(folder, 'file.pdf')]);
      expect(Buffer.from(shown.stdout).toString()).toMatch(/^Title: +Mietvertrag „Kai <4>“$/m);
      const meta = await runTool('pdfinfo', ['-meta', join(folder, 'file.pdf')]);
      expect(Buffer.from(meta.stdout).toString()).toContain('Mietvertrag „Kai &lt;4&gt;“');
    });
    expect(catalogOf(composed).get('Lang')).toEqual(textString('de-DE'));
  });
});

type PageShape = {
  media?: number[];
  crop?: number[];
  rotate?: number;
  unit?: number;
  /** The key of the page's own font. */
  fontKey?: string;
  background?: string;
};

/** One page that says 'Quay lease agreement' in its upper left corner. */
function lease({
  media = [0, 0, 595, 842],
  crop,
  rotate,
  unit,
  fontKey = 'F1',
  background = '',
}: PageShape): Uint8Array {
  const [left, , , top] = crop ?? media;
  const words = `${background}\nBT 0 g /${fontKey} 9 Tf ${left} ${(top ?? 0) - 9} Td (Quay lease agreement) Tj ET`;
  const font = dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') });
  const objects = new Map<number, PdfObject>([
    [1, dict({ Type: name('Catalog'), Pages: ref(2) })],
    [2, dict({ Type: name('Pages'), Count: 1, Kids: [ref(3)] })],
    [
      3,
      dict({
        Type: name('Page'),
        Parent: ref(2),
        MediaBox: media,
        CropBox: crop,
        Rotate: rotate,
        UserUnit: unit,
        Contents: ref(4),
        Resources: dict({ Font: dict({ [fontKey]: font }) }),
      }),
    ],
    [4, stream({}, Buffer.from(words))],
  ]);
  return writePdfFile(objects, dict({ Root: ref(1) }));
}

const text = (value: string): Stamp & { kind: 'text' } => ({
  kind: 'text',
  page: 0,
  matrix: [1, 0, 0, 1, 100, 400],
  width: 300,
  height: 24,
  size: 14,
  text: value,
});

const elsewhere = (stamp: Stamp): Stamp => ({ ...stamp, matrix: [1, 0, 0, 1, 100, 300] });

/** A wave of one ink on a transparent ground. */
function signature(width: number, height: number): Uint8Array {
  const png = new PNG({ width, height });
  for (let x = 0; x < width; x++) {
    const y = Math.round(height / 2 + (height / 2 - 4) * Math.sin(x / 20));
    for (let thick = -3; thick <= 3; thick++) png.data.set([20, 30, 90, 255], ((y + thick) * width + x) * 4);
  }
  return PNG.sync.write(png);
}

const judge = (bytes: Uint8Array): ReturnType<typeof qpdfCheck> => inFile(bytes, qpdfCheck);

/** The visible box of the page, one pixel for a point as displayed; poppler itself leaves UserUnit out. */
const renderOne = (bytes: Uint8Array, userUnit = 1): Promise<PNG> =>
  inFile(bytes, async (file) => {
    const { stdout } = await runTool('pdftoppm', ['-png', '-cropbox', '-r', String(72 * userUnit), file]);
    return PNG.sync.read(Buffer.from(stdout));
  });

/** What poppler reads, without the direction marks that it adds. */
const readBack = async (bytes: Uint8Array): Promise<string> =>
  (await inFile(bytes, pdftotext)).replace(/[\u200e\u200f\u202a-\u202e]/g, '');

const inFile = <T>(bytes: Uint8Array, use: (file: string) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    await writeFile(join(folder, 'file.pdf'), bytes);
    return use(join(folder, 'file.pdf'));
  });

/** Positions from the top left corner at which two pictures differ visibly. */
function changedPixels(before: PNG, after: PNG): [number, number][] {
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  const changed: [number, number][] = [];
  for (let i = 0; i < before.data.length; i += 4) {
    const differs = [0, 1, 2].some((c) => Math.abs((before.data[i + c] ?? 0) - (after.data[i + c] ?? 0)) > 8);
    if (differs) changed.push([(i / 4) % before.width, Math.floor(i / 4 / before.width)]);
  }
  return changed;
}

function catalogOf(bytes: Uint8Array): PdfDict {
  const file = openPdf(bytes);
  const catalog = file.object(file.rootRef);
  return catalog instanceof PdfDict ? catalog : new PdfDict();
}
