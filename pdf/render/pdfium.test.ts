import { describe, expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { latin1Bytes } from '../objects/objects.ts';
import { openRenderer, type PageImage } from './pdfium.ts';

describe('rendering and text extraction', () => {
  test('returns the size, the colors from the top, and the text', async () => {
    const renderer = await openRenderer(
      makePdf({
        pages: [{ mediaBox: [0, 0, 200, 100], text: 'Berth 12', content: '1 0 0 rg 0 90 200 10 re f' }],
      }),
    );
    if ('failed' in renderer) throw new Error(renderer.failed);
    expect(renderer.pageCount).toBe(1);
    const { width, height, rgba } = renderer.renderPage(0, 0.5);
    expect([width, height, rgba.length]).toEqual([100, 50, 100 * 50 * 4]);
    expect([...rgba.slice(0, 4)]).toEqual([255, 0, 0, 255]);
    expect([...rgba.slice(-4)]).toEqual([255, 255, 255, 255]);
    expect(renderer.pageText(0)).toContain('Berth 12');
    renderer.close();
  });

  test('renders a rotated page as displayed', async () => {
    const renderer = await openRenderer(makePdf({ pages: [{ mediaBox: [0, 0, 200, 100], rotate: 90 }] }));
    if ('failed' in renderer) throw new Error(renderer.failed);
    expect(renderer.renderPage(0, 1)).toMatchObject({ width: 100, height: 200 });
    renderer.close();
  });

  test('a page that is too long for the requested scale keeps its proportions', async () => {
    const renderer = await openRenderer(makePdf({ pages: [{ mediaBox: [0, 0, 14_000, 700] }] }));
    if ('failed' in renderer) throw new Error(renderer.failed);
    const sides = ({ width, height }: PageImage) => [width, height];
    expect(sides(renderer.renderPage(0, 2))).toEqual([8000, 400]);
    const part = { left: 1000, right: 11_000, top: 100, bottom: 300, page: { width: 14_000, height: 700 } };
    expect(sides(renderer.renderPart(0, 2, part))).toEqual([8000, 160]);
    renderer.close();
  });

  test('a missing page gives an empty image', async () => {
    const renderer = await openRenderer(makePdf({ pages: [{}] }));
    if ('failed' in renderer) throw new Error(renderer.failed);
    expect(renderer.renderPage(7, 1)).toMatchObject({ width: 0, height: 0 });
    expect(renderer.pageText(7)).toBe('');
    renderer.close();
  });

  test('returns a failure for input that is not a PDF, without throwing', async () => {
    expect(await openRenderer(latin1Bytes('hello'))).toEqual({ failed: 'unreadable' });
  });
});
