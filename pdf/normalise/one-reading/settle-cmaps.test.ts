import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { fontWithCmaps, identityGlyphMap, swappedGlyphMap } from '#testing/pdfs/lying-fonts.ts';
import { dict, name, ref, stream, type PdfObject } from '../../objects/objects.ts';
import { normalisePdf } from '../normalise-pdf.ts';
import { settleCmaps } from './settle-cmaps.ts';

const mac = (map: ReadonlyMap<number, number>) => ({ platform: 1, encoding: 0, map });
const windows = (map: ReadonlyMap<number, number>) => ({ platform: 3, encoding: 1, map });

describe('character maps of a font that draw different digits', () => {
  test('the maps are changed to match the preferred map', () => {
    const settled = settleCmaps(fontWithCmaps([mac(swappedGlyphMap), windows(identityGlyphMap)]));
    expect(settled).toBeDefined();
    expect(settleCmaps(settled!)).toBeUndefined();
  });

  test('the maps are unchanged if they agree', () => {
    expect(settleCmaps(fontWithCmaps([mac(identityGlyphMap), windows(identityGlyphMap)]))).toBeUndefined();
    const face = readFileSync(new URL('../../fonts/Caveat-Regular.ttf', import.meta.url));
    expect(settleCmaps(Uint8Array.from(face))).toBeUndefined();
  });

  test('the maps of a truncated font are unchanged, because the rendered pages are compared', () => {
    const font = fontWithCmaps([mac(swappedGlyphMap), windows(identityGlyphMap)]);
    for (let length = 0; length < 400; length += 7)
      expect(settleCmaps(font.subarray(0, length))).toBeUndefined();
  });

  const upload = (font: Uint8Array, flags: number, encoding?: PdfObject): Uint8Array => {
    const descriptor = dict({
      Type: name('FontDescriptor'),
      FontName: name('ABCDEF+Lying'),
      Flags: flags,
      FontFile2: ref(1000),
      FontBBox: [0, -200, 1000, 900],
      ItalicAngle: 0,
      Ascent: 900,
      Descent: -200,
      CapHeight: 700,
      StemV: 80,
    });
    const entries = dict({
      Type: name('Font'),
      Subtype: name('TrueType'),
      BaseFont: name('ABCDEF+Lying'),
      FirstChar: 32,
      LastChar: 126,
      Widths: Array.from({ length: 95 }, () => 560),
      FontDescriptor: descriptor,
      ...(encoding ? { Encoding: encoding } : {}),
    });
    return makePdf({
      pages: [
        {
          content: 'BT /F1 24 Tf 60 700 Td (The price is 1,689 EUR) Tj ET',
          resources: { Font: dict({ F1: entries }) },
        },
      ],
      objects: { 1000: stream({ Length1: font.length }, font) },
    });
  };

  test('an upload is accepted as PDFium shows it, or refused with the page', async () => {
    const font = fontWithCmaps([mac(swappedGlyphMap), windows(identityGlyphMap)]);
    expect(await normalisePdf(upload(font, 32, name('WinAnsiEncoding')))).toMatchObject({ changes: [] });
    expect(await normalisePdf(upload(font, 4))).toMatchObject({ refused: 'pdf-cannot-be-prepared', page: 1 });
  });
});
