import fc from 'fast-check';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { boxToPage, clampToPage, liesOnPage, type Matrix, type PageGeometry } from './geometry.ts';

const rotations = [0, 90, 180, 270] as const;
const crops = [
  ['the whole A4 page', undefined],
  ['a crop that starts elsewhere', [40, 60, 440, 760]],
  ['a crop below and left of zero', [-120, -80, 300, 200]],
] as const;
const cases = rotations.flatMap((rotate) =>
  crops.flatMap(([name, cropBox]) => [1, 2, 0.5].map((userUnit) => ({ rotate, name, cropBox, userUnit }))),
);

/**
 * pdf.js serves as an independent reference, because it reads the page from a file and computes its own
 * viewport.
 */
describe('field positions in the viewer', () => {
  test.each(cases)(
    'the position matches with rotation $rotate, $name, user unit $userUnit',
    async ({ rotate, cropBox, userUnit }) => {
      const mediaBox: [number, number, number, number] = [-200, -100, 595, 842];
      const crop = cropBox ? ([...cropBox] as [number, number, number, number]) : undefined;
      await withPage({ mediaBox, rotate, userUnit, ...(crop && { cropBox: crop }) }, (page) => {
        const viewport = page.getViewport({ scale: 1 });
        const geometry: PageGeometry = {
          width: viewport.width,
          height: viewport.height,
          rotate,
          crop: crop ?? mediaBox,
          userUnit,
        };
        const box = { x: 31, y: 47, width: 90, height: 24 };
        const matrix = boxToPage(geometry, box);
        // The corners of the box (y up from the bottom left), and the same corners as displayed (y down).
        for (const [across, up] of [
          [0, 0],
          [90, 0],
          [0, 24],
          [90, 24],
          [12.5, 3.25],
        ] as const) {
          const shown = [box.x + across, box.y + box.height - up] as const;
          const [x, y] = viewport.convertToPdfPoint(...shown) as [number, number];
          const placed = apply(matrix, across, up);
          expect(placed[0]).toBeCloseTo(x, 6);
          expect(placed[1]).toBeCloseTo(y, 6);
        }
      });
    },
  );
});

describe('the transformation matrix', () => {
  const anyPage = fc
    .record({
      rotate: fc.constantFrom(...rotations),
      corner: fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 })),
      size: fc.tuple(fc.integer({ min: 100, max: 2000 }), fc.integer({ min: 100, max: 2000 })),
      userUnit: fc.constantFrom(1, 2, 0.5, 3.7),
    })
    .map(({ rotate, corner: [x, y], size: [across, up], userUnit }): PageGeometry => {
      const lying = rotate === 90 || rotate === 270;
      const [width, height] = lying ? [up, across] : [across, up];
      const crop = [x, y, x + across, y + up] as const;
      return { width: width * userUnit, height: height * userUnit, rotate, crop, userUnit };
    });

  test('preserves lengths and angles, and never mirrors', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const [a, b, c, d] = boxToPage(page, { x: 5, y: 6, width: 70, height: 8 });
        expect(a * d - b * c).toBeCloseTo(1 / page.userUnit ** 2, 9);
        expect(a * c + b * d).toBeCloseTo(0, 9);
      }),
    );
  });

  test('maps the displayed page exactly onto its crop box', () => {
    fc.assert(
      fc.property(anyPage, (page) => {
        const matrix = boxToPage(page, { x: 0, y: 0, width: page.width, height: page.height });
        const corners = [apply(matrix, 0, 0), apply(matrix, page.width, page.height)];
        const xs = corners.map(([x]) => x).sort((one, two) => one - two);
        const ys = corners.map(([, y]) => y).sort((one, two) => one - two);
        [xs[0], ys[0], xs[1], ys[1]].forEach((edge, at) => expect(edge).toBeCloseTo(page.crop[at]!, 6));
      }),
    );
  });
});

describe('fields near the edge of the page', () => {
  const page: PageGeometry = { width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842], userUnit: 1 };

  test.each([
    ['in the center', { x: 200, y: 400, width: 190, height: 48 }, true],
    ['the whole page', { x: 0, y: 0, width: 595, height: 842 }, true],
    ['in the lower right corner', { x: 405, y: 794, width: 190, height: 48 }, true],
    ['beyond the edge by a rounding error', { x: 405.009, y: 0, width: 190, height: 48 }, true],
    ['left of the page', { x: -1, y: 0, width: 190, height: 48 }, false],
    ['above the page', { x: 0, y: -1, width: 190, height: 48 }, false],
    ['beyond the right edge', { x: 406, y: 0, width: 190, height: 48 }, false],
    ['beyond the bottom edge', { x: 0, y: 795, width: 190, height: 48 }, false],
    ['nowhere', { x: Number.NaN, y: 0, width: 190, height: 48 }, false],
    ['endless', { x: 0, y: 0, width: Number.POSITIVE_INFINITY, height: 48 }, false],
  ])('%s: %s', (_, box, lies) => expect(liesOnPage(page, box)).toBe(lies));

  test.each([
    [
      { x: -30, y: -30, width: 190, height: 48 },
      { x: 0, y: 0, width: 190, height: 48 },
    ],
    [
      { x: 900, y: 900, width: 190, height: 48 },
      { x: 405, y: 794, width: 190, height: 48 },
    ],
    [
      { x: 100, y: 100, width: 190, height: 48 },
      { x: 100, y: 100, width: 190, height: 48 },
    ],
    [
      { x: 10, y: 10, width: 1000, height: 1000 },
      { x: 0, y: 0, width: 595, height: 842 },
    ],
  ])('moves %j to %j', (box, moved) => expect(clampToPage(page, box)).toEqual(moved));

  test('clamping moves any box onto the page, keeps its other properties and is idempotent', () => {
    const number = fc.double({ min: -3000, max: 3000, noNaN: true });
    const size = fc.double({ min: 8, max: 3000, noNaN: true });
    fc.assert(
      fc.property(fc.record({ x: number, y: number, width: size, height: size }), (box) => {
        const clamped = clampToPage(page, { ...box, id: 'field' });
        expect(liesOnPage(page, clamped)).toBe(true);
        expect(clamped.id).toBe('field');
        expect(clampToPage(page, clamped)).toEqual(clamped);
      }),
    );
  });
});

function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

async function withPage(
  page: Parameters<typeof makePdf>[0]['pages'][number],
  look: (page: PDFPageProxy) => void,
): Promise<void> {
  const task = getDocument({ data: Uint8Array.from(makePdf({ pages: [page] })), verbosity: 0 });
  try {
    look(await (await task.promise).getPage(1));
  } finally {
    await task.destroy();
  }
}
