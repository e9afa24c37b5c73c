import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readAloud } from '#testing/judges/look-at.ts';
import { makePdf, type PageToMake } from '#testing/pdfs/make-pdf.ts';
import { normalised, refusalOf } from '#testing/pdfs/normalised.ts';
import { dict, latin1Bytes, name, ref, stream, textString } from '../objects/objects.ts';

const rent = 'The rent is EUR 500 a month.';
const secret = 'The rent is EUR 5000 a month.';
const at = (y: number, text: string, size = 12): string =>
  `BT /F1 ${size} Tf 1 0 0 1 72 ${y} Tm (${text}) Tj ET\n`;
const black = 'q 0 g 60 90 400 30 re f Q\n';
const picture = stream(
  {
    Type: name('XObject'),
    Subtype: name('Image'),
    Width: 1,
    Height: 1,
    ColorSpace: name('DeviceGray'),
    BitsPerComponent: 8,
    Filter: name('FlateDecode'),
  },
  deflateSync(Buffer.from([200])),
);
const drawPicture = 'q 400 0 0 30 60 90 cm /P1 Do Q\n';
const clear = { ExtGState: dict({ Clear: dict({ ca: 0, CA: 0 }) }), XObject: dict({ P1: ref(1000) }) };

/** Code mapping of a font that is not embedded, with two Arabic letters. */
const arabicLetters = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <0000> <FFFF> endcodespacerange
2 beginbfchar <0E00> <0627> <0E01> <0628> endbfchar endcmap end end`;

async function findingsOf(page: PageToMake) {
  const file = makePdf({ pages: [{ text: rent, resources: clear, ...page }], objects: { 1000: picture } });
  return (await normalised(file)).findings;
}

describe('reports of misleading content', () => {
  test.each<[string, string, string]>([
    ['below 4 points', 'text-tiny', at(100, secret, 3.5)],
    ['compressed to a tenth of its width', 'text-squeezed', `10 Tz ${at(100, secret, 14)}`],
    ['flattened by its matrix', 'text-squeezed', `BT /F1 40 Tf 1 0 0 0.1 72 100 Tm (${secret}) Tj ET`],
  ])('reports text %s', async (_, code, content) => {
    expect(await findingsOf({ content })).toEqual([{ code, pages: [1], words: [secret] }]);
  });

  test.each<[string, string]>([
    ['of 5 points', at(100, secret, 5)],
    ['an exponent', `${at(100, 'Rent m', 9)} BT /F1 3 Tf 1 0 0 1 110 104 Tm (2) Tj ET`],
    ['condensed to half its width', `50 Tz ${at(100, secret)}`],
  ])('accepts text %s', async (_, content) => {
    expect(await findingsOf({ content })).toEqual([]);
  });

  test('reports text in braces that is not an anchor', async () => {
    const content = [
      'Between {{client.name}} and {{ company }}',
      '{% if married %} {{signature:1}}',
      'f(x) = {x} and {{}}',
    ]
      .map((text, line) => at(300 - line * 20, text))
      .join('');
    expect(await findingsOf({ content })).toEqual([
      { code: 'text-in-braces', pages: [1], words: ['{{client.name}}', '{% if married %}', '{{}}'] },
    ]);
  });

  const link = (rectangle: number[]) =>
    dict({
      Type: name('Annot'),
      Subtype: name('Link'),
      Rect: rectangle,
      Border: [0, 0, 0],
      A: dict({ S: name('URI'), URI: textString('https://quill.example/terms') }),
    });

  test('reports a link over most of a page, but not one over a line', async () => {
    expect(await findingsOf({ entries: { Annots: [link([0, 200, 595, 842])] } })).toEqual([
      { code: 'link-over-page', pages: [1], words: ['https://quill.example/terms'] },
    ]);
    expect(await findingsOf({ entries: { Annots: [link([60, 700, 500, 720])] } })).toEqual([]);
  });

  const withBookmark = (title: string): Uint8Array =>
    makePdf({
      pages: [{ text: `Lease of the harbour office\n${rent}` }],
      catalog: { Outlines: ref(1000) },
      objects: {
        1000: dict({ Type: name('Outlines'), First: ref(1001), Last: ref(1001), Count: 1 }),
        1001: dict({ Title: textString(title), Parent: ref(1000), Dest: [ref(11), name('Fit')] }),
      },
    });

  test('reports a bookmark with a statement that appears on no page', async () => {
    expect((await normalised(withBookmark('This contract is void'))).findings).toEqual([
      { code: 'bookmarks-unseen', pages: [], words: ['This contract is void'] },
    ]);
    for (const title of ['Lease of the Harbour Office', 'Annex 2', 'Signatures and dates'])
      expect((await normalised(withBookmark(title))).findings).toEqual([]);
  });
});

describe('invisible text that programs read', () => {
  test.each<[string, 'text-hidden' | 'text-tiny' | 'text-outside' | 'text-over-picture', string]>([
    ['white on white', 'text-hidden', `q 1 g ${at(100, secret)} Q`],
    ['nearly white on white', 'text-hidden', `q 0.98 g ${at(100, secret)} Q`],
    ['black on black', 'text-hidden', `${black}${at(100, secret)}`],
    ['under a white rectangle', 'text-hidden', `${at(100, secret)} q 1 g 60 90 400 30 re f Q`],
    ['behind a picture', 'text-hidden', `${at(100, secret)}${drawPicture}`],
    ['in an invisible render mode', 'text-hidden', `q 3 Tr ${at(100, secret)} Q`],
    ['transparent', 'text-hidden', `q /Clear gs ${at(100, secret)} Q`],
    ['clipped away', 'text-hidden', `q 0 0 10 10 re W n ${at(100, secret)} Q`],
    ['half a point high', 'text-tiny', at(100, secret, 0.5)],
    ['outside the page', 'text-outside', at(-400, secret)],
    [
      'invisible over a picture, as in scans',
      'text-over-picture',
      `${at(100, rent)} q 3 Tr ${at(100, secret)} Q`,
    ],
  ])('finds hidden text: %s', async (_, code, content) => {
    expect(await findingsOf({ content })).toEqual([{ code, pages: [1], words: [secret] }]);
  });

  test.each<[string, [number, number, number, number]]>([
    ['a five-meter plan', [0, 0, 14_000, 3000]],
    ['an upright plan', [0, 0, 3000, 14_000]],
    ['a strip', [0, 0, 7001, 60]],
  ])('ignores text on %s', async (_, mediaBox) => {
    const content =
      at(mediaBox[3] - 55, rent) + `BT /F1 12 Tf 1 0 0 1 ${mediaBox[2] - 200} 8 Tm (${rent}) Tj ET`;
    expect(await findingsOf({ mediaBox, content })).toEqual([]);
  });

  test('finds hidden text on a rotated, cropped page with a different user unit', async () => {
    for (const rotate of [90, 180, 270] as const) {
      const findings = await findingsOf({
        rotate,
        userUnit: 2,
        cropBox: [40, 50, 560, 800],
        content: `q 1 g ${at(400, secret)} Q`,
      });
      expect(findings).toEqual([
        { code: 'pages-turned', pages: [1], words: [] },
        { code: 'text-hidden', pages: [1], words: [secret] },
      ]);
    }
  });

  test.each([
    ['white on a dark background', `${black}q 1 g ${at(100, secret)} Q`],
    ['grey', `q 0.75 g ${at(100, secret)} Q`],
    ['yellow', `q 1 1 0 rg ${at(100, secret)} Q`],
    ['small print', at(100, secret, 4)],
    ['vertical strokes only', at(100, 'Ill 111 lIl')],
    ['over a picture', `${drawPicture}${at(100, secret)}`],
    ['an anchor in white', `q 1 g ${at(100, '{{signature:1}}')} Q`],
  ])('ignores visible text: %s', async (_, content) => {
    expect(await findingsOf({ content })).toEqual([]);
  });
});

test('reports a font that is not embedded', async () => {
  const font = dict({ Type: name('Font'), Subtype: name('TrueType'), BaseFont: name('HarbourSans') });
  const file = makePdf({ pages: [{ text: rent, resources: { Font: dict({ F1: font }) } }] });
  expect((await normalised(file)).findings).toEqual([
    { code: 'fonts-missing', pages: [1], words: ['HarbourSans'] },
  ]);
});

test('text that is invisible because its font is not embedded is not also reported as white or covered', async () => {
  const font = dict({
    Type: name('Font'),
    Subtype: name('Type0'),
    BaseFont: name('HarbourNaskh'),
    Encoding: name('Identity-H'),
    DescendantFonts: [
      dict({
        Type: name('Font'),
        Subtype: name('CIDFontType2'),
        BaseFont: name('HarbourNaskh'),
        CIDSystemInfo: dict({
          Registry: textString('Adobe'),
          Ordering: textString('Identity'),
          Supplement: 0,
        }),
        FontDescriptor: dict({ Type: name('FontDescriptor'), FontName: name('HarbourNaskh'), Flags: 4 }),
      }),
    ],
    ToUnicode: ref(1001),
  });
  const file = makePdf({
    pages: [
      {
        text: rent,
        content: 'BT /F2 12 Tf 72 100 Td <0E010E00> Tj ET',
        resources: { Font: dict({ F1: ref(3), F2: font }) },
      },
    ],
    objects: { 1001: stream({}, latin1Bytes(arabicLetters)) },
  });
  expect((await normalised(file)).findings).toEqual([
    { code: 'fonts-missing', pages: [1], words: ['HarbourNaskh'] },
    { code: 'text-unshown', pages: [1], words: ['\u0627\u0628'] },
  ]);
});

describe('optional content layers', () => {
  const layered = (print: 'ON' | 'OFF', view: 'ON' | 'OFF', used = true): Uint8Array =>
    makePdf({
      pages: [
        {
          text: rent,
          content: used ? `/OC /L1 BDC ${at(100, secret)} EMC` : '',
          resources: { Properties: dict({ L1: ref(1001) }) },
        },
      ],
      objects: {
        1001: dict({
          Type: name('OCG'),
          Usage: dict({ Print: dict({ PrintState: name(print) }), View: dict({ ViewState: name(view) }) }),
        }),
      },
      catalog: { OCProperties: dict({ OCGs: [ref(1001)], D: dict({ [view]: [ref(1001)] }) }) },
    });

  test('a layer that is shown only on paper is refused (P-04)', async () => {
    expect(await refusalOf(layered('ON', 'OFF'))).toBe('pdf-prints-differently');
  });

  test('a layer that is shown only on the screen becomes part of the page, with a note (P-04)', async () => {
    const { findings, bytes } = await normalised(layered('OFF', 'ON'));
    expect(findings).toEqual([{ code: 'layers-screen-only', pages: [1], words: [] }]);
    expect(await readAloud(bytes)).toContain(secret);
  });

  test.each([
    ['on both', layered('ON', 'ON')],
    ['on neither', layered('OFF', 'OFF')],
    ['nowhere but without content', layered('ON', 'OFF', false)],
    ['only on the screen but without content', layered('OFF', 'ON', false)],
  ])('a layer shown %s is accepted', async (_, file) => {
    expect(await refusalOf(file)).toBe('accepted');
  });
});
