import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { engineDisagreements } from '#testing/judges/engines/compare-engines.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { refusalOf } from '#testing/pdfs/normalised.ts';
import { dict, name, ref, stream, type PdfObject } from '../../objects/objects.ts';
import { openRenderer } from '../../render/pdfium.ts';
import { normalisePdf } from '../normalise-pdf.ts';

const shown = (text: string, font: Record<string, PdfObject>, objects = {}): Uint8Array =>
  makePdf({
    pages: [
      {
        content: `BT /F2 14 Tf 60 700 Td ${text} Tj ET`,
        resources: { Font: dict({ F2: dict({ Type: name('Font'), ...font }) }) },
      },
    ],
    objects,
  });

describe('control characters in the text of a font without widths', () => {
  const standard = { Subtype: name('Type1'), BaseFont: name('Helvetica') };

  test.each([
    ['with WinAnsiEncoding', { Encoding: name('WinAnsiEncoding') }],
    ['without an encoding', {}],
    ['in Symbol, with codes above 127', { BaseFont: name('Symbol') }],
  ])('control characters are as wide as a space in every program, %s', async (_, entries) => {
    const text = '(\\t\\t\\t\\n\\n\\r\\000\\037ab ab)';
    expect(await refusalOf(shown(text, { ...standard, ...entries }))).toBe('accepted');
  });

  test.each([
    ['with an explicit code', [1, name('nine'), 32, name('space')]],
    ['starting at the first code', [name('nine'), name('nine'), 31, name('eight')]],
  ])('keeps a glyph that the font defines for such a code, %s', async (_, Differences) => {
    const Encoding = dict({ BaseEncoding: name('WinAnsiEncoding'), Differences });
    expect(await refusalOf(shown('(The price is \\001 EUR)', { ...standard, Encoding }))).toBe('accepted');
  });
});

test('narrow letters of vertical text are centered in every program', async () => {
  const descendant = dict({
    Type: name('Font'),
    Subtype: name('CIDFontType2'),
    BaseFont: name('Noto'),
    W: [36, [200], 37, 99, 180],
    CIDSystemInfo: dict({ Registry: name('Adobe'), Ordering: name('Identity'), Supplement: 0 }),
    CIDToGIDMap: name('Identity'),
    FontDescriptor: ref(1000),
  });
  const descriptor = dict({
    Type: name('FontDescriptor'),
    FontName: name('Noto'),
    Flags: 4,
    FontFile2: ref(1001),
    FontBBox: [0, -200, 1000, 900],
    ItalicAngle: 0,
    Ascent: 900,
    Descent: -200,
    CapHeight: 700,
    StemV: 80,
  });
  const font = { Subtype: name('Type0'), BaseFont: name('Noto'), Encoding: name('Identity-V') };
  const file = readFileSync(new URL('../../fonts/NotoSans-Regular.ttf', import.meta.url));
  const objects = { 1000: descriptor, 1001: stream({}, new Uint8Array(file)) };
  const letters = shown('<0024002500260044>', { ...font, DescendantFonts: [descendant] }, objects);
  expect(await refusalOf(letters)).toBe('accepted');
});

test.each([
  ['an unknown font name', { BaseFont: name('Zzyxx-Regular') }],
  ['a bold font with an encoding', { BaseFont: name('Harbour-Bold'), Encoding: name('WinAnsiEncoding') }],
])(
  'all programs place the letters of a font alike if the file contains neither its widths nor its letters: %s',
  async (_, font) => {
    const base = await normalisePdf(
      shown('(The rent is 1200 EUR per month.)', { Subtype: name('TrueType'), ...font }),
    );
    if ('refused' in base) throw new Error(base.detail);
    expect(await engineDisagreements(base.bytes, base.pages)).toEqual([]);
  },
);

test('the widths of such a font do not depend on what PDFium drew before', async () => {
  const file = shown('(The rent is 1200 EUR per month.)', {
    Subtype: name('TrueType'),
    BaseFont: name('Zzyxx-Regular'),
  });
  const narrow = shown('(The rent is 1200 EUR per month.)', {
    Subtype: name('TrueType'),
    BaseFont: name('Narrow'),
    FirstChar: 0,
    LastChar: 255,
    Widths: Array<number>(256).fill(200),
    FontDescriptor: dict({ Type: name('FontDescriptor'), FontName: name('Narrow'), Flags: 32, StemV: 80 }),
  });
  const before = await normalisePdf(file);
  const drawn = await openRenderer(narrow);
  if ('refused' in before || 'failed' in drawn) throw new Error('cannot be drawn');
  drawn.renderPage(0, 1);
  drawn.close();
  expect(await normalisePdf(file)).toEqual(before);
});
