import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { makePdf, type PageToMake } from '#testing/pdfs/make-pdf.ts';
import { dict, latin1Bytes, name, ref, stream, textString, type PdfObject } from '../objects/objects.ts';
import { openRenderer } from '../render/pdfium.ts';
import { compareEngines } from './compare-engines.ts';

const A4 = [0, 0, 595, 842] as const;

async function compared(page: PageToMake, objects: Record<number, PdfObject> = {}) {
  const bytes = makePdf({ pages: [page], objects });
  const shown = await openRenderer(bytes);
  if ('failed' in shown) throw new Error(shown.failed);
  try {
    return await compareEngines(bytes, (index) => shown.pageGlyphs(index), [{ crop: A4 }]);
  } finally {
    shown.close();
  }
}

const price = 'The price is 1,200 EUR';
const at = (place: string, text: string): string => `BT /F1 14 Tf ${place} Td (${text}) Tj ET\n`;

describe('pages that two programs show differently', () => {
  test('numbers that programs read differently are detected if only one program shows the text on the page', async () => {
    const content = at('60 7-0-0', '9,900 EUR, payable today') + at('60 700-9', price);
    expect(await compared({ content })).toMatchObject({ result: 'apart', apart: { page: 1 } });
  });

  test('detects a number in exponential notation that moves text', async () => {
    expect(await compared({ content: at('60 1e2', price) })).toMatchObject({
      result: 'apart',
      apart: { page: 1, pdfjs: price },
    });
  });

  test('detects a token split across two streams', async () => {
    const parts = ['BT /F1 14 Tf 60 700 Td (The price is 1', '200 EUR) Tj ET'];
    const [first, second] = parts.map((part) => stream({}, latin1Bytes(part)));
    const entries = { Contents: [ref(1000), ref(1001)] };
    expect(await compared({ entries }, { 1000: first!, 1001: second! })).toMatchObject({ result: 'apart' });
  });

  test('detects an inline image that ends at different positions in two programs', async () => {
    const picture = 'BI /W 10 /H 1 /BPC 8 /CS /G ID 12345 EI ';
    const content = `${at('60 700', price)}${picture}${at('60 660', 'The buyer waives all rights')}89 EI\n`;
    expect(await compared({ content })).toMatchObject({ result: 'apart' });
  });

  test('names the page and the words that each program shows', async () => {
    const pages = [{ text: 'Lease' }, { content: at('60 1e2', 'Nine thousand') }];
    const bytes = makePdf({ pages });
    const shown = await openRenderer(bytes);
    if ('failed' in shown) throw new Error(shown.failed);
    const comparison = await compareEngines(bytes, (index) => shown.pageGlyphs(index), [
      { crop: A4 },
      { crop: A4 },
    ]);
    expect(comparison).toMatchObject({ result: 'apart', apart: { page: 2, pdfjs: 'Nine thousand' } });
    shown.close();
  });
});

describe('pages that both programs show the same way', () => {
  const marked = (text: string): string => `/Span <</ActualText (${text})>> BDC ${at('60 700', price)} EMC`;
  const noWidths = dict({ Type: name('Font'), Subtype: name('TrueType'), BaseFont: name('HarbourSans') });
  const chart = stream(
    { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 300, 50], Matrix: [0, 1, -1, 0, 200, 300] },
    latin1Bytes(at('5 5', price)),
  );

  test.each<[string, PageToMake]>([
    ['plain text', { text: `${price}\nof a lease of two years` }],
    [
      'rotated and cropped, with another user unit',
      { text: price, rotate: 90, userUnit: 2, cropBox: [20, 20, 500, 800] },
    ],
    ['text drawn twice to look bold', { content: at('60 700', price) + at('60.2 700', price) }],
    ['two equal letters positioned individually', { content: at('60 700', 't') + at('63.2 700', 't') }],
    ['different words for screen readers', { content: marked('Total') }],
    [
      'condensed, spaced, raised and set line by line',
      {
        content: `BT /F1 14 Tf 80 Tz 2 Tc 5 Tw 3 Ts 16 TL 60 700 Td (${price}) Tj T* [(An)-300(nex)] TJ (x y) ' ET`,
      },
    ],
    ['mirrored with a negative size', { content: `BT /F1 -14 Tf -1 0 0 -1 60 700 Tm (${price}) Tj ET` }],
    [
      'a font that is not in the file',
      {
        content: at('60 700', price),
        resources: { Font: dict({ F1: noWidths }) },
      },
    ],
    ['a rotated form', { content: 'q /C Do Q', resources: { XObject: dict({ C: ref(1000) }) } }],
    ['an empty page', { content: '' }],
  ])('accepts %s', async (_, page) => {
    expect(await compared(page, { 1000: chart })).toMatchObject({ result: 'same' });
  });
});

test('timers run while pdf.js reads a slow page, so that the next page can begin', async () => {
  await compared({ text: price });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await compared({ content: 'q 0 0 m 5 5 l S Q '.repeat(60_000) });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});

test('pdf.js loads no native canvas and makes no network requests', async () => {
  const { cache } = createRequire(import.meta.url);
  const native = () => Object.keys(cache).filter((path) => path.includes('@napi-rs'));
  const before = native();
  const fetched: unknown[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (address) => {
    fetched.push(address);
    return Promise.reject(new Error('no network'));
  };
  try {
    const japanese = dict({
      Type: name('Font'),
      Subtype: name('Type0'),
      BaseFont: name('HeiseiMin-W3'),
      Encoding: name('90ms-RKSJ-H'),
      DescendantFonts: [
        dict({
          Type: name('Font'),
          Subtype: name('CIDFontType0'),
          BaseFont: name('HeiseiMin-W3'),
          CIDSystemInfo: dict({
            Registry: textString('Adobe'),
            Ordering: textString('Japan1'),
            Supplement: 2,
          }),
          FontDescriptor: dict({
            Type: name('FontDescriptor'),
            FontName: name('HeiseiMin-W3'),
            Flags: 4,
            ItalicAngle: 0,
            Ascent: 880,
            Descent: -120,
            CapHeight: 700,
            StemV: 80,
            FontBBox: [0, -120, 1000, 880],
          }),
        }),
      ],
    });
    const content = 'BT /F1 14 Tf 60 700 Td <8c5f96f1> Tj ET';
    expect(await compared({ content, resources: { Font: dict({ F1: japanese }) } })).toMatchObject({
      result: 'same',
    });
  } finally {
    globalThis.fetch = fetch;
  }
  expect(fetched).toEqual([]);
  expect(native()).toEqual(before);
});
