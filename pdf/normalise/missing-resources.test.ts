import { describe, expect, test } from 'vitest';
import { engineDisagreements } from '#testing/judges/engines/compare-engines.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import { dict, latin1Bytes, name, ref, stream } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';

const clause = 'BT /F1 14 Tf 60 640 Td (Clause 7: 9900 EUR) Tj ET';
const fonts = dict({ Font: dict({ F1: ref(3) }) });

const form = (content: string, resources: PdfObject = fonts): PdfObject =>
  stream(
    { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 595, 842], Resources: resources },
    latin1Bytes(content),
  );

/** Returns a page that draws the form X. The form's resources do not include the page's other resources. */
const lease = (forms: Record<number, PdfObject>, resources: Record<string, PdfObject> = {}): Uint8Array =>
  makePdf({
    pages: [
      { text: 'Lease', content: '/X Do', resources: { XObject: dict({ X: ref(1000) }), ...resources } },
    ],
    objects: forms,
  });

describe('a form without resources uses those of its page, as in PDFium', () => {
  test.each<[string, Uint8Array, boolean]>([
    [
      'a graphics state that makes everything transparent',
      lease({ 1000: form(`/G gs ${clause}`) }, { ExtGState: dict({ G: dict({ ca: 0 }) }) }),
      false,
    ],
    [
      'a form',
      lease({ 1000: form('/Y Do'), 1001: form(clause) }, { XObject: dict({ X: ref(1000), Y: ref(1001) }) }),
      true,
    ],
    ['a font', lease({ 1000: form(clause, dict({})) }), true],
    ['a font that is missing in both', lease({ 1000: form(clause.replace('F1', 'F9')) }), true],
  ])('%s', async (_, file, shown) => {
    const { bytes, pages } = await normalised(file);
    expect(await engineDisagreements(bytes, pages)).toEqual([]);
    const renderer = await rendererOf(bytes);
    const { rgba, width, height } = renderer.renderPage(0, 1);
    renderer.close();
    const lines = rgba.subarray((height - 655) * width * 4, (height - 635) * width * 4);
    expect(lines.some((value) => value < 128)).toBe(shown);
  });

  test('a page without a font for its text uses a standard font in all programs', async () => {
    const { bytes, pages } = await normalised(makePdf({ pages: [{ content: clause.replace('F1', 'F9') }] }));
    expect(await engineDisagreements(bytes, pages)).toEqual([]);
  });
});
