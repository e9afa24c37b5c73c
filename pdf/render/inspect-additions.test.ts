import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { appendRevision, makePdf, pageNumber, type PageToMake } from '#testing/pdfs/make-pdf.ts';
import { dict, latin1Bytes, name, ref, stream } from '../objects/objects.ts';
import { readKeptInk, type PackedInk } from '../image/packed-ink.ts';
import { composePdf } from '../stamp/compose-pdf.ts';
import type { Stamp } from '../stamp/draw-stamp.ts';
import { inspectAdditions, type Finding } from './inspect-additions.ts';
import { discardPdfium } from './pdfium.ts';
import type { AddedBox } from './placed-box.ts';

const size = { width: 595, height: 842 };

describe('adjacent equal letters, which PDFium reads only once', () => {
  test.each([0, 1, 2, 3, 5, 8, 20])('finds both of two equal dates %i pt apart', async (apart) => {
    for (const [x, y] of [
      [apart, 0],
      [0, apart],
      [apart, apart],
    ]) {
      const boxes = [date(100, 300), date(100 + x!, 300 + y!)];
      expect(await stampAndInspect({}, boxes)).toBeUndefined();
    }
  });

  test('finds three hundred fields in rows', async () => {
    const boxes = Array.from({ length: 300 }, (_, at) =>
      date(40 + (at % 5) * 100, 30 + Math.floor(at / 5) * 12),
    );
    expect(await stampAndInspect({}, boxes)).toBeUndefined();
  });

  test('finds a date over an equal date on the page itself', async () => {
    const content = 'BT /F1 11 Tf 102 528.5 Td (Nov 22, 2026) Tj ET';
    for (const x of [98, 100, 104, 130]) {
      expect(await stampAndInspect({ content }, [date(x, 300)])).toBeUndefined();
    }
  });

  test.each([90, 180, 270] as const)('finds text on a page rotated by %i', async (rotate) => {
    const matrices = {
      90: [0, 1, -1, 0, 300, 100],
      180: [-1, 0, 0, -1, 300, 300],
      270: [0, -1, 1, 0, 300, 300],
    } as const;
    const [width, height] = rotate === 180 ? [595, 842] : [842, 595];
    const matrix = matrices[rotate];
    const [x, y] = {
      90: [100, 595 - 295 - 26],
      180: [295, 842 - 26 - 542],
      270: [842 - 300, 595 - 26 - 300],
    }[rotate] as [number, number];
    const box: AddedBox = { page: 1, x, y, width: 104, height: 26, matrix, text: 'Nov 22, 2026' };
    const problem = await stampAndInspect({ rotate }, [box, { ...box }], { width, height });
    expect(problem).toBeUndefined();
  });
});

test.each<[string, { width: number; height: number }]>([
  ['a five-meter plan', { width: 14_000, height: 3000 }],
  ['an upright plan', { width: 3000, height: 14_000 }],
  ['a strip as narrow as its field', { width: 104.2, height: 2500 }],
])('finds a date at the end of %s', async (_, { width, height }) => {
  const [x, y] = [width - 104, height - 60];
  const box = { ...date(x, y), matrix: [1, 0, 0, 1, x, 60 - 26] as const };
  const mediaBox: PageToMake['mediaBox'] = [0, 0, width, height];
  expect(await stampAndInspect({ mediaBox }, [box], { width, height })).toBeUndefined();
  const problem = await stampAndInspect({ mediaBox }, [box], { width, height }, undefined, [
    { ...box, y: y - 200 },
  ]);
  expect(problem).toEqual({ sentence: 'Page 1 changed outside of its fields.' });
});

describe('a font that is neither embedded nor standard and has no widths', () => {
  // PDFium's letter shapes depend on letters drawn before and on fonts loaded since.
  test('a new engine renders the same page, so that a signed document can be sealed (P-11)', async () => {
    const font = (BaseFont: string, number: number) => ({
      [number]: dict({
        Type: name('Font'),
        Subtype: name('Type1'),
        BaseFont: name(BaseFont),
        Encoding: name('WinAnsiEncoding'),
      }),
    });
    const towns =
      'ALTONA BERGEN CALAIS DUBLIN EXETER FARGO GENEVA HAMBURG INNSBRUCK JENA KASSEL LONDON MALAGA'.split(
        ' ',
      );
    const content = towns
      .map((town, at) => {
        const y = 770 - at * 16;
        return `BT /F2 12 Tf 38 ${y} Td (${town}) Tj ET BT /F3 12 Tf 300 ${y} Td (${town.toLowerCase()} ${at * 1234567}) Tj ET`;
      })
      .join('\n');
    const base = makePdf({
      pages: [{ content, resources: { Font: dict({ F2: ref(1000), F3: ref(1001) }) } }],
      objects: { ...font('Hulvetica', 1000), ...font('Helvetica-Bold', 1001) },
    });
    const boxes = [date(420, 700)];
    const files = await compose(base, boxes);
    discardPdfium();
    expect(await inspectAdditions({ ...files, pages: [size], boxes })).toBeUndefined();
  });
});

describe('unexpected page content', () => {
  test('detects a text that was not drawn, even if its letters occur elsewhere', async () => {
    const text = 'Nov 22, 2026 Nov 22, 2026 Nov 22, 2026';
    const [drawn, missing] = [date(100, 300), date(100, 500)];
    const added = await compose(makePdf({ pages: [{ text }] }), [drawn]);
    const problem = await inspectAdditions({ ...added, pages: [size], boxes: [drawn, missing] });
    expect(problem).toEqual({ sentence: 'Page 1 does not show what was entered.', box: 1 });
  });

  test('detects a white rectangle with words over the clause', async () => {
    const base = makePdf({ pages: [{ text: 'Agreement: I owe nothing.' }] });
    const words = '1 g 30 780 300 40 re f 0 g BT /F1 12 Tf 36 794 Td (I owe EUR 1,000,000.) Tj ET';
    const shown = latin1Bytes(`BT /F1 12 Tf 36 794 Td (Agreement: I owe nothing.) Tj ET ${words}`);
    const added = appendRevision(base, { [pageNumber(0) + 1]: stream({}, shown) });
    const box = { ...date(30, 20), width: 300, height: 45, text: '' };
    const problem = await inspectAdditions({ base, added, pages: [size], boxes: [box] });
    expect(problem?.sentence).toMatch(/became lighter/);
  });

  test('detects ink that covers the clause', async () => {
    const clause = { ...ink(30, 28), width: 180, height: 24 };
    const page = { text: 'Agreement: I owe nothing.' };
    expect(
      await stampAndInspect(
        page,
        [clause],
        size,
        picture(() => true),
      ),
    ).toHaveProperty('sentence', 'A drawing on page 1 covers the text under it.');
    const stroke = picture((x, y) => Math.abs(y - 15 - 8 * Math.sin(x / 12)) < 1.5);
    expect(await stampAndInspect(page, [clause], size, stroke)).toBeUndefined();
  });

  test('detects content outside all boxes', async () => {
    const [drawn, other] = [date(100, 300), date(300, 300)];
    const added = await compose(makePdf({ pages: [{}] }), [drawn]);
    const problem = await inspectAdditions({ ...added, pages: [size], boxes: [other] });
    expect(problem).toEqual({ sentence: 'Page 1 changed outside of its fields.' });
  });
});

/** Returns a date field at a position in points from the top left of an upright A4 page. */
function date(x: number, y: number): AddedBox {
  const matrix = [1, 0, 0, 1, x, 842 - y - 26] as const;
  return { page: 1, x, y, width: 104, height: 26, matrix, text: 'Nov 22, 2026' };
}

function ink(x: number, y: number): AddedBox {
  return { page: 1, x, y, width: 180, height: 24, matrix: [1, 0, 0, 1, x, 842 - y - 24], ink: true };
}

async function stampAndInspect(
  page: PageToMake,
  boxes: AddedBox[],
  shown = size,
  ink?: PackedInk,
  expected = boxes,
): Promise<Finding | undefined> {
  const files = await compose(makePdf({ pages: [page] }), boxes, ink);
  return inspectAdditions({ ...files, pages: [shown], boxes: expected });
}

async function compose(base: Uint8Array, boxes: AddedBox[], ink?: PackedInk) {
  const stamps = boxes.map(({ matrix, width, height, text = '' }): Stamp => {
    const box = { page: 0, matrix, width, height };
    return ink ? { ...box, kind: 'image', ink } : { ...box, kind: 'text', text };
  });
  const info = { title: 'Lease' };
  return { base, added: await composePdf({ base, stamps, appendix: [], attachments: [], info }) };
}

function picture(isInk: (x: number, y: number) => boolean): PackedInk {
  const png = new PNG({ width: 225, height: 30 });
  for (let pixel = 0; pixel < 225 * 30; pixel += 1) {
    if (isInk(pixel % 225, Math.floor(pixel / 225))) png.data.set([15, 20, 51, 255], pixel * 4);
  }
  return readKeptInk(PNG.sync.write(png));
}
