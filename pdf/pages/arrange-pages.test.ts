import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makePdf, pageNumber } from '#testing/pdfs/make-pdf.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import { decodeStream } from '../normalise/source/decode-stream.ts';
import { InflateBudget } from '../normalise/source/inflate-budget.ts';
import { SourceFile } from '../normalise/source/source-file.ts';
import {
  dict,
  latin1Bytes,
  latin1Text,
  name,
  PdfRef,
  PdfStream,
  ref,
  stream,
  textString,
} from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { serialise } from '../objects/serialise.ts';
import type { PageImage } from '../render/pdfium.ts';
import { arrangePages, type PlacedPage } from './arrange-pages.ts';

/** Returns three pages with everything that can refer from one page to another. */
function tangled(): Uint8Array {
  const picture = (shade: number, Width: number): PdfStream =>
    stream(
      {
        ...{ Type: name('XObject'), Subtype: name('Image'), Width, Height: 1, BitsPerComponent: 8 },
        ...{ ColorSpace: name('DeviceGray'), Filter: name('FlateDecode') },
      },
      deflateSync(Buffer.alloc(Width, shade)),
    );
  const form = (text: string): PdfStream =>
    stream(
      { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 300, 20], Resources: ref(1000) },
      latin1Bytes(`BT /F1 12 Tf 0 4 Td (${text}) Tj ET`),
    );
  const page = (at: number, picked: string, annotations: PdfObject[] = []) => ({
    text: `Line of page ${at}`,
    content: `/P <</MCID 0>> BDC BT /F1 12 Tf 50 600 Td (Tagged text of page ${at}) Tj ET EMC q 40 0 0 20 50 500 cm /${picked} Do Q q 1 0 0 1 50 450 cm /Fm${at} Do Q`,
    // All pages share one resource dictionary, as many programs write it.
    entries: { StructParents: at - 1, Resources: ref(1000), Annots: annotations },
  });
  const link = (to: number): PdfObject =>
    dict({
      ...{ Type: name('Annot'), Subtype: name('Link'), Rect: [10, 10, 60, 30] },
      Dest: [ref(pageNumber(to - 1)), name('Fit')],
    });
  const element = (at: number): PdfObject =>
    dict({
      ...{ Type: name('StructElem'), S: name('P'), P: ref(1011), Pg: ref(pageNumber(at - 1)), K: 0 },
      ActualText: textString(`Tagged text of page ${at}`),
      Alt: textString(`Described page ${at}`),
    });
  return makePdf({
    pages: [page(1, 'Pic1', [link(2), link(3)]), page(2, 'Pic2'), page(3, 'Pic1', [link(1)])],
    catalog: { MarkInfo: dict({ Marked: true }), StructTreeRoot: ref(1010), Outlines: ref(1030) },
    title: 'Lease',
    objects: {
      1000: dict({
        Font: dict({ F1: ref(3) }),
        XObject: dict({ Pic1: ref(1001), Pic2: ref(1002), Fm1: ref(1003), Fm2: ref(1004), Fm3: ref(1005) }),
      }),
      ...{ 1001: picture(60, 11), 1002: picture(90, 22) },
      ...{ 1003: form('Form of page 1'), 1004: form('Form of page 2'), 1005: form('Form of page 3') },
      1010: dict({
        ...{ Type: name('StructTreeRoot'), K: ref(1011), ParentTreeNextKey: 3 },
        ParentTree: dict({ Nums: [0, [ref(1012)], 1, [ref(1013)], 2, [ref(1014)]] }),
        IDTree: dict({ Names: [textString('two'), ref(1013)] }),
      }),
      1011: dict({
        ...{ Type: name('StructElem'), S: name('Document'), P: ref(1010) },
        K: [ref(1012), ref(1013), ref(1014)],
        Alt: textString('A summary that mentions page 2'),
      }),
      ...{ 1012: element(1), 1013: element(2), 1014: element(3) },
      1030: dict({ Type: name('Outlines'), First: ref(1031), Last: ref(1033), Count: 4 }),
      1031: dict({
        Title: textString('Chapter one'),
        Parent: ref(1030),
        Next: ref(1032),
        Dest: [ref(11), name('Fit')],
      }),
      1032: dict({
        ...{ Title: textString('Chapter two'), Parent: ref(1030), Prev: ref(1031), Next: ref(1033) },
        ...{ Dest: [ref(21), name('Fit')], First: ref(1034), Last: ref(1034), Count: 1 },
      }),
      1033: dict({
        Title: textString('Chapter three'),
        Parent: ref(1030),
        Prev: ref(1032),
        Dest: [ref(31), name('Fit')],
      }),
      1034: dict({
        Title: textString('Within chapter two'),
        Parent: ref(1032),
        Dest: [ref(31), name('Fit')],
      }),
    },
  });
}

async function arranged(file: Uint8Array, order: readonly PlacedPage[]) {
  const base = await normalised(file);
  return { base, made: await normalised(arrangePages(base.bytes, order)) };
}

/** Returns the decoded contents of a file. */
function contentsOf(bytes: Uint8Array): string {
  const file = SourceFile.openByXref(bytes, new InflateBudget());
  if (typeof file === 'string') throw new Error(file);
  const parts = [...file.objectNumbers].map((num) => {
    const object = file.get(new PdfRef(num));
    if (!(object instanceof PdfStream)) return latin1Text(serialise(object));
    const decoded = decodeStream(object, file.resolve, file.budget) ?? object.bytes;
    return `${latin1Text(serialise(object.dict))}${latin1Text(decoded)}`;
  });
  const hex = /<((?:[0-9A-F]{2})+)>/g;
  return parts
    .join('\n')
    .replaceAll(hex, (_, digits: string) => Buffer.from(digits, 'hex').toString('latin1'));
}

const untouched = (...pages: number[]): PlacedPage[] => pages.map((page) => ({ page, turn: 0 }));

describe('removal of pages', () => {
  test('no content of a removed page remains in the file', async () => {
    const { base, made } = await arranged(tangled(), untouched(1, 3));
    const [before, after] = [contentsOf(base.bytes), contentsOf(made.bytes)];
    const ofPage2 = ['page 2', '/Width 22', 'Chapter two', 'StructParents 1'];
    for (const text of ofPage2) {
      expect(before, text).toContain(text);
      expect(after, text).not.toContain(text);
    }
    const others = [
      'Tagged text of page 3',
      'Form of page 1',
      '/Width 11',
      'Chapter one',
      'Within chapter two',
    ];
    for (const text of [...others, 'Lease']) expect(after, text).toContain(text);
  });

  test('links to a removed page are removed, and others still refer to the same page', async () => {
    const { made } = await arranged(tangled(), untouched(3, 1));
    const file = SourceFile.openByXref(made.bytes, new InflateBudget()) as SourceFile;
    const links = contentsOf(made.bytes).match(/\/Dest \[\d+ 0 R/g) ?? [];
    const targets = links.map((link) => file.get(new PdfRef(Number(/\d+/.exec(link)![0]))));
    // Of five destinations, one link and one bookmark refer to the removed page.
    expect(targets).toHaveLength(5);
    for (const page of targets) expect(latin1Text(serialise(page))).toContain('/Type /Page/');
  });
});

test('tags are read in the new page order', async () => {
  const { made } = await arranged(tangled(), untouched(3, 2, 1));
  const file = SourceFile.openByXref(made.bytes, new InflateBudget()) as SourceFile;
  const root = file.dictAt(file.dictAt(file.trailer, 'Root')!, 'StructTreeRoot')!;
  const top = file.resolve(root.get('K'));
  const [document] = (Array.isArray(top) ? top : [top]).map(file.resolve);
  const kids = file.resolve((document as ReturnType<typeof dict>).get('K')) as PdfObject[];
  const texts = kids.map(
    (kid) => latin1Text(serialise(file.resolve(kid))).match(/Tagged text of page \d/)?.[0],
  );
  expect(texts).toEqual([3, 2, 1].map((page) => `Tagged text of page ${page}`));
});

test('pages keep their pixels when reordered and rotated, whatever their boxes', async () => {
  const file = makePdf({
    pages: [
      { text: 'Plain' },
      { text: 'Cropped', cropBox: [100, 200, 400, 800], rotate: 90 },
      { text: 'Large units', mediaBox: [0, 0, 200, 300], userUnit: 2 },
    ],
  });
  const order: PlacedPage[] = [
    { page: 3, turn: 180 },
    { page: 2, turn: 270 },
    { page: 1, turn: 90 },
  ];
  const { base, made } = await arranged(file, order);
  const [before, after] = [await rendererOf(base.bytes), await rendererOf(made.bytes)];
  try {
    for (const [index, { page, turn }] of order.entries()) {
      const [was, is] = [base.pages[page - 1]!, made.pages[index]!];
      expect(is).toMatchObject({ crop: was.crop, userUnit: was.userUnit, rotate: (was.rotate + turn) % 360 });
      const [x, y] = inkOf(before.renderPage(page - 1, 1), turn);
      const [newX, newY] = inkOf(after.renderPage(index, 1), 0);
      expect(Math.hypot(newX - x, newY - y)).toBeLessThan(1.5);
    }
  } finally {
    before.close();
    after.close();
  }
});

/** Returns the center of all dark pixels after the page is rotated. */
function inkOf({ width, height, rgba }: PageImage, turn: PlacedPage['turn']): [number, number] {
  let [sumX, sumY, count] = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4)
    if (rgba[at]! < 128) {
      sumX += ((at / 4) % width) + 0.5;
      sumY += Math.floor(at / 4 / width) + 0.5;
      count += 1;
    }
  const [x, y] = [sumX / count, sumY / count];
  switch (turn) {
    case 0:
      return [x, y];
    case 90:
      return [height - y, x];
    case 180:
      return [width - x, height - y];
    case 270:
      return [y, width - x];
  }
}
