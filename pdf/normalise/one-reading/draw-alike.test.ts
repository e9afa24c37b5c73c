import { describe, expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { normalised, refusalOf, rendererOf } from '#testing/pdfs/normalised.ts';
import { dict, latin1Bytes, latin1Text, name, ref, stream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { normalisePdf } from '../normalise-pdf.ts';

const rent = 'Rent per month: 100';
/** A zero after the rent, drawn as a white line. It is visible only if a program turns white into black. */
const whiteNought = '/G gs 1 1 1 RG 1.2 w 150 806 m 150 814 l 155 814 l 155 806 l s';
/** A white rectangle over the rent. */
const whiteSheet = '/G gs 1 1 1 rg 30 790 200 40 re f';

/**
 * Returns a lease with a drawing behind its text. The drawing uses one graphics state, pattern, form or color
 * space.
 */
const lease = (content: string, resources: Record<string, PdfObject>, objects = {}): Uint8Array =>
  makePdf({ pages: [{ text: rent, content, resources }], objects });

const state = (entries: Record<string, PdfObject>): Record<string, PdfObject> => ({
  ExtGState: dict({ G: dict(entries) }),
});

/** Returns a function with the same value for every input. */
const always = (value: number) => dict({ FunctionType: 2, Domain: [0, 1], C0: [value], C1: [value], N: 1 });

async function inkOf(pdf: Uint8Array): Promise<number> {
  const renderer = await rendererOf(pdf);
  const { rgba } = renderer.renderPage(0, 1);
  renderer.close();
  let ink = 0;
  for (let i = 0; i < rgba.length; i += 4) if (rgba[i]! < 128) ink++;
  return ink;
}

describe('entries that only some programs apply are removed, and the file is refused if it then looks different (P-05)', () => {
  test.each(['TR', 'TR2'])(
    'refuses a transfer function (/%s) that turns a rent of 100 into 1000',
    async (key) => {
      const file = lease(
        whiteNought,
        { ExtGState: dict({ G: ref(1000) }) },
        { 1000: dict({ [key]: always(0) }) },
      );
      expect(await inkOf(file)).toBeGreaterThan(await inkOf(lease('', {})));
      expect(await refusalOf(file)).toBe('pdf-cannot-be-prepared');
    },
  );

  test("such entries are also removed from a graphics state that is part of a stream's dictionary", async () => {
    const file = makePdf({
      pages: [
        {
          text: rent,
          content: whiteNought,
          resources: { ExtGState: ref(1001) },
          entries: { Group: dict({ S: name('Transparency'), Aside: ref(1000) }) },
        },
      ],
      objects: {
        1000: dict({ TR2: always(0) }),
        1001: stream({ G: ref(1000) }, new Uint8Array(0)),
      },
    });
    expect(await refusalOf(file)).toBe('pdf-cannot-be-prepared');
  });

  test('a transfer function without effect is removed', async () => {
    const own = { Type: name('ExtGState'), LW: 3, TR: name('Identity'), TR2: name('Default') };
    const machines = { HT: name('Default'), BG2: name('Default'), UCR2: name('Default') };
    const { bytes, changes } = await normalised(lease(whiteNought, state({ ...own, ...machines })));
    expect(latin1Text(bytes)).toContain('<</G <</Type /ExtGState/LW 3>>>>');
    expect(changes).toEqual([]);
  });

  test('resources and soft masks may use the same names', async () => {
    const mask = dict({ S: name('Alpha'), G: ref(1000) });
    const file = lease(
      '/TR gs 0 0 10 10 re f',
      { ExtGState: dict({ TR: dict({ SMask: mask }) }) },
      { 1000: stream({ Subtype: name('Form'), BBox: [0, 0, 9, 9] }, latin1Bytes('0 0 9 9 re f')) },
    );
    expect(latin1Text((await normalised(file)).bytes)).toMatch(/<<\/TR <<\/SMask <<\/S \/Alpha/);
  });
});

describe('blend modes', () => {
  const blending = (mode: PdfObject): Uint8Array => lease(whiteSheet, state({ BM: mode }));

  test('an unknown blend mode that makes some programs hide the rent is refused', async () => {
    expect(await refusalOf(blending(name('Darken2')))).toBe('pdf-cannot-be-prepared');
  });

  test.each([
    ['a known blend mode', name('Multiply'), 'Multiply'],
    ['the first known blend mode of several', [name('Multiply'), name('Nonsense')], 'Multiply'],
    ['an unknown blend mode', name('Nonsense'), 'Normal'],
    ['several unknown blend modes', [name('Nonsense'), 7], 'Normal'],
    ['the old name of Normal', name('Compatible'), 'Normal'],
  ])('%s', async (_, mode, written) => {
    const { bytes } = await normalised(blending(mode));
    expect(latin1Text(bytes)).toContain(`/G <</BM /${written}>>`);
  });

  test('a list is reduced to one blend mode if programs choose differently', async () => {
    const { bytes } = await normalised(blending([name('Nonsense'), name('Multiply')]));
    expect(latin1Text(bytes)).toContain('/G <</BM /Multiply>>');
  });
});

describe('color spaces that only some programs draw', () => {
  const tint = dict({ FunctionType: 2, Domain: [0, 1], C0: [1], C1: [0], N: 1 });
  const box = '/N cs 1 scn 40 700 50 50 re f';

  test.each([
    ['the color None', [name('Separation'), name('None'), name('DeviceGray'), tint], '/Unnamed'],
    [
      'a list with only the color None',
      [name('DeviceN'), [name('None')], name('DeviceGray'), tint],
      '[/Unnamed0]',
    ],
  ])('%s is drawn in its alternate color', async (_, space, written) => {
    const { bytes } = await normalised(lease(box, { ColorSpace: dict({ N: space }) }));
    expect(latin1Text(bytes)).toContain(` ${written} /DeviceGray`);
    expect(await inkOf(bytes)).toBeGreaterThan(2000);
  });

  test('the ink None beside another ink is renamed, because MuPDF would draw neither', async () => {
    const both = dict({
      FunctionType: 0,
      Domain: [0, 1, 0, 1],
      Range: [0, 1],
      Size: [2, 2],
      BitsPerSample: 8,
    });
    const mixed = [name('DeviceN'), [name('Gold'), name('None')], name('DeviceGray'), ref(1000)];
    const file = lease(
      '/N cs 1 0 scn 40 700 50 50 re f',
      { ColorSpace: dict({ N: mixed }) },
      { 1000: stream(Object.fromEntries(both), Uint8Array.of(255, 0, 255, 0)) },
    );
    expect(latin1Text((await normalised(file)).bytes)).toContain('[/Gold /Unnamed1]');
  });

  test('a spot color that replaces gray is removed', async () => {
    const invisible = dict({ FunctionType: 2, Domain: [0, 1], C0: [1], C1: [1], N: 1 });
    const spot = [name('Separation'), name('Gold'), name('DeviceGray'), invisible];
    const { bytes } = await normalised(lease('', { ColorSpace: dict({ DefaultGray: spot, S: spot }) }));
    expect(latin1Text(bytes)).not.toContain('DefaultGray');
    expect(latin1Text(bytes)).toContain('/S [/Separation /Gold');
  });
});

test('a form without a box, which some programs do not draw, gets an unlimited box', async () => {
  const form = stream({ Subtype: name('Form') }, latin1Bytes('40 700 50 50 re f'));
  const file = lease('/X Do', { XObject: dict({ X: ref(1000) }) }, { 1000: form });
  const { bytes } = await normalised(file);
  expect(latin1Text(bytes)).toContain('/BBox [-1000000 -1000000 1000000 1000000]');
  expect(await inkOf(bytes)).toBe(await inkOf(file));
});

test.each(['XStep', 'YStep'])(
  'empties a pattern without a distance between its tiles (/%s 0), as most programs draw it',
  async (key) => {
    const tiles = { PatternType: 1, PaintType: 1, TilingType: 1, BBox: [0, 0, 10, 10], XStep: 10, YStep: 10 };
    const pattern = stream({ ...tiles, [key]: 0, Resources: dict({}) }, latin1Bytes('0 0 5 5 re f'));
    const file = lease(
      '/Pattern cs /P scn 40 700 50 50 re f',
      { Pattern: dict({ P: ref(1000) }) },
      { 1000: pattern },
    );
    const { bytes, changes } = await normalised(file);
    expect(changes).toEqual([]);
    expect(latin1Text(bytes)).toMatch(/\/XStep 100\/YStep 100\/Resources <<>>\/Length 0>>/);
    expect(await inkOf(bytes)).toBe(await inkOf(lease('', {})));
  },
);

describe('boxes, matrices and color spaces that programs read differently', () => {
  const square = latin1Bytes('40 700 50 50 re f');
  test.each<[string, Record<string, PdfObject>, string]>([
    [
      'a matrix of three numbers is removed',
      { BBox: [0, 0, 500, 800], Matrix: [1, 0, 0] },
      '/BBox [0 0 500 800]',
    ],
    ['a box of five numbers keeps the first four', { BBox: [0, 0, 500, 800, 9] }, '/BBox [0 0 500 800]'],
    ['a box starts at its lower left corner', { BBox: [500, 800, 0, 0] }, '/BBox [0 0 500 800]'],
  ])('%s', async (_, entries, written) => {
    const form = stream({ Subtype: name('Form'), ...entries }, square);
    const { bytes } = await normalised(lease('/X Do', { XObject: dict({ X: ref(1000) }) }, { 1000: form }));
    expect(latin1Text(bytes)).toContain(written);
    expect(latin1Text(bytes)).not.toContain('/Matrix');
  });

  const space = (given: PdfObject, content = '/C cs 0.5 scn 40 700 50 50 re f', objects = {}) =>
    lease(content, { ColorSpace: dict({ C: given }) }, objects);
  const tint = dict({ FunctionType: 2, Domain: [0, 1], C0: [1], C1: [0], N: 1 });

  test('a broken profile is replaced by the device space with the same number of components', async () => {
    const broken = stream({ N: 3, Alternate: name('DeviceCMYK') }, latin1Bytes('bogus'));
    const file = space([name('ICCBased'), ref(1000)], '/C cs 0 0 0 scn 40 700 50 50 re f', { 1000: broken });
    expect(latin1Text((await normalised(file)).bytes)).toContain('/C [/DeviceRGB]');
  });

  const calibrated = (family: string, gamma: PdfObject, color: string) =>
    space(
      [name(family), dict({ WhitePoint: [0.95, 1, 1.09], Gamma: gamma })],
      `/C cs ${color} scn 40 700 50 50 re f`,
    );

  test('a curve that turns gray into black is refused if PDFium applies it', async () => {
    expect(await refusalOf(calibrated('CalRGB', [200, 200, 200], '0.97 0.97 0.97'))).toBe(
      'pdf-cannot-be-prepared',
    );
  });

  test.each([
    [200, '[/DeviceGray]'],
    [2.2, '[/CalGray'],
  ])('a curve with the exponent %d', async (gamma, written) => {
    const { bytes } = await normalised(calibrated('CalGray', gamma, '0.97'));
    expect(latin1Text(bytes)).toContain(`/C ${written}`);
  });

  test('an ink with the name of a process color gets the color defined in the file', async () => {
    const file = space([name('Separation'), name('Black'), name('DeviceGray'), tint]);
    expect(latin1Text((await normalised(file)).bytes)).toContain('/Separation /Unnamed');
  });

  test('inks without a color function are refused, and the refusal names the page', async () => {
    const none = dict({ FunctionType: 4, Domain: [0, 1, 0, 1], Range: [0, 1] });
    const inks = [name('DeviceN'), [name('A'), name('B')], name('DeviceGray'), none];
    const result = await normalisePdf(space(inks, '/C cs 1 1 scn 40 700 50 50 re f'));
    expect(result).toMatchObject({ refused: 'pdf-malformed-content', page: 1, words: '1 1 scn' });
  });

  test("a conversion that programs calculate differently is replaced by a table of PDFium's colors", async () => {
    const program = stream(
      { FunctionType: 4, Domain: [0, 1], Range: [0, 1] },
      latin1Bytes('{ 0.5 gt { 0 } { 1 } ifelse }'),
    );
    const ink = [name('Separation'), name('A'), name('DeviceGray'), ref(1000)];
    const file = lease('/C cs 1 scn 40 700 50 50 re f', { ColorSpace: dict({ C: ink }) }, { 1000: program });
    expect(latin1Text((await normalised(file)).bytes)).toMatch(/\/Separation \/A \/DeviceRGB/);
  });

  test('overprint settings are removed', async () => {
    const { bytes } = await normalised(lease('/G gs', state({ OP: true, op: true, OPM: 1, LW: 3 })));
    expect(latin1Text(bytes)).toContain('<</G <</LW 3>>>>');
  });

  test('the group of a soft mask becomes a transparency group', async () => {
    const mask = dict({ S: name('Alpha'), G: ref(1000) });
    const form = stream({ Subtype: name('Form'), BBox: [0, 0, 9, 9] }, latin1Bytes('0 0 9 9 re f'));
    const file = lease('/G gs 0 0 10 10 re f', state({ SMask: mask }), { 1000: form });
    expect(latin1Text((await normalised(file)).bytes)).toContain(
      '/Group <</S /Transparency/CS /DeviceGray>>',
    );
  });
});
