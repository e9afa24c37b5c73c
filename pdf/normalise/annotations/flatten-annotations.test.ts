import { describe, expect, test } from 'vitest';
import { lookAt } from '#testing/judges/look-at.ts';
import { contentOf } from '#testing/pdfs/content-of.ts';
import { makePdf, pageNumber } from '#testing/pdfs/make-pdf.ts';
import { normalised, rendererOf } from '#testing/pdfs/normalised.ts';
import { dict, latin1Bytes, latin1Text, name, PdfString, ref, stream } from '../../objects/objects.ts';

const literal = (text: string): PdfString => new PdfString(latin1Bytes(text));

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

  test('a checked box remains checked', async () => {
    expect(await bluePixels(widget({ AS: name('Yes'), V: name('Yes') }))).toBeGreaterThan(60);
  });

  test('the displayed value is used, not the stored one (P-03)', async () => {
    expect(await bluePixels(widget({ AS: name('Off'), V: name('Yes') }))).toBe(0);
  });

  test('a hidden field remains hidden', async () => {
    expect(await bluePixels(widget({ AS: name('Yes'), F: 2 }))).toBe(0);
  });

  test('links keep web addresses and destinations in the file, but no other actions', async () => {
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
              link({ A: action({ S: name('URI'), URI: literal('tel:+46-8-123456') }) }),
              link({ Dest: literal('a place that is nowhere'), Border: [0, 0, 0] }),
              link({ Dest: literal('nowhere, with a frame') }),
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
    expect(latin1Text(bytes)).toContain('tel:+46-8-123456');
    // Some readers crash on a link without a destination.
    const links = latin1Text(bytes).match(/<<[^>]*\/Subtype\s*\/Link(?:[^<>]|<<[^>]*>>)*>>/g)!;
    expect(links).toHaveLength(3);
    expect(links.filter((one) => !/\/A <<|\/Dest/.test(one))).toEqual([]);
    expect(latin1Text(bytes)).toMatch(/\/Dest \[\d+ 0 R \/Fit\]/);
    expect(changes).toEqual(['actions-removed']);
  });

  test('the frame of a link covers nothing, even in viewers that draw frames', async () => {
    const broad = dict({
      Type: name('Annot'),
      Subtype: name('Link'),
      Rect: [40, 790, 400, 830],
      C: [1, 1, 1],
      Border: [0, 0, 40],
      BS: dict({ W: 40 }),
      A: dict({ S: name('URI'), URI: literal('https://harbour.example/') }),
    });
    const rent = [{ text: 'Rent per month: 900' }];
    const plain = await normalised(makePdf({ pages: rent }));
    const framed = await normalised(makePdf({ pages: [{ ...rent[0]!, entries: { Annots: [broad] } }] }));
    expect(latin1Text(framed.bytes)).toContain('https://harbour.example/');
    for (const draw of [
      async (bytes: Uint8Array) => (await rendererOf(bytes)).renderPage(0, 1).rgba,
      async (bytes: Uint8Array) => (await lookAt(bytes, 1, 1)).data,
    ])
      expect(await draw(framed.bytes)).toEqual(await draw(plain.bytes));
  });

  test('the appearance of a link becomes part of the page, on paper as on the screen', async () => {
    const sheet = stream(
      { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 100, 20] },
      latin1Bytes('1 1 1 rg 0 0 100 20 re f 0 0 1 rg 0 0 10 20 re f'),
    );
    const link = dict({
      Type: name('Annot'),
      Subtype: name('Link'),
      Rect: [130, 798, 230, 818],
      F: 0,
      C: [1, 0, 0],
      Border: [0, 0, 5],
      A: dict({ S: name('URI'), URI: literal('https://harbour.example/') }),
      AP: dict({ N: ref(1000) }),
    });
    const file = makePdf({
      pages: [{ text: 'Rent per month: 900', entries: { Annots: [link] } }],
      objects: { 1000: sheet },
    });
    const { bytes } = await normalised(file);
    const [kept] = latin1Text(bytes).match(/<<[^>]*\/Subtype\s*\/Link(?:[^<>]|<<[^>]*>>)*>>/)!;
    expect(kept).toContain('/A <<');
    expect(kept).toContain('/F 4');
    expect(kept).toContain('/Border [0 0 0]');
    expect(kept).not.toMatch(/\/AP|\/C /);
    const withoutLink = latin1Bytes(latin1Text(bytes).replace('/Annots', '/Nannot'));
    const [before, after] = await Promise.all([file, withoutLink].map((pdf) => rendererOf(pdf)));
    expect(after!.renderPage(0, 1).rgba).toEqual(before!.renderPage(0, 1).rgba);
  });
});

describe('check boxes in forms', () => {
  const ink = (color: string) =>
    stream(
      { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 10, 10] },
      latin1Bytes(`${color} rg 0 0 10 10 re f`),
    );
  /** Returns a page that draws a frame around each of two boxes, the first of which is unchecked. */
  const form = (catalog: object, states: Record<string, ReturnType<typeof ref>>, lacking = {}): Uint8Array =>
    makePdf({
      pages: [
        {
          content: '1 w 100 100 40 40 re S 200 100 40 40 re S',
          entries: { Annots: [ref(1000), ref(1001), ref(1002)] },
        },
      ],
      catalog: { AcroForm: dict({ Fields: [ref(1000), ref(1001), ref(1002)], ...catalog }) },
      objects: {
        ...Object.fromEntries(
          ['Off', 'Yes'].map((state, at) => [
            1000 + at,
            dict({
              Type: name('Annot'),
              Subtype: name('Widget'),
              FT: name('Btn'),
              T: literal(`box ${at}`),
              Rect: [100 + 100 * at, 100, 140 + 100 * at, 140],
              AS: name(state),
              V: name(state),
              AP: dict({ N: dict(states) }),
            }),
          ]),
        ),
        1002: dict({
          Type: name('Annot'),
          Subtype: name('Widget'),
          FT: name('Tx'),
          T: literal('name'),
          Rect: [300, 100, 400, 140],
          DA: literal('/Helv 12 Tf 0 g'),
          V: literal('Ada'),
          ...lacking,
        }),
        1003: ink('0 0 1'),
        1004: ink('1 1 1'),
      },
    });
  const blueness = async (pdf: Uint8Array): Promise<number[]> => {
    const renderer = await rendererOf(pdf);
    const { width, rgba } = renderer.renderPage(0, 1);
    renderer.close();
    return [120, 220].map(
      (x) => rgba[((842 - 120) * width + x) * 4 + 2]! - rgba[((842 - 120) * width + x) * 4]!,
    );
  };

  test('an unchecked box without an appearance shows the page content', async () => {
    const { bytes, changes } = await normalised(form({}, { Yes: ref(1003) }));
    expect(await blueness(bytes)).toEqual([0, 255]);
    expect(changes).toEqual(['form-flattened']);
  });

  test('an unchecked box also shows the page content if another field has no appearance (as in tax forms)', async () => {
    const { bytes } = await normalised(form({}, { Yes: ref(1003), Off: ref(1004) }));
    expect(await blueness(bytes)).toEqual([0, 255]);
  });

  test('boxes that viewers redraw look the same and remain checked', async () => {
    const original = form({ NeedAppearances: true }, { Yes: ref(1003), Off: ref(1004) });
    const { bytes } = await normalised(original);
    const [before, after] = await Promise.all([original, bytes].map((file) => rendererOf(file)));
    expect(after!.renderPage(0, 1).rgba).toEqual(before!.renderPage(0, 1).rgba);
  });
});

test.each([
  ['', 1],
  [', of a page that stands there twice on the first', 2],
])('a flattened field keeps its place in the structure tree (A-11)%s', async (_, times) => {
  const kids = Array.from({ length: times }, () => ref(pageNumber(0)));
  const file = makePdf({
    pages: [{ content: '/P <</MCID 0>> BDC EMC', entries: { StructParents: 0, Annots: [ref(1010)] } }],
    catalog: { StructTreeRoot: ref(1000), AcroForm: dict({ Fields: [ref(1010)] }) },
    objects: {
      2: dict({ Type: name('Pages'), Kids: kids, Count: times }),
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
        Type: name('Annot'),
        Subtype: name('Widget'),
        FT: name('Tx'),
        T: literal('name'),
        Rect: [50, 50, 90, 60],
        StructParent: 1,
        AP: dict({ N: ref(1011) }),
      }),
      1011: stream({ BBox: [0, 0, 40, 10] }, latin1Bytes('0 0 40 10 re f')),
    },
  });
  const { bytes } = await normalised(file);
  expect(contentOf(bytes)).toContain('/Form <</MCID 1>> BDC\nq\n');
  const text = latin1Text(bytes);
  const first = /\/Kids \[(\d+ 0 R)/.exec(text)![1];
  expect(text).toContain(`/K [<</Type /MCR/Pg ${first}/MCID 1>>]`);
  const marks = Array.from({ length: 1 + times }, () => '\\d+ 0 R').join(' ');
  expect(text).toMatch(new RegExp(`/Nums \\[0 \\[${marks}\\] 1 \\d+ 0 R\\]`));
  expect(text).not.toContain('OBJR');
});
