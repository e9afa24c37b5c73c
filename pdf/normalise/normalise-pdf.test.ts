import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { longTest } from '#testing/long-test.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { normalised, refusalOf, rendererOf } from '#testing/pdfs/normalised.ts';
import { signElsewhere } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { dict, latin1Bytes, latin1Text, name, PdfString, ref, stream } from '../objects/objects.ts';
import type { PdfObject, PdfRef, PdfStream } from '../objects/objects.ts';
import { normalisePdf } from './normalise-pdf.ts';

type DeepFile = {
  catalog?: Record<string, PdfObject>;
  entries?: Record<string, PdfObject>;
  /** Creates an object that refers to the next object of the same kind. */
  link: (next: PdfRef) => PdfObject;
};

/** With `withOddLengths`, the length of every stream is a separate object. */
const streamAsLongAs = (OddLength: PdfRef): PdfStream => stream({ OddLength }, latin1Bytes('x'));
const withOddLengths = (file: Uint8Array): Uint8Array =>
  latin1Bytes(
    latin1Text(file).replaceAll(/\/OddLength (\d+ 0 R)\s*\/Length 1\b/g, (all, target) =>
      `/Length ${target}`.padEnd(all.length),
    ),
  );

const literal = (text: string): PdfString => new PdfString(latin1Bytes(text));

describe('page geometry as in the viewer', () => {
  test.each([
    ['upright A4', {}, { width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842], userUnit: 1 }],
    [
      'rotated by 90',
      { rotate: 90 },
      { width: 842, height: 595, rotate: 90, crop: [0, 0, 595, 842], userUnit: 1 },
    ],
    [
      'cropped away from the origin, rotated by 270',
      { cropBox: [100, 200, 400, 600], rotate: 270 },
      { width: 400, height: 300, rotate: 270, crop: [100, 200, 400, 600], userUnit: 1 },
    ],
    [
      'a crop box larger than the page',
      { mediaBox: [10, 10, 210, 310], cropBox: [0, 100, 500, 500] },
      { width: 200, height: 210, rotate: 0, crop: [10, 100, 210, 310], userUnit: 1 },
    ],
    [
      'a unit of 1/36 inch',
      { mediaBox: [0, 0, 300, 400], userUnit: 2 },
      { width: 600, height: 800, rotate: 0, crop: [0, 0, 300, 400], userUnit: 2 },
    ],
  ] as const)('%s', async (_, page, geometry) => {
    const file = makePdf({ pages: [{ ...structuredClone(page), text: 'Lease agreement' } as object] });
    expect((await normalised(file)).pages).toEqual([geometry]);
  });
});

describe('refusals that say what to do', () => {
  test('input that is not a PDF or is a PDF inside another format is refused', async () => {
    expect(await refusalOf(latin1Bytes('PK\x03\x04 and then %PDF-1.7'))).toBe('pdf-not-a-pdf');
    expect(await refusalOf(latin1Bytes('hello'))).toBe('pdf-not-a-pdf');
    expect(await refusalOf(new Uint8Array(0))).toBe('pdf-not-a-pdf');
  });

  test('a file with only a header is refused as damaged', async () => {
    expect(await refusalOf(latin1Bytes('%PDF-1.7\nnothing here\n%%EOF'))).toBe('pdf-damaged');
  });

  test.each([
    ['a billion points', 1e9],
    ['half a point', 0.5],
  ])('a page of %s is refused', async (_what, side) => {
    expect(await refusalOf(makePdf({ pages: [{ mediaBox: [0, 0, side, side] }] }))).toBe('pdf-page-size');
  });

  test('a file with more than 500 pages is refused', async () => {
    const pages = Array.from({ length: 501 }, () => ({}));
    expect(await refusalOf(makePdf({ pages }))).toBe('pdf-too-many-pages');
  });

  test('a file that is already signed is refused', async () => {
    const key = await makeSealChain({ organization: 'Acme' });
    const contract = makePdf({ pages: [{ text: 'Rent: 1000' }] });
    const words = 'Acme Document Seal';
    const signed = await signElsewhere(contract, key);
    const certified = await signElsewhere(contract, key, { certifies: 2 });
    const final = await signElsewhere(contract, key, { certifies: 1 });
    const changed = Buffer.from(signed);
    changed.write('9', changed.indexOf('1000'), 'latin1');
    const cases = [
      { file: signed, refused: 'pdf-signed' },
      { file: certified, refused: 'pdf-certified' },
      { file: final, refused: 'pdf-certified-final' },
      { file: new Uint8Array(changed), refused: 'pdf-signature-broken' },
    ];
    for (const { file, refused } of cases)
      expect(await normalisePdf(file)).toMatchObject({
        refused,
        words,
        detail: expect.stringContaining(words),
      });
  });

  test('a dynamic form is refused with its own reason', async () => {
    const catalog = { AcroForm: dict({ Fields: [], XFA: literal('<xdp/>') }), NeedsRendering: true };
    expect(await refusalOf(makePdf({ pages: [{ text: 'Please wait...' }], catalog }))).toBe(
      'pdf-dynamic-form',
    );
  });

  test.each([
    ['in words', { text: 'Please wait...' }],
    ['in codes of a font', { content: 'BT /F1 12 Tf <0102> Tj ET' }],
  ])('a dynamic form that is recognizable only by its single page is refused: %s', async (_what, page) => {
    const catalog = { AcroForm: dict({ Fields: [], XFA: literal('<xdp/>') }) };
    expect(await refusalOf(makePdf({ pages: [page], catalog }))).toBe('pdf-dynamic-form');
  });

  longTest('a content stream that decompresses to 300 MB is refused', async () => {
    const bomb = stream({ Filter: name('FlateDecode') }, deflateSync(new Uint8Array(300 * 1024 * 1024)));
    expect(await refusalOf(makePdf({ pages: [{}], objects: { 12: bomb } }))).toBe('pdf-too-complex');
  });

  test.each<[string, DeepFile]>([
    [
      'fields of a form',
      { catalog: { AcroForm: dict({ Fields: [ref(1000)] }) }, link: (kid) => dict({ Kids: [kid] }) },
    ],
    [
      'named destinations',
      {
        catalog: { Names: dict({ Dests: ref(1000) }) },
        entries: { Annots: [dict({ Subtype: name('Link'), Rect: [0, 0, 10, 10], Dest: literal('berth') })] },
        link: (kid) => dict({ Kids: [kid] }),
      },
    ],
    [
      'a number tree of the structure',
      {
        catalog: { StructTreeRoot: dict({ K: [], ParentTree: ref(1000) }) },
        link: (kid) => dict({ Kids: [kid] }),
      },
    ],
    ['streams with nested indirect lengths', { entries: { Annots: ref(1000) }, link: streamAsLongAs }],
  ])('twenty thousand nested objects are refused: %s', async (_, { catalog = {}, entries = {}, link }) => {
    const most = 20_000;
    const chain = Array.from({ length: most }, (__, at): [number, PdfObject] => [
      1000 + at,
      at + 1 < most ? link(ref(1001 + at)) : dict({}),
    ]);
    const file = makePdf({ pages: [{ entries }], catalog, objects: Object.fromEntries(chain) });
    expect(await refusalOf(withOddLengths(file))).toBe('pdf-too-complex');
  });

  test('the reader stops at a page tree whose branches refer to each other a billion times', async () => {
    const branches = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        1000 + at,
        dict({ Type: name('Pages'), Kids: [ref(1001 + at), ref(1001 + at)], Count: 2 }),
      ]),
    );
    const file = makePdf({
      pages: [{}],
      objects: { 2: dict({ Type: name('Pages'), Kids: [ref(1000)], Count: 1 }), ...branches },
    });
    expect(['pdf-damaged', 'pdf-cannot-be-prepared']).toContain(await refusalOf(file));
  });

  test('the reader stops at a page tree that contains itself', async () => {
    const file = makePdf({
      pages: [{}],
      objects: { 2: dict({ Type: name('Pages'), Kids: [ref(2)], Count: 1 }) },
    });
    expect(['accepted', 'pdf-damaged', 'pdf-cannot-be-prepared']).toContain(await refusalOf(file));
  });
});

test('a page that the tree lists twice appears twice, as in all viewers', async () => {
  const file = makePdf({
    pages: [{ text: 'Terms' }, { text: 'Signatures' }],
    objects: { 2: dict({ Type: name('Pages'), Kids: [ref(11), ref(21), ref(11)], Count: 3 }) },
  });
  const { pages, bytes } = await normalised(file);
  expect(pages).toHaveLength(3);
  const renderer = await rendererOf(bytes);
  expect([0, 1, 2].map((index) => renderer.pageText(index).trim())).toEqual(['Terms', 'Signatures', 'Terms']);
  renderer.close();
});

describe('repair of damaged files', () => {
  const whole = makePdf({ pages: [{ text: 'Terms and conditions' }] });
  test.each([
    ['a wrong startxref', latin1Text(whole).replace(/startxref\n\d+/, 'startxref\n17')],
    ['a missing end', latin1Text(whole).slice(0, latin1Text(whole).indexOf('xref'))],
    ['wrong offsets everywhere', latin1Text(whole).replace('%PDF-1.7\n', '%PDF-1.7\n% a line more\n')],
  ])('%s', async (_, damaged) => {
    const { bytes, changes } = await normalised(latin1Bytes(damaged));
    expect(changes).toContain('repaired');
    const renderer = await rendererOf(bytes);
    expect(renderer.pageText(0)).toContain('Terms and conditions');
    renderer.close();
  });
});

describe('accepted files that resemble refused ones', () => {
  test.each([
    ['one page', [{ text: 'Request for quotations' }]],
    ['several pages without words', [{}, {}]],
  ])('accepts a flattened form that still contains XFA: %s', async (_what, pages) => {
    const catalog = { AcroForm: dict({ Fields: [], XFA: literal('<xdp/>') }) };
    const { bytes, changes } = await normalised(makePdf({ pages, catalog }));
    expect(changes).toEqual(['xfa-removed']);
    expect(latin1Text(bytes)).not.toContain('XFA');
  });

  test('accepts a file with reserved space for a signature that was never added', async () => {
    const file = makePdf({
      pages: [{ text: 'Lease' }],
      catalog: { AcroForm: dict({ Fields: [ref(1000)] }) },
      objects: {
        1000: dict({ FT: name('Sig'), T: literal('s'), V: ref(1001) }),
        1001: dict({
          Type: name('Sig'),
          ByteRange: [0, 1, 2, 3],
          Contents: new PdfString(new Uint8Array(4000)),
        }),
      },
    });
    expect(await refusalOf(file)).toBe('accepted');
  });
});
