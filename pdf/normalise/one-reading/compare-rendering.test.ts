import { describe, expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { latin1Bytes } from '../../objects/objects.ts';
import { openRenderer } from '../../render/pdfium.ts';
import { compareRendering } from './compare-rendering.ts';
import type { Comparison } from './compare-rendering.ts';
import type { PageGeometry } from '../source/page-geometry.ts';

const page: PageGeometry = { width: 595, height: 842, rotate: 0, crop: [0, 0, 595, 842], userUnit: 1 };

async function compare(
  before: Uint8Array,
  after: Uint8Array,
  mayShowMore = false,
): Promise<Comparison | 'unreadable'> {
  const shown = await openRenderer(after);
  if ('failed' in shown) return 'unreadable';
  try {
    return await compareRendering(before, shown, { pages: [page, page], mayShowMore });
  } finally {
    shown.close();
  }
}

const lease = (rent: string): Uint8Array =>
  makePdf({ pages: [{ text: `Rent: ${rent} a month` }, { text: 'Annex' }] });

describe('rendering comparison', () => {
  test('detects no difference in an identical file', async () => {
    expect(await compare(lease('100'), lease('100'))).toBe('same');
  });

  test('detects a single changed digit', async () => {
    expect(await compare(lease('100'), lease('900'))).toEqual({ page: 0 });
  });

  test('accepts edges that are rounded differently, but nothing that moved further', async () => {
    const moved = (by: number, text = 'Rent: 100 a month'): Uint8Array => {
      const row = `BT /F1 9 Tf 1 0 0 1 ${40 + by} 700 Tm 24 TL ${`(${text}) Tj T* `.repeat(20)}ET`;
      return makePdf({ pages: [{ content: row }, {}] });
    };
    expect(await compare(moved(0), moved(0.2))).toBe('same');
    expect(await compare(moved(0), moved(1.5))).toEqual({ page: 0 });
    expect(await compare(moved(0), moved(0.2, 'Rent: 700 a month'))).toEqual({ page: 0 });
  });

  test('detects a missing page', async () => {
    const cut = makePdf({ pages: [{ text: 'Rent: 100 a month' }] });
    expect(await compare(lease('100'), cut)).toEqual({ page: 1 });
  });

  test('detects additional content, which is accepted only after a repair', async () => {
    const more = makePdf({ pages: [{ text: 'Rent: 100 a month\nno pets' }, { text: 'Annex' }] });
    expect(await compare(lease('100'), more)).toEqual({ page: 0 });
    expect(await compare(lease('100'), more, true)).toBe('same');
    expect(await compare(more, lease('100'), true)).toEqual({ page: 0 });
  });

  test('cannot compare anything if PDFium cannot read the original', async () => {
    const unreadable = latin1Bytes('%PDF-1.7\nnothing');
    expect(await compare(unreadable, makePdf({ pages: [{}, {}] }))).toBe('shows-nothing');
    expect(await compare(unreadable, lease('100'))).toBe('same');
  });
});
