import { describe, expect, test } from 'vitest';
import { missingTools } from '../judges/run-tool.ts';
import { makePdf } from '../pdfs/make-pdf.ts';
import { enginesDisagree } from './engines-agree.ts';

const pages = [{ width: 200, height: 100 }];
const boxes = [{ page: 1, x: 20, y: 20, width: 100, height: 40 }];
const page = (content: string) => ({
  mediaBox: [0, 0, 200, 100] as [number, number, number, number],
  content,
});
const ink = 'q 2 w 25 45 m 60 75 l 110 45 l S Q';
const certificate = page('BT /F1 12 Tf 20 60 Td (Certificate) Tj ET');
/** An operator without its operand. Poppler shows nothing after it. */
const stumble = 'BT Tj ET ';

describe.skipIf(missingTools('pdftoppm').length > 0)('PDFium and poppler on added content', () => {
  const judge = (before: string, added: string, last = certificate) =>
    enginesDisagree({
      base: makePdf({ pages: [page(before)] }),
      sealed: makePdf({ pages: [page(before + added), last] }),
      pages,
      boxes,
    });

  test('the engines agree on ink, words and a certificate', async () => {
    expect(await judge('', ink)).toEqual({ certificate: 0, boxes: 0 });
  });

  test('reports a signature that one engine does not show', async () => {
    expect((await judge('', stumble + ink)).boxes).toBeGreaterThan(40);
  });

  test('reports a certificate that one engine does not show', async () => {
    const odd = page(stumble + certificate.content);
    expect((await judge('', ink, odd)).certificate).toBeGreaterThan(1);
  });

  test('does not attribute earlier differences to the added content', async () => {
    const before = `${stumble}0.5 g 0 0 200 100 re f `;
    expect((await judge(before, ' ')).boxes).toBe(0);
  });
});
