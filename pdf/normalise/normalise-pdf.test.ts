import { describe, expect, test } from 'vitest';
import { appendRevision, makePdf, pageNumber } from '#testing/pdfs/make-pdf.ts';
import { dict, latin1Bytes, latin1Text, name, PdfString, ref, stream } from '../objects/objects.ts';
import { openRenderer } from '../render/pdfium.ts';
import type { Renderer } from '../render/pdfium.ts';
import { normalisePdf } from './normalise-pdf.ts';
import type { Normalised } from './normalise-pdf.ts';

async function normalised(bytes: Uint8Array): Promise<Normalised> {
  const result = await normalisePdf(bytes);
  if ('refused' in result) throw new Error(`refused: ${result.refused}`);
  return result;
}

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const result = await normalisePdf(bytes);
  return 'refused' in result ? result.refused : 'accepted';
}

async function rendererOf(bytes: Uint8Array): Promise<Renderer> {
  const renderer = await openRenderer(bytes);
  if ('failed' in renderer) throw new Error(renderer.failed);
  return renderer;
}

const literal = (text: string): PdfString => new PdfString(latin1Bytes(text));

describe('page geometry is as the viewer shows it', () => {
  test.each([
    ['upright A4', {}, { width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842], userUnit: 1 }],
    [
      'turned by 90',
      { rotate: 90 },
      { width: 842, height: 595, rotate: 90, crop: [0, 0, 595, 842], userUnit: 1 },
    ],
    [
      'cropped away from the origin, turned by 270',
      { cropBox: [100, 200, 400, 600], rotate: 270 },
      { width: 400, height: 300, rotate: 270, crop: [100, 200, 400, 600], userUnit: 1 },
    ],
    [
      'a crop box that reaches over the page',
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

describe('only one revision and only what the pages reach is left', () => {
  test('what Mallory planted in an earlier revision is gone (shadow attack)', async () => {
    const first = makePdf({
      pages: [{ text: 'Pay 100' }],
      objects: { 1000: stream({}, latin1Bytes('(Mallory gets it all) Tj')) },
    });
    const file = appendRevision(first, { 1001: stream({}, latin1Bytes('(unused) Tj')) });
    const { bytes } = await normalised(file);
    expect(latin1Text(bytes)).not.toContain('Mallory');
    expect(latin1Text(bytes).match(/%%EOF/g)).toHaveLength(1);
    expect(latin1Text(bytes)).not.toContain('/Prev');
  });

  test('the newest version of a page counts', async () => {
    const file = appendRevision(makePdf({ pages: [{ text: 'old words' }] }), {
      [pageNumber(0) + 1]: stream({}, latin1Bytes('BT /F1 12 Tf 50 700 Td (new words) Tj ET')),
    });
    const renderer = await rendererOf((await normalised(file)).bytes);
    expect(renderer.pageText(0)).toContain('new words');
    expect(renderer.pageText(0)).not.toContain('old words');
    renderer.close();
  });

  test('scripts, actions and attachments of the catalog are removed and reported', async () => {
    const script = dict({ Type: name('Action'), S: name('JavaScript'), JS: literal('app.alert(1)') });
    const file = makePdf({
      pages: [{ text: 'Terms', entries: { AA: dict({ O: script }) } }],
      catalog: {
        OpenAction: script,
        Names: dict({
          JavaScript: dict({ Names: [literal('x'), script] }),
          EmbeddedFiles: dict({ Names: [literal('y'), dict({ EF: dict({ F: ref(1000) }) })] }),
        }),
      },
      objects: { 1000: stream({ Type: name('EmbeddedFile') }, latin1Bytes('payload')) },
    });
    const { bytes, changes } = await normalised(file);
    expect(latin1Text(bytes)).not.toMatch(/JavaScript|alert|payload|OpenAction|\/AA/);
    expect(changes).toEqual(['attachments-removed', 'javascript-removed']);
  });

  test('the same file gives the same bytes', async () => {
    const file = makePdf({ pages: [{ text: 'Terms' }, { text: 'Annex' }] });
    expect((await normalised(file)).bytes).toEqual((await normalised(file)).bytes);
  });
});

describe('later content begins in default user space', () => {
  const endOfContent = async (content: string): Promise<string> => {
    const { bytes } = await normalised(makePdf({ pages: [{ content }] }));
    return latin1Text(bytes);
  };

  test('a page that leaves q open is closed by as many Q', async () => {
    expect(await endOfContent('q 2 0 0 2 0 0 cm q 0 0 9 9 re f')).toContain('\nQ\nQ\nQ\n\nendstream');
  });

  test('a Q without q does not reset the colours behind it', async () => {
    const { bytes } = await normalised(makePdf({ pages: [{ content: '1 0 0 rg Q 0 0 300 300 re f' }] }));
    const renderer = await rendererOf(bytes);
    const { rgba, width, height } = renderer.renderPage(0, 0.1);
    expect([...rgba.slice((height - 2) * width * 4 + 8, (height - 2) * width * 4 + 11)]).toEqual([255, 0, 0]);
    renderer.close();
  });

  test('open text and an open string at the end swallow nothing', async () => {
    expect(await endOfContent('BT /F1 12 Tf (whole) Tj (cut o')).toContain('\nET\nQ\n\nendstream');
  });
});

describe('annotations and form fields become page content', () => {
  const square = stream(
    { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 10, 10] },
    latin1Bytes('0 0 1 rg 0 0 10 10 re f'),
  );
  const widget = (entries: Record<string, unknown>): Uint8Array =>
    makePdf({
      pages: [{ text: 'Form', entries: { Annots: [ref(1000)] } }],
      catalog: { AcroForm: dict({ Fields: [ref(1000)] }) },
      objects: {
        1000: dict({
          Type: name('Annot'),
          Subtype: name('Widget'),
          FT: name('Btn'),
          T: literal('agree'),
          Rect: [100, 100, 200, 200],
          AP: dict({ N: dict({ Yes: ref(1001), Off: ref(1002) }) }),
          ...(entries as object),
        }),
        1001: square,
        1002: stream({ BBox: [0, 0, 10, 10] }, new Uint8Array(0)),
      },
    });

  const bluePixels = async (file: Uint8Array): Promise<number> => {
    const { bytes } = await normalised(file);
    expect(latin1Text(bytes)).not.toMatch(/AcroForm|Widget/);
    const renderer = await rendererOf(bytes);
    const { rgba } = renderer.renderPage(0, 0.1);
    renderer.close();
    let blue = 0;
    for (let i = 0; i < rgba.length; i += 4) if (rgba[i] === 0 && rgba[i + 2] === 255) blue++;
    return blue;
  };

  test('a ticked box stays ticked', async () => {
    expect(await bluePixels(widget({ AS: name('Yes'), V: name('Yes') }))).toBeGreaterThan(60);
  });

  test('what is shown counts, not the value behind it (P-03)', async () => {
    expect(await bluePixels(widget({ AS: name('Off'), V: name('Yes') }))).toBe(0);
  });

  test('a hidden field is not brought to light', async () => {
    expect(await bluePixels(widget({ AS: name('Yes'), F: 2 }))).toBe(0);
  });

  test('links keep web addresses and places in the file, and lose everything else', async () => {
    const link = (entries: object): ReturnType<typeof dict> =>
      dict({ Type: name('Annot'), Subtype: name('Link'), Rect: [10, 10, 50, 50], ...entries });
    const action = (entries: object): ReturnType<typeof dict> => dict({ Type: name('Action'), ...entries });
    const file = makePdf({
      pages: [
        {
          entries: {
            Annots: [
              link({ A: action({ S: name('URI'), URI: literal('https://harbour.example/') }) }),
              link({ A: action({ S: name('URI'), URI: literal('javascript:alert(1)') }) }),
              link({ A: action({ S: name('Launch'), F: literal('calc.exe') }) }),
              link({ Dest: [ref(pageNumber(1)), name('Fit')] }),
            ],
          },
        },
        { text: 'Annex' },
      ],
    });
    const { bytes, changes } = await normalised(file);
    expect(latin1Text(bytes)).toContain('https://harbour.example/');
    expect(latin1Text(bytes)).not.toMatch(/javascript:|Launch|calc/);
    expect(latin1Text(bytes)).toMatch(/\/Dest \[\d+ 0 R \/Fit\]/);
    expect(changes).toEqual(['actions-removed']);
  });
});

describe('layers are flattened to what is shown (P-04)', () => {
  const layered = (off: boolean): Uint8Array =>
    makePdf({
      pages: [
        {
          text: 'Always',
          content: '/OC /L1 BDC BT /F1 12 Tf 50 400 Td (Mallory) Tj ET EMC',
          resources: { Properties: dict({ L1: ref(1000) }) },
        },
      ],
      catalog: { OCProperties: dict({ OCGs: [ref(1000)], D: dict({ OFF: off ? [ref(1000)] : [] }) }) },
      objects: { 1000: dict({ Type: name('OCG'), Name: literal('L1') }) },
    });

  test.each([
    ['a hidden layer leaves nothing behind', true, false],
    ['a shown layer stays', false, true],
  ])('%s', async (_, off, shown) => {
    const { bytes, changes } = await normalised(layered(off));
    const renderer = await rendererOf(bytes);
    expect(renderer.pageText(0)).toContain('Always');
    expect(renderer.pageText(0).includes('Mallory')).toBe(shown);
    renderer.close();
    expect(latin1Text(bytes)).not.toMatch(/OCProperties|\/OCG/);
    expect(changes).toEqual(['layers-flattened']);
  });
});

describe('what a reader with assistive technology needs stays (A-11)', () => {
  test('structure tree, language and title survive', async () => {
    const file = makePdf({
      title: 'Lease of berth 12',
      pages: [
        {
          content: '/H1 <</MCID 0>> BDC BT /F1 20 Tf 50 700 Td (Lease) Tj ET EMC',
          entries: { StructParents: 0 },
        },
      ],
      catalog: { StructTreeRoot: ref(1000), MarkInfo: dict({ Marked: true }), Lang: literal('en-GB') },
      objects: {
        1000: dict({
          Type: name('StructTreeRoot'),
          K: [ref(1001)],
          ParentTree: dict({ Nums: [0, [ref(1001)]] }),
        }),
        1001: dict({ Type: name('StructElem'), S: name('H1'), P: ref(1000), Pg: ref(pageNumber(0)), K: 0 }),
      },
    });
    const text = latin1Text((await normalised(file)).bytes);
    for (const kept of [
      '/StructTreeRoot',
      '/S /H1',
      '/ParentTree',
      '/StructParents 0',
      '(en-GB)',
      'Lease of berth',
    ]) {
      expect(text).toContain(kept);
    }
  });
});

test('bookmarks lead where they led, and run nothing', async () => {
  const file = makePdf({
    pages: [{ text: 'Terms' }, { text: 'Annex' }],
    catalog: { Outlines: ref(1000), Dests: dict({ annex: [ref(pageNumber(1)), name('Fit')] }) },
    objects: {
      1000: dict({ First: ref(1001), Last: ref(1002) }),
      1001: dict({ Title: literal('Terms'), Dest: [ref(pageNumber(0)), name('FitH'), 700], Next: ref(1002) }),
      1002: dict({
        Title: literal('Annex'),
        A: dict({ S: name('GoTo'), D: name('annex') }),
        Next: ref(1003),
      }),
      1003: dict({ Title: literal('Surprise'), A: dict({ S: name('Launch'), F: literal('calc.exe') }) }),
    },
  });
  const text = latin1Text((await normalised(file)).bytes);
  expect(text).toMatch(/\/Title \(Terms\).*\/Dest \[\d+ 0 R \/FitH 700\]/);
  expect(text).toMatch(/\/Title \(Annex\).*\/Dest \[\d+ 0 R \/Fit\]/);
  expect(text).toContain('(Surprise)');
  expect(text).not.toMatch(/Launch|calc/);
});

test('a flattened field keeps its place in the structure tree (A-11)', async () => {
  const file = makePdf({
    pages: [{ content: '/P <</MCID 0>> BDC EMC', entries: { StructParents: 0, Annots: [ref(1010)] } }],
    catalog: { StructTreeRoot: ref(1000), AcroForm: dict({ Fields: [ref(1010)] }) },
    objects: {
      1000: dict({
        Type: name('StructTreeRoot'),
        K: [ref(1001), ref(1002)],
        ParentTree: dict({ Nums: [0, [ref(1001)], 1, ref(1002)] }),
      }),
      1001: dict({ Type: name('StructElem'), S: name('P'), P: ref(1000), Pg: ref(pageNumber(0)), K: 0 }),
      1002: dict({
        Type: name('StructElem'),
        S: name('Form'),
        P: ref(1000),
        K: [dict({ Type: name('OBJR'), Obj: ref(1010), Pg: ref(pageNumber(0)) })],
      }),
      1010: dict({
        ...{ Type: name('Annot'), Subtype: name('Widget'), FT: name('Tx'), T: literal('name') },
        ...{ Rect: [50, 50, 90, 60], StructParent: 1, AP: dict({ N: ref(1011) }) },
      }),
      1011: stream({ BBox: [0, 0, 40, 10] }, latin1Bytes('0 0 40 10 re f')),
    },
  });
  const text = latin1Text((await normalised(file)).bytes);
  expect(text).toContain('/Form <</MCID 1>> BDC\nq\n');
  expect(text).toMatch(/\/K \[<<\/Type \/MCR\/Pg \d+ 0 R\/MCID 1>>\]/);
  expect(text).toMatch(/\/Nums \[0 \[\d+ 0 R \d+ 0 R\] 1 \d+ 0 R\]/);
  expect(text).not.toContain('OBJR');
});

describe('refusals say what to do', () => {
  test('no PDF, or a PDF inside something else', async () => {
    expect(await refusalOf(latin1Bytes('PK\x03\x04 and then %PDF-1.7'))).toBe('pdf-not-a-pdf');
    expect(await refusalOf(latin1Bytes('hello'))).toBe('pdf-not-a-pdf');
    expect(await refusalOf(new Uint8Array(0))).toBe('pdf-not-a-pdf');
  });

  test('nothing but a header', async () => {
    expect(await refusalOf(latin1Bytes('%PDF-1.7\nnothing here\n%%EOF'))).toBe('pdf-damaged');
  });

  test('more than 500 pages', async () => {
    const pages = Array.from({ length: 501 }, () => ({}));
    expect(await refusalOf(makePdf({ pages }))).toBe('pdf-too-many-pages');
  });

  test('a file that is signed already', async () => {
    const file = makePdf({
      pages: [{}],
      catalog: { AcroForm: dict({ Fields: [ref(1000)] }) },
      objects: {
        1000: dict({ FT: name('Sig'), T: literal('s'), V: ref(1001) }),
        1001: dict({ Type: name('Sig'), ByteRange: [0, 1, 2, 3], Contents: literal('x') }),
      },
    });
    expect(await refusalOf(file)).toBe('pdf-signed');
  });

  test('a dynamic form', async () => {
    const catalog = { AcroForm: dict({ Fields: [], XFA: literal('<xdp/>') }), NeedsRendering: true };
    expect(await refusalOf(makePdf({ pages: [{ text: 'Please wait...' }], catalog }))).toBe(
      'pdf-dynamic-form',
    );
  });

  test('a page tree that is its own kid ends', async () => {
    const file = makePdf({
      pages: [{}],
      objects: { 2: dict({ Type: name('Pages'), Kids: [ref(2)], Count: 1 }) },
    });
    expect(['accepted', 'pdf-damaged', 'pdf-cannot-be-prepared']).toContain(await refusalOf(file));
  });
});

describe('damage is repaired', () => {
  const whole = makePdf({ pages: [{ text: 'Terms and conditions' }] });
  test.each([
    ['a wrong startxref', latin1Text(whole).replace(/startxref\n\d+/, 'startxref\n17')],
    ['a cut-off end', latin1Text(whole).slice(0, latin1Text(whole).indexOf('xref'))],
    ['offsets that are all wrong', latin1Text(whole).replace('%PDF-1.7\n', '%PDF-1.7\n% a line more\n')],
  ])('%s', async (_, damaged) => {
    const { bytes, changes } = await normalised(latin1Bytes(damaged));
    expect(changes).toContain('repaired');
    const renderer = await rendererOf(bytes);
    expect(renderer.pageText(0)).toContain('Terms and conditions');
    renderer.close();
  });
});
