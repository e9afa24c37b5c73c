import { describe, expect, test } from 'vitest';
import { dict, latin1Bytes, name, PdfString, ref, stream, type PdfObject } from '#pdf/objects/objects.ts';
import { missingTools } from '../judges/run-tool.ts';
import { makePdf } from '../pdfs/make-pdf.ts';
import { normalised } from '../pdfs/normalised.ts';
import { annotationsKept } from './annotations-kept.ts';

const missing = missingTools('pdftoppm', 'pdftotext', 'mutool');
const text = (words: string): PdfString => new PdfString(latin1Bytes(words));
const appearance = stream(
  { Subtype: name('Form'), BBox: [0, 0, 100, 50] },
  latin1Bytes('1 0 0 rg 0 0 100 50 re f'),
);
const words = stream(
  {
    Subtype: name('Form'),
    BBox: [0, 0, 100, 50],
    Resources: dict({
      Font: dict({ F: dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') }) }),
    }),
  },
  latin1Bytes('BT /F 12 Tf 4 20 Td (EUR 900) Tj ET'),
);
const upload = (entries: Record<string, PdfObject>, rotate = 0): Uint8Array =>
  makePdf({
    pages: [{ text: 'Lease', entries: { Annots: [ref(1000)], Rotate: rotate } }],
    objects: {
      1000: dict({ Type: name('Annot'), Rect: [100, 600, 200, 650], F: 4, ...entries }),
      1001: appearance,
      1002: words,
    },
  });
const plain = makePdf({ pages: [{ text: 'Lease' }] });
const stamp = { Subtype: name('Stamp'), AP: dict({ N: ref(1001) }) };
const field = {
  Subtype: name('Widget'),
  FT: name('Tx'),
  T: text('rent'),
  V: text('EUR 900'),
  AP: dict({ N: ref(1002) }),
};

describe.skipIf(missing.length > 0)(
  `annotations of an upload (needs ${missing.join(' ') || 'nothing'})`,
  () => {
    test.each([0, 90, 180, 270])('finds a stamp on a page rotated by %i degrees', async (rotate) => {
      const file = upload(stamp, rotate);
      expect(await annotationsKept(file, (await normalised(file)).bytes)).toEqual({
        annotations: 1,
        lost: [],
      });
    });

    test('reports an annotation that the other file lacks', async () => {
      const { lost } = await annotationsKept(upload(stamp), plain);
      expect(lost).toEqual([{ page: 1, what: 'Stamp' }]);
    });

    test('reports a missing field value', async () => {
      const { lost } = await annotationsKept(upload(field), plain);
      expect(lost).toContainEqual({ page: 1, what: 'the value EUR 900' });
      const kept = await annotationsKept(upload(field), (await normalised(upload(field))).bytes);
      expect(kept.lost).toEqual([]);
    });

    test('ignores the frame of a link', async () => {
      expect(
        (await annotationsKept(upload({ Subtype: name('Link'), Border: [0, 0, 9] }), plain)).lost,
      ).toEqual([]);
    });
  },
);
