import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { latin1Bytes } from '../objects/objects.ts';
import { drawThumbnail } from './draw-thumbnail.ts';

const read = (png: Uint8Array | undefined) => PNG.sync.read(Buffer.from(png!));

test('renders the first page with the requested width', async () => {
  const red = { mediaBox: [0, 0, 200, 100], content: '1 0 0 rg 0 90 200 10 re f' } as const;
  const png = await drawThumbnail({
    pdf: makePdf({ pages: [{ ...red, mediaBox: [0, 0, 200, 100] }, {}] }),
    width: 80,
  });
  const picture = read(png);
  expect(picture).toMatchObject({ width: 80, height: 40 });
  expect([...picture.data.slice(0, 4)]).toEqual([255, 0, 0, 255]);
  expect([...picture.data.slice(-4)]).toEqual([255, 255, 255, 255]);
});

test('the height of an extremely tall page is limited', async () => {
  const png = await drawThumbnail({ pdf: makePdf({ pages: [{ mediaBox: [0, 0, 10, 10_000] }] }), width: 80 });
  expect(read(png).height).toBe(160);
});

test('a file that is not a PDF has no thumbnail', async () => {
  expect(await drawThumbnail({ pdf: latin1Bytes('hello'), width: 80 })).toBeUndefined();
});
