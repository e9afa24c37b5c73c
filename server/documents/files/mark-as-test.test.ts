import { expect, test } from 'vitest';
import { memoryFileStore } from '#testing/fakes/memory-file-store.ts';
import type { PdfEngine } from '../../ports/pdf-engine.ts';
import { markAsTest } from './mark-as-test.ts';

test('a file whose pages cannot be marked is rejected with the reason and the page', async () => {
  const files = memoryFileStore();
  const baseSha256 = await files.put(new Uint8Array([1]));
  const refusal = {
    refused: 'pdf-picture-damaged',
    detail: 'A picture on page 2 of this PDF is damaged.',
    page: 2,
  };
  const pdf = { markAsTest: () => Promise.resolve(refusal) } as Partial<PdfEngine> as PdfEngine;
  const file = { baseSha256, baseSize: 1, pages: [], notes: [] };
  expect(await markAsTest({ files, pdf }, 'ada', file)).toEqual({
    refused: 'upload-refused',
    detail: refusal.detail,
    parameters: { reason: 'pdf-picture-damaged', page: 2 },
  });
});

test('a file that others have signed cannot be marked, because its pages cannot change', async () => {
  const files = memoryFileStore();
  const notes = [{ code: 'signed-before' as const, pages: [], words: ['Acme, 2026-11-01'] }];
  const file = { baseSha256: 'a', baseSize: 1, pages: [], notes };
  expect(await markAsTest({ files, pdf: {} as PdfEngine }, 'ada', file)).toMatchObject({
    refused: 'upload-refused',
    parameters: { reason: 'pdf-signed', words: 'Acme, 2026-11-01' },
  });
});
