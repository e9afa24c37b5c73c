import { beforeAll, describe, expect, test } from 'vitest';
import { fontWithCmaps, identityGlyphMap } from '#testing/pdfs/lying-fonts.ts';
import { makePdf, type PageToMake } from '#testing/pdfs/make-pdf.ts';
import { descriptorOf } from '#testing/pdfs/own-font.ts';
import { signElsewhere } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { dict, latin1Bytes, name, ref, stream, textString, type PdfObject } from '../objects/objects.ts';
import { prepareSigned } from './prepare-signed.ts';

let acme: TestSealer;
beforeAll(async () => {
  acme = await makeSealChain({ organization: 'Acme' });
});

type Entries = Record<string, PdfObject>;
const normal = ref(1001);
const other = ref(1002);

const appearance = (text: string): PdfObject =>
  stream(
    {
      ...{ Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 100, 20] },
      Resources: dict({ Font: dict({ F1: ref(3) }) }),
    },
    latin1Bytes(`BT /F1 12 Tf 2 5 Td (${text}) Tj ET`),
  );
const annotation = (subtype: string, entries: Entries): PdfObject =>
  dict({
    ...{ Type: name('Annot'), Subtype: name(subtype), Rect: [60, 500, 160, 520], F: 4 },
    AP: dict({ N: normal }),
    ...entries,
  });
const field = (type: string, entries: Entries): PdfObject =>
  annotation('Widget', { FT: name(type), T: textString('Rent'), ...entries });

/**
 * Returns the reason for refusing a signed contract whose second page has the annotation. The normal appearance
 * shows 1000.
 */
async function reasonOf(
  { note, page = {}, catalog = {} }: { note?: PdfObject; page?: PageToMake; catalog?: Entries },
  objects: Record<number, PdfObject> = {},
): Promise<string> {
  const entries: Entries = note ? { Annots: [ref(1000)] } : {};
  const noted: Record<number, PdfObject> = note === undefined ? {} : { 1000: note };
  const pdf = makePdf({
    pages: [{ text: 'Lease' }, { text: 'Rent', ...page, entries: { ...entries, ...page.entries } }],
    catalog: { AcroForm: dict({ Fields: note ? [ref(1000)] : [] }), ...catalog },
    objects: {
      ...noted,
      ...{ 1001: appearance('1000'), 1002: appearance('9000') },
      ...objects,
    },
  });
  const prepared = await prepareSigned(await signElsewhere(pdf, acme));
  if (!('refused' in prepared)) return 'accepted';
  return [prepared.refused, prepared.page ?? prepared.words].join(' ');
}

describe('accepts signed uploads that look the same everywhere', () => {
  const option = (own: string, shown: string): PdfObject => [textString(own), textString(shown)];
  test.each<[string, PdfObject]>([
    ['a stamp', annotation('Stamp', {})],
    ['a text field', field('Tx', { V: textString('1000') })],
    ['a choice', field('Ch', { Ff: 1 << 17, V: textString('low'), Opt: [option('low', '1000')] })],
    ['a box', field('Btn', { V: name('Yes'), AS: name('Yes'), AP: dict({ N: dict({ Yes: normal }) }) })],
    ['a free text', annotation('FreeText', { Contents: textString('1000') })],
    [
      'a link without a frame',
      annotation('Link', { AP: dict({}), Border: [0, 0, 0], Dest: [ref(11), name('Fit')] }),
    ],
    ['a hidden note', annotation('Text', { F: 2, Contents: textString('Rent: 9000') })],
  ])('%s', async (_what, note) => {
    expect(await reasonOf({ note })).toBe('accepted');
  });
});

describe('refuses signed uploads that could look different to someone, with page and reason', () => {
  const states = dict({ Yes: normal, Off: other });
  test.each<[string, PdfObject, string]>([
    ['appears only in print', annotation('Stamp', { F: 36 }), 'prints-differently'],
    ['appears only on the screen', annotation('Stamp', { F: 0 }), 'prints-differently'],
    ['appears when pointed at', annotation('Stamp', { F: 4 | 256 }), 'prints-differently'],
    ['does not scale', annotation('Stamp', { F: 4 | 8 }), 'prints-differently'],
    ['changes when pointed at', annotation('Stamp', { AP: dict({ N: normal, R: other }) }), 'reacts'],
    ['changes when clicked', field('Btn', { Ff: 1 << 16, AP: dict({ N: normal, D: other }) }), 'reacts'],
    ['has another caption', field('Btn', { Ff: 1 << 16, MK: dict({ RC: textString('9000') }) }), 'reacts'],
    ['has text in a pop-up', annotation('Highlight', { Contents: textString('9000') }), 'reacts'],
    ['has another value', field('Tx', { V: textString('9000') }), 'value-differs'],
    ['has a longer value', field('Tx', { V: textString('1000 a day') }), 'value-differs'],
    ['shows a text without a value', field('Tx', {}), 'value-differs'],
    ['has a value in another order', field('Tx', { V: textString('0001') }), 'value-differs'],
    ['has a value but no appearance', field('Tx', { V: textString('1'), AP: dict({}) }), 'value-differs'],
    ['chooses another option', field('Ch', { Ff: 1 << 17, V: textString('9000') }), 'value-differs'],
    [
      'is checked but looks empty',
      field('Btn', { V: name('Yes'), AS: name('Off'), AP: dict({ N: states }) }),
      'value-differs',
    ],
    ['shows different text', annotation('FreeText', { Contents: textString('9000') }), 'value-differs'],
    ['has a frame drawn by the viewer', annotation('Link', { AP: dict({}) }), 'drawn-differently'],
    ['has an icon drawn by the viewer', annotation('Text', {}), 'drawn-differently'],
    ['is a list drawn by the viewer', field('Ch', { V: textString('1000') }), 'drawn-differently'],
    [
      'has a color but no appearance',
      field('Tx', { AP: dict({}), MK: dict({ BG: [1] }) }),
      'drawn-differently',
    ],
    ['prints elsewhere', annotation('Watermark', {}), 'drawn-differently'],
  ])('an annotation that %s', async (_what, note, kind) => {
    expect(await reasonOf({ note })).toBe(`pdf-signed-${kind} 2`);
  });

  const script = dict({ S: name('JavaScript'), JS: textString('app.alert(1)') });
  const bookmark = dict({ Title: textString('Rent'), Parent: ref(1010), A: script });
  const picture = { Type: name('XObject'), Subtype: name('Image'), Width: 1, Height: 1 };
  const pixel = { ...picture, ColorSpace: name('DeviceGray'), BitsPerComponent: 8 };
  const drawPicture: PageToMake = {
    content: 'q 100 0 0 100 60 60 cm /Im Do Q',
    resources: { XObject: dict({ Im: ref(1020) }) },
  };

  test.each<[string, Parameters<typeof reasonOf>, string]>([
    [
      'a bookmark with a script',
      [
        { catalog: { Outlines: ref(1010) } },
        { 1010: dict({ First: ref(1011), Last: ref(1011) }), 1011: bookmark },
      ],
      'JavaScript',
    ],
    [
      'a picture with a different version for print',
      [
        { page: drawPicture },
        {
          1020: stream(
            { ...pixel, Alternates: [dict({ Image: ref(1021), DefaultForPrinting: true })] },
            Uint8Array.of(0),
          ),
          1021: stream(pixel, Uint8Array.of(200)),
        },
      ],
      'pictures or pages that are stored elsewhere or in several versions',
    ],
    [
      'a page from another file',
      [
        {
          page: {
            content: '/Fm Do',
            resources: { XObject: dict({ Fm: ref(1020) }) },
          },
        },
        {
          1020: stream(
            {
              ...{ Subtype: name('Form'), BBox: [0, 0, 9, 9] },
              Ref: dict({ F: textString('x.pdf'), Page: 0 }),
            },
            latin1Bytes('0 0 9 9 re f'),
          ),
        },
      ],
      'pictures or pages that are stored elsewhere or in several versions',
    ],
    [
      'a file attached to a page',
      [
        { page: { entries: { AF: [ref(1020)] } } },
        {
          1020: dict({ F: textString('x.pdf'), EF: dict({ F: ref(1021) }) }),
          1021: stream({}, latin1Bytes('x')),
        },
      ],
      'attached files',
    ],
    [
      'a different print area',
      [{ catalog: { ViewerPreferences: dict({ PrintArea: name('ArtBox') }) } }],
      'other areas for display or print',
    ],
    [
      'overprinting, which only some programs show',
      [
        {
          page: {
            content: '/Gs gs 1 g 60 60 100 100 re f',
            resources: { ExtGState: dict({ Gs: dict({ OP: true, OPM: 1 }) }) },
          },
        },
      ],
      'pictures, colors or patterns that programs draw differently',
    ],
  ])('%s', async (_what, given, words) => {
    expect(await reasonOf(...given)).toBe(`pdf-signed-not-fixed ${words}`);
  });
});

describe('a glyph map that ends before the last character code of a font', () => {
  const glyphs = [...identityGlyphMap.values()].filter((glyph) => glyph > 0).toSorted((a, b) => a - b);
  const [first = 0, next = 0] = glyphs;
  const hex = (code: number) => code.toString(16).padStart(4, '0');
  const map = new Uint8Array((first + 1) * 2);
  for (let code = 0; code <= first; code += 1) map.set([code >> 8, code & 255], code * 2);
  const file = emptyUnknownGlyph(fontWithCmaps([{ platform: 3, encoding: 1, map: identityGlyphMap }]));
  const descendant = dict({
    ...{ Type: name('Font'), Subtype: name('CIDFontType2'), BaseFont: name('ABCDEF+Own'), DW: 600 },
    CIDSystemInfo: dict({
      Registry: textString('Adobe'),
      Ordering: textString('Identity'),
      Supplement: 0,
    }),
    ...{ CIDToGIDMap: ref(1030), FontDescriptor: ref(1031) },
  });
  const font = dict({
    ...{ Type: name('Font'), Subtype: name('Type0'), BaseFont: name('ABCDEF+Own') },
    ...{ Encoding: name('Identity-H'), DescendantFonts: [descendant] },
  });
  const objects = {
    1030: stream({}, map),
    1031: descriptorOf({ FontFile2: ref(1032) }),
    1032: stream({ Length1: file.length }, file),
  };
  const reasonFor = (code: number): Promise<string> => {
    const content = `BT /F2 14 Tf 60 400 Td <${hex(code)}> Tj ET`;
    return reasonOf({ page: { content, resources: { Font: dict({ F2: font }) } } }, objects);
  };

  test('the file is accepted if the pages use none of the missing codes', async () => {
    expect(await reasonFor(first)).toBe('accepted');
  });

  test('the file is refused if a page uses a missing code, which only some programs draw', async () => {
    expect(await reasonFor(next)).toMatch(/^pdf-signed-not-fixed .*draw differently$/);
  });
});

/** Most fonts draw a box for codes without a glyph. After this change, the font draws nothing. */
function emptyUnknownGlyph(font: Uint8Array): Uint8Array {
  const bytes = Buffer.from(font);
  const table = (tag: string): number => bytes.readUInt32BE(bytes.indexOf(tag, 0, 'latin1') + 8);
  const size = bytes.readUInt16BE(table('head') + 50) === 0 ? 2 : 4;
  const offsets = table('loca');
  bytes.copy(bytes, offsets, offsets + size, offsets + 2 * size);
  return new Uint8Array(bytes);
}
