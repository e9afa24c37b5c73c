import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { changedPixels, lookAt } from '#testing/judges/look-at.ts';
import type { Picture } from '#testing/judges/read-ppm.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import type { PageToMake } from '#testing/pdfs/make-pdf.ts';
import { casesOfRun } from '#testing/long-run.ts';
import { readKeptInk, type PackedInk } from '../image/packed-ink.ts';
import type { Matrix } from './canvas.ts';
import { composePdf } from './compose-pdf.ts';
import type { Stamp } from './draw-stamp.ts';

const plain = { appendix: [], attachments: [], info: { title: 'Quay lease' } };

describe('stamps on the displayed page', () => {
  // The reader always sees 300 × 200 pt. The box is 40 pt from the left and 30 pt from the bottom.
  const box = { x: 40, y: 30, width: 120, height: 36 };
  const pages: [string, PageToMake, Matrix][] = [
    ['upright', { mediaBox: [0, 0, 300, 200] }, [1, 0, 0, 1, 40, 30]],
    ['rotated by 90', { mediaBox: [0, 0, 200, 300], rotate: 90 }, [0, 1, -1, 0, 200 - 30, 40]],
    ['rotated by 180', { mediaBox: [0, 0, 300, 200], rotate: 180 }, [-1, 0, 0, -1, 300 - 40, 200 - 30]],
    ['rotated by 270', { mediaBox: [0, 0, 200, 300], rotate: 270 }, [0, -1, 1, 0, 30, 300 - 40]],
    ['cropped', { mediaBox: [-50, -20, 400, 400], cropBox: [10, 60, 310, 260] }, [1, 0, 0, 1, 50, 90]],
    ['in units of 2 pt', { mediaBox: [0, 0, 150, 100], userUnit: 2 }, [0.5, 0, 0, 0.5, 20, 15]],
  ];
  const contents = {
    text: { kind: 'text', text: 'Grace Lindqvist' },
    picture: { kind: 'image', ink: wave(600, 200), alt: 'Signature of Grace Lindqvist' },
    'check mark': { kind: 'check', checked: true },
  } as const;

  for (const [what, content] of Object.entries(contents)) {
    test.each(casesOfRun(pages, what === 'text' ? 1 : 3))(
      `${what}, %s: the stamp is inside its box, and nothing else changes`,
      async (_, page, matrix) => {
        const base = makePdf({ pages: [{ text: 'Lease', ...page }] });
        const stamp = { page: 0, matrix, width: box.width, height: box.height, ...content };
        const composed = await composePdf({ ...plain, base, stamps: [stamp] });
        // Poppler ignores UserUnit. Rendering larger by that factor makes a pixel a displayed point again.
        const before = await lookAt(base, 1, page.userUnit);
        const changed = changedPixels(before, await lookAt(composed, 1, page.userUnit));
        expect(changed.length).toBeGreaterThan(40);
        // Allows one additional pixel for antialiasing.
        const outside = changed.filter(([x, fromTop]) => {
          const y = before.height - fromTop;
          return x < box.x - 1 || x > box.x + box.width + 1 || y < box.y - 1 || y > box.y + box.height + 2;
        });
        expect(outside).toEqual([]);
      },
    );
  }

  const tight = { page: 0, matrix: [1, 0, 0, 1, 40, 30] as const, width: 90, height: 14 };
  test.each([
    'gjpqy ÅÉẾỗ',
    'ที่นี่ น้ำ ปู่ ฏ',
    'مُحَمَّد العربي إلى',
    'हिन्दी ट्ट्रू र्कै',
    'S\u0323\u0307\u0303\u0302\u0304\u0301',
  ])('a tight box contains %s with all its marks', async (value) => {
    const base = makePdf({ pages: [{ mediaBox: [0, 0, 300, 200] }] });
    // Renders four pixels per point.
    const before = await lookAt(base, 1, 4);
    for (const face of ['sans', 'great-vibes', 'caveat'] as const) {
      const stamps: Stamp[] = [{ ...tight, kind: 'text', text: value, face }];
      const after = await lookAt(await composePdf({ ...plain, base, stamps }), 1, 4);
      const changed = changedPixels(before, after);
      expect(changed.length).toBeGreaterThan(40);
      const outside = changed.filter(([x, y]) => x < 39 * 4 || x > 131 * 4 || y > 171 * 4 || y < 155 * 4);
      expect(outside).toEqual([]);
    }
  });

  test('a stamp appears upright to the reader', async () => {
    for (const [, page, matrix] of pages) {
      const base = makePdf({ pages: [page] });
      const png = new PNG({ width: 2, height: 2 });
      // Full ink at the upper left, half at the lower left, none at the right.
      png.data.set([15, 20, 51, 255, 0, 0, 0, 0, 15, 20, 51, 128, 0, 0, 0, 0]);
      const picture = { kind: 'image' as const, ink: readKeptInk(PNG.sync.write(png)) };
      const stamps = [{ page: 0, matrix, width: 40, height: 40, ...picture }];
      const composed = await lookAt(await composePdf({ ...plain, base, stamps }), 1, page.userUnit);
      const red = (x: number, y: number) => colorAt(composed, x, y)[0]!;
      expect(red(50, 200 - 60)).toBeLessThan(30);
      expect(red(70, 200 - 60)).toBe(255);
      expect(red(50, 200 - 40)).toBeGreaterThan(100);
      expect(red(50, 200 - 40)).toBeLessThan(170);
    }
  });
});

describe('picture stamps', () => {
  const place = { page: 0, matrix: [1, 0, 0, 1, 40, 30] as const, width: 120, height: 40 };
  const onGreen = makePdf({ pages: [{ content: '0.8 1 0.8 rg 0 0 1000 1000 re f' }] });
  const stamped = (stamp: Stamp): Promise<Picture> =>
    composePdf({ ...plain, base: onGreen, stamps: [stamp] }).then((bytes) => lookAt(bytes));

  test('blue print does not make anything below it lighter', async () => {
    const black = makePdf({ pages: [{ content: '0 g 40 30 120 40 re f' }] });
    const text = {
      kind: 'text',
      text: 'MMMMMMMM',
      size: 24,
      color: [0.08, 0.2, 0.65],
      blended: true,
    } as const;
    const stamps: Stamp[] = [
      { ...place, ...text },
      { ...place, matrix: [1, 0, 0, 1, 40, 100], ...text },
    ];
    const printed = await lookAt(await composePdf({ ...plain, base: black, stamps }));
    const before = await lookAt(black);
    expect(changedPixels(before, printed).filter(([, fromTop]) => before.height - fromTop < 75)).toEqual([]);
    expect(changedPixels(before, printed).length).toBeGreaterThan(100);
  });

  test('a transparent background keeps the print below visible', async () => {
    const { data } = await stamped({ ...place, kind: 'image', ink: wave(300, 100) });
    const whitish = Array.from({ length: data.length / 4 }, (_, at) => data[at * 4] ?? 0).filter(
      (red) => red > 210,
    );
    expect(whitish).toEqual([]);
  });

  test('a signature picture is drawn in the pen color, and does not make anything below it lighter', async () => {
    const drawn = await stamped({ ...place, kind: 'image', ink: wave(300, 100) });
    const inks = Array.from({ length: drawn.data.length / 4 }, (_, at) => [
      ...drawn.data.subarray(at * 4, at * 4 + 3),
    ]);
    // The pen color [15, 20, 51] multiplied with the green. Engines may round differently.
    const darkest = inks.toSorted((one, other) => one[0]! + one[1]! - other[0]! - other[1]!)[0]!;
    [12, 20, 41].forEach((value, channel) => expect(Math.abs(darkest[channel]! - value)).toBeLessThan(3));
  });

  test('an opaque light picture does not make dark content below it lighter', async () => {
    const black = makePdf({ pages: [{ content: '0 g 0 0 1000 1000 re f' }] });
    const sheet = new PNG({ width: 120, height: 40 });
    sheet.data.fill(255);
    for (let x = 20; x < 100; x++) sheet.data.set([90, 90, 90, 255], (20 * 120 + x) * 4);
    const stamps: Stamp[] = [{ ...place, kind: 'image', ink: readKeptInk(PNG.sync.write(sheet)) }];
    const composed = await composePdf({ ...plain, base: black, stamps });
    expect(changedPixels(await lookAt(black), await lookAt(composed))).toEqual([]);
  });

  test('a picture is embedded only once, however often it is drawn', async () => {
    const stamps = [1, 2, 3].map((at): Stamp => ({
      ...place,
      matrix: [1, 0, 0, 1, 40, 60 * at],
      kind: 'image',
      ink: wave(300, 100),
    }));
    const composed = await composePdf({ ...plain, base: onGreen, stamps });
    // Counts the picture and its soft mask.
    expect(
      Buffer.from(composed)
        .toString('latin1')
        .match(/\/Subtype \/Image/g),
    ).toHaveLength(2);
  });
});

/** Returns a wave of ink on a transparent background. */
function wave(width: number, height: number): PackedInk {
  const png = new PNG({ width, height });
  for (let x = 0; x < width; x++) {
    const y = Math.round(height / 2 + (height / 2 - 4) * Math.sin(x / 20));
    for (let thick = -3; thick <= 3; thick++) png.data.set([20, 30, 90, 255], ((y + thick) * width + x) * 4);
  }
  return readKeptInk(PNG.sync.write(png));
}

const colorAt = ({ data, width }: Picture, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
];
