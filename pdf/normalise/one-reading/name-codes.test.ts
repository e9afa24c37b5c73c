import { expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { refusalOf } from '#testing/pdfs/normalised.ts';
import { identityGlyphMap } from '#testing/pdfs/lying-fonts.ts';
import { ownFont } from '#testing/pdfs/own-font.ts';
import { dict, latin1Bytes, ref, stream } from '../../objects/objects.ts';
import { openRenderer } from '../../render/pdfium.ts';
import { compareEngines } from '../../compare/compare-engines.ts';

/** Some programs give a space as the text of each part of an Arabic letter. */
const spaces = stream(
  {},
  latin1Bytes(
    'begincmap\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n' +
      `95 beginbfchar\n${Array.from({ length: 95 }, (_, at) => `<${(32 + at).toString(16)}> <0020>`).join('\n')}\nendbfchar\nendcmap`,
  ),
);

const written = (place: string, isRead: boolean): Uint8Array =>
  makePdf({
    pages: [
      {
        content: `BT /F2 14 Tf ${place} Td (The price is 1200 EUR) Tj ET`,
        resources: { Font: dict({ F2: ref(1000) }) },
      },
    ],
    objects: {
      ...ownFont(1000, isRead ? {} : { entries: { ToUnicode: ref(1900) } }),
      1900: spaces,
    },
  });

test('accepts letters that are read as spaces, if all programs draw them', async () => {
  expect(await refusalOf(written('60 700', false))).toBe('accepted');
});

test('accepts a letter that only one program reads as a space', async () => {
  // PDFium does not find the map in a text without spaces, and takes the code for that of a space.
  const map = stream(
    {},
    latin1Bytes(
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def' +
        '1 begincodespacerange <20> <23> endcodespacerange1 beginbfchar<20> <00DC>endbfchar' +
        'endcmap CMapName currentdict /CMap defineresource pop end end',
    ),
  );
  const letter = new Map(identityGlyphMap).set(32, identityGlyphMap.get('U'.charCodeAt(0))!);
  const pdf = makePdf({
    pages: [
      {
        content: 'BT /F2 14 Tf 60 700 Td (The   rent) Tj ET',
        resources: { Font: dict({ F2: ref(1000) }) },
      },
    ],
    objects: {
      ...ownFont(1000, {
        cmaps: [{ platform: 3, encoding: 1, map: letter }],
        entries: { ToUnicode: ref(1900) },
      }),
      1900: map,
    },
  });
  expect(await refusalOf(pdf)).toBe('accepted');
});

test('letters that are read as spaces are compared by their shapes and positions', async () => {
  expect(await compared('60 700')).toMatchObject({ result: 'same' });
  // PDFium reads the number as 1.
  expect(await compared('60 1e2')).toMatchObject({ result: 'apart' });
});

async function compared(place: string) {
  const [unread, read] = [written(place, false), written(place, true)];
  const [shown, named] = [await openRenderer(unread), await openRenderer(read)];
  if ('failed' in shown || 'failed' in named) throw new Error('not opened');
  const codes = {
    bytes: read,
    glyphsIn: (index: number) => named.pageGlyphs(index),
    close: () => named.close(),
  };
  try {
    return await compareEngines(unread, (index) => shown.pageGlyphs(index), [{ crop: [0, 0, 595, 842] }], {
      openWithNamedCodes: () => Promise.resolve(codes),
    });
  } finally {
    shown.close();
  }
}
