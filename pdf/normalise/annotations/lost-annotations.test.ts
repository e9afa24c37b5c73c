import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { inFile, lookAt, readAloud } from '#testing/judges/look-at.ts';
import { runTool } from '#testing/judges/run-tool.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import {
  dict,
  latin1Bytes,
  latin1Text,
  name,
  PdfString,
  ref,
  stream,
  textString,
  type PdfObject,
} from '../../objects/objects.ts';

const text = (words: string): PdfString => new PdfString(latin1Bytes(words));
const points = [110, 610, 200, 690, 290, 620];

const dingbats = dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('ZapfDingbats') });

const fileWith = (entries: Record<string, PdfObject>, catalog = {}): Uint8Array => {
  const usual = { Type: name('Annot'), Rect: [100, 600, 300, 700], F: 4, C: [1, 0, 0] };
  return makePdf({
    pages: [{ entries: { Annots: [ref(1000)] } }],
    objects: {
      1000: dict({ ...usual, ...entries }),
      1001: stream({ BBox: [0, 0, 9, 9] }, latin1Bytes('')),
      1002: stream(
        { BBox: [0, 0, 200, 100], Resources: dict({ Font: dict({ Helv: dingbats }) }) },
        latin1Bytes('/Tx BMC EMC'),
      ),
    },
    catalog,
  });
};

/** Returns the number of pixels that Poppler and PDFium paint where the annotation is. */
async function painted(bytes: Uint8Array): Promise<{ poppler: number; pdfium: number }> {
  const seen = await lookAt(bytes);
  const renderer = await rendererOf(bytes);
  const { rgba, width } = renderer.renderPage(0, 1);
  renderer.close();
  const count = (data: Uint8Array, across: number): number => {
    let sum = 0;
    for (let y = 138; y < 247; y += 1)
      for (let x = 96; x < 305; x += 1) if (data[(y * across + x) * 4 + 1]! < 200) sum += 1;
    return sum;
  };
  return { poppler: count(seen.data, seen.width), pdfium: count(rgba, width) };
}

describe('annotations without an appearance are drawn like in viewers', () => {
  test.each<[string, Record<string, PdfObject>]>([
    ['a stamp', { Subtype: name('Stamp'), Name: name('NotForPublicRelease') }],
    ['a stamp with an empty appearance', { Subtype: name('Stamp'), AP: dict({}) }],
    ['ink', { Subtype: name('Ink'), InkList: [points] }],
    ['ink outside its rectangle', { Subtype: name('Ink'), Rect: [1, 1, 2, 2], InkList: [points] }],
    ['a line outside its rectangle', { Subtype: name('Line'), Rect: [1, 1, 2, 2], L: points.slice(0, 4) }],
    ['a polyline outside its rectangle', { Subtype: name('PolyLine'), Rect: [1, 1, 2, 2], Vertices: points }],
    ['a polygon outside its rectangle', { Subtype: name('Polygon'), Rect: [1, 1, 2, 2], Vertices: points }],
    ['free text', { Subtype: name('FreeText'), Contents: text('EUR 900'), DA: text('/Helv 12 Tf 0 g') }],
    ['a square', { Subtype: name('Square') }],
    ['a square whose color is not between 0 and 1', { Subtype: name('Square'), C: [229, 34, 55] }],
    ['a circle filled with such a color', { Subtype: name('Circle'), C: [], IC: [129, 34, -5] }],
    ['a highlight', { Subtype: name('Highlight'), QuadPoints: [110, 690, 290, 690, 110, 610, 290, 610] }],
  ])('%s', async (_what, entries) => {
    const { bytes, findings } = await normalised(fileWith(entries));
    const { poppler, pdfium } = await painted(bytes);
    expect([poppler > 90, pdfium > 90, findings]).toEqual([true, true, []]);
  });

  test('a line is drawn, and its caption is reported as lost', async () => {
    const line = { Subtype: name('Line'), L: points.slice(0, 4), Cap: true, Contents: text('4.20 m') };
    const { bytes, findings } = await normalised(fileWith(line));
    expect(findings).toEqual([{ code: 'annotations-lost', pages: [1], words: ['Line: 4.20 m'] }]);
    expect((await painted(bytes)).pdfium).toBeGreaterThan(90);
  });

  test.each([
    ['NotForPublicRelease', 'NOT FOR PUBLIC RELEASE'],
    ['SBApproved', 'APPROVED'],
    ['Draft', 'DRAFT'],
    ['DSignHere', 'SIGN HERE'],
  ])('the stamp %s shows %s', async (stamp, words) => {
    const { bytes } = await normalised(fileWith({ Subtype: name('Stamp'), Name: name(stamp) }));
    expect(await readAloud(bytes)).toContain(words);
  });

  test('an annotation that cannot be drawn is reported in a note', async () => {
    const stamp = { Subtype: name('Stamp'), Name: name('Geprüft'), Contents: text('Approved by Linus') };
    const { findings } = await normalised(fileWith(stamp));
    expect(findings).toEqual([{ code: 'annotations-lost', pages: [1], words: ['Stamp: Approved by Linus'] }]);
  });

  test.each([
    ['a hidden annotation', { Subtype: name('Stamp'), Name: name('Geprüft'), F: 2 }],
    ['an annotation without a size', { Subtype: name('Stamp'), Name: name('Geprüft'), Rect: [1, 1, 1, 1] }],
    ['a comment that opens on a click', { Subtype: name('Popup') }],
  ])('does not report %s', async (_what, entries) => {
    expect((await normalised(fileWith(entries))).findings).toEqual([]);
  });
});

describe('values of fields without an appearance', () => {
  const field = (
    entries: Record<string, PdfObject>,
    form: Record<string, PdfObject> = { NeedAppearances: true },
  ): Uint8Array =>
    fileWith(
      { Subtype: name('Widget'), T: text('value'), DA: text('/Helv 12 Tf 0 g'), ...entries },
      {
        AcroForm: dict({
          Fields: [ref(1000)],
          ...form,
          DR: dict({
            Font: dict({
              Helv: dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Helvetica') }),
            }),
          }),
        }),
      },
    );

  test.each([
    ['a text field', {}],
    ['a field with a cell for each letter', { Ff: 1 << 24 }],
  ])('prints a value longer than /MaxLen in full: %s', async (_what, entries) => {
    const { bytes } = await normalised(
      field({ FT: name('Tx'), V: text('consectetur'), MaxLen: 4, ...entries }),
    );
    expect((await readAloud(bytes)).replaceAll(/\s/g, '')).toBe('consectetur');
  });

  test('two fields with the same name keep their values', async () => {
    const widget = { Type: name('Annot'), Subtype: name('Widget'), FT: name('Tx'), T: text('pier'), F: 4 };
    const drawing = { DA: text('/Helv 12 Tf 0 g'), Rect: [100, 600, 300, 620] };
    const file = makePdf({
      pages: [{ entries: { Annots: [ref(1000)] } }, { entries: { Annots: [ref(1001)] } }],
      objects: {
        1000: dict({ ...widget, ...drawing, V: text('North') }),
        1001: dict({ ...widget, ...drawing, V: text('South') }),
      },
      catalog: { AcroForm: dict({ Fields: [ref(1000), ref(1001)], NeedAppearances: true }) },
    });
    const { bytes, findings } = await normalised(file);
    expect((await readAloud(bytes)).split(/\s+/).filter(Boolean)).toEqual(['North', 'South']);
    expect(findings).toEqual([]);
  });

  test.each([
    ['a text field', { FT: name('Tx'), V: textString('salad \u03c0\u02ac') }, 'salad \u03c0\u02ac'],
    ['a drop-down list', { FT: name('Ch'), Ff: 1 << 17, V: textString('\u8d99 Zhao') }, '\u8d99 Zhao'],
  ])('reports a letter that the font of the form lacks: %s', async (_what, entries, value) => {
    const { findings } = await normalised(field(entries));
    expect(findings).toContainEqual({ code: 'values-incomplete', pages: [1], words: [value] });
  });

  test.each([
    ['a hidden field', { F: 2, FT: name('Tx') }],
    ['a password', { Ff: 1 << 13, FT: name('Tx') }],
    ['a field with an appearance', { FT: name('Tx'), AP: dict({ N: ref(1001) }) }, {}],
  ])('reports no value of %s', async (_what, entries, form = { NeedAppearances: true }) => {
    const { findings } = await normalised(field({ ...entries, V: textString('salad \u03c0\u02ac') }, form));
    expect(findings.map(({ code }) => code)).not.toContain('values-incomplete');
  });

  test.each([
    ['a text field', { FT: name('Tx'), V: text('consectetur') }, 'consectetur'],
    ['a drop-down list', { FT: name('Ch'), Ff: 1 << 17, V: text('France') }, 'France'],
    ['a list', { FT: name('Ch'), V: text('France'), Opt: [text('France')] }, 'France'],
  ])(
    'a redrawn %s uses the font of the form, not one with the same name in the earlier appearance',
    async (_what, entries, words) => {
      const { bytes } = await normalised(field({ ...entries, AP: dict({ N: ref(1002) }) }));
      expect((await readAloud(bytes)).trim()).toBe(words);
    },
  );

  test.each([
    ['a text field', { FT: name('Tx'), V: text('consectetur'), MaxLen: 4 }, 'consectetur'],
    ['a drop-down list', { FT: name('Ch'), Ff: 1 << 17, V: text('France') }, 'France'],
    [
      'a check box',
      { FT: name('Btn'), AS: name('Off'), MK: dict({ BC: [0] }), AP: dict({ N: dict({ Yes: ref(1001) }) }) },
      '',
    ],
  ])('prepares %s the same way if the objects of the file are compressed', async (_what, entries, words) => {
    const packed = await inFile(field(entries), (file) =>
      runTool('qpdf', ['--object-streams=generate', file, '-']),
    );
    expect(latin1Text(packed.stdout)).toContain('/XRef');
    const { bytes } = await normalised(packed.stdout);
    expect((await readAloud(bytes)).trim()).toBe(words);
  });

  test.each([
    ['a text field', { FT: name('Tx'), V: text('consectetur'), MaxLen: 4 }, 'consectetur'],
    ['a drop-down list', { FT: name('Ch'), Ff: 1 << 17, V: text('France') }, 'France'],
    ['a stamp', { Subtype: name('Stamp'), Name: name('Draft') }, 'DRAFT'],
  ])('prepares %s of an encrypted file the same way', async (_what, entries, words) => {
    const encrypted = await inFile(field(entries), (file) =>
      runTool('qpdf', ['--encrypt', '', 'owner', '256', '--', file, '-']),
    );
    const { bytes } = await normalised(encrypted.stdout);
    expect((await readAloud(bytes)).trim()).toBe(words);
    const { poppler, pdfium } = await painted(bytes);
    const { bytes: plain } = await normalised(field(entries));
    expect({ poppler, pdfium }).toEqual(await painted(plain));
  });

  /**
   * Returns the number of red pixels between 140 and 150 points from the top, at this distance from the left.
   */
  const upperEdge = (bytes: Uint8Array, x: number): Promise<number> =>
    inFile(bytes, async (file) => {
      const column = ['-x', String(x * 10), '-y', '1400', '-W', '1', '-H', '100'];
      const { stdout } = await runTool('pdftoppm', ['-png', '-cropbox', '-r', '720', ...column, file]);
      const { data } = PNG.sync.read(Buffer.from(stdout));
      const inks = [...data].map((value, at) =>
        at % 4 === 1 && data[at - 1]! > 128 ? (255 - value) / 255 : 0,
      );
      return inks.reduce((sum, ink) => sum + ink, 0) / 10;
    });

  const border = { MK: dict({ BC: [1, 0, 0] }), BS: dict({ W: 0.5 }) };
  test.each<[string, number, number, Record<string, PdfObject>]>([
    ['a check box', 0.5, 200, { FT: name('Btn'), AS: name('Off') }],
    [
      'a check box with an appearance only when ticked',
      0.5,
      200,
      { FT: name('Btn'), AS: name('Off'), AP: dict({ N: dict({ Yes: ref(1001) }) }) },
    ],
    [
      'a round radio button',
      0.5,
      200,
      { FT: name('Btn'), Ff: 1 << 15, MK: dict({ BC: [1, 0, 0], CA: text('l') }) },
    ],
    ['a text field', 0.5, 200, { FT: name('Tx'), V: text('Lease') }],
    ['a drop-down list', 0.5, 200, { FT: name('Ch'), Ff: 1 << 17, V: text('Lease') }],
    ['a wide border', 1.5, 200, { FT: name('Tx'), BS: dict({ W: 1.5 }) }],
    ['a border in the older entry', 0.3, 200, { FT: name('Tx'), BS: null, Border: [0, 0, 0.3] }],
    ['a rotated field', 0.5, 200, { FT: name('Tx'), MK: dict({ BC: [1, 0, 0], R: 90 }) }],
    ['a line below', 0, 200, { FT: name('Tx'), BS: dict({ W: 0.5, S: name('U') }) }],
    [
      'a dashed border, at a dash',
      0.5,
      105,
      { FT: name('Tx'), BS: dict({ W: 0.5, S: name('D'), D: [20, 20] }) },
    ],
    [
      'a dashed border, at a gap',
      0,
      130,
      { FT: name('Tx'), BS: dict({ W: 0.5, S: name('D'), D: [20, 20] }) },
    ],
  ])('a border keeps its width: %s', async (_what, width, x, entries) => {
    const { bytes } = await normalised(field({ ...border, ...entries }));
    expect(await upperEdge(bytes, x)).toBeCloseTo(width, 1);
  });

  test('a drop-down list keeps its alignment and border and gets no arrow', async () => {
    const choices = [
      [text('de'), text('Germany')],
      [text('fr'), text('France')],
    ];
    const looks = { MK: dict({ BC: [0, 0, 1] }), BS: dict({ W: 2 }), Q: 2 };
    const { bytes } = await normalised(
      field({ FT: name('Ch'), Ff: 1 << 17, Opt: choices, V: text('fr'), ...looks }),
    );
    expect((await readAloud(bytes)).trim()).toBe('France');
    const { data, width } = await lookAt(bytes);
    const at = (x: number, y: number): number[] => [
      ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
    ];
    expect([at(101, 200), at(298, 200)]).toEqual([
      [0, 0, 255],
      [0, 0, 255],
    ]);
    const inks = [...Array(190).keys()].filter((x) =>
      [...Array(90).keys()].some((y) => (at(104 + x, 146 + y)[1] ?? 255) < 128),
    );
    // 'France' at 12 points is 38 points wide.
    expect(inks[0]).toBeGreaterThan(130);
    expect(inks.length).toBeLessThan(60);
  });
});
