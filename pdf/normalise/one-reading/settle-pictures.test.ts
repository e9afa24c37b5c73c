import { expect, test } from 'vitest';
import { engineDisagreements } from '#testing/judges/engines/compare-engines.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { dict, name, ref, stream } from '../../objects/objects.ts';
import { normalisePdf } from '../normalise-pdf.ts';

const picture = (entries: object, bytes: readonly number[]): Uint8Array =>
  makePdf({
    pages: [{ content: 'q 400 0 0 60 60 600 cm /X Do Q', resources: { XObject: dict({ X: ref(1000) }) } }],
    objects: {
      1000: stream(
        {
          Type: name('XObject'),
          Subtype: name('Image'),
          BitsPerComponent: 8,
          Interpolate: true,
          ColorSpace: name('DeviceGray'),
          ...entries,
        },
        Uint8Array.from(bytes),
      ),
    },
  });

test.each([
  ['grey', { Width: 2, Height: 1 }, [0, 255]],
  ['one pixel above the other', { Width: 1, Height: 2 }, [0, 255]],
  [
    'in colors',
    { Width: 2, Height: 2, ColorSpace: name('DeviceRGB') },
    [0, 0, 0, 255, 0, 0, 0, 255, 0, 255, 255, 255],
  ],
])(
  'a picture of a few large pixels blends at the same places in all programs: %s',
  async (_, entries, bytes) => {
    const base = await normalisePdf(picture(entries, bytes));
    if ('refused' in base) throw new Error(base.detail);
    expect(await engineDisagreements(base.bytes, base.pages)).toEqual([]);
  },
);

test('refuses a stencil of a few pixels that looks different without smoothing', async () => {
  const stencil = { Width: 8, Height: 1, ColorSpace: undefined, BitsPerComponent: 1, ImageMask: true };
  const result = await normalisePdf(picture(stencil, [0x33]));
  expect(result).toMatchObject({ refused: 'pdf-cannot-be-prepared', page: 1 });
});
