import { expect, test } from 'vitest';
import { prepareSigned } from '#pdf/countersign/prepare-signed.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { signElsewhere } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { pdfTasks } from './pdf-tasks.ts';

test('the preflight countersigns a signed file and checks all its pages', async () => {
  const acme = await makeSealChain({ organization: 'Acme' });
  const signed = (rent: string): Promise<Uint8Array> =>
    signElsewhere(makePdf({ pages: [{ text: 'Lease' }, { text: `Rent: ${rent}` }] }), acme);
  const [uploaded, other] = await Promise.all([signed('1000'), signed('9000')]);
  const prepared = await prepareSigned(uploaded);
  if ('refused' in prepared) throw new Error(prepared.detail);
  const { pages, bytes: base } = prepared;
  const tryOut = (pdf: Uint8Array): ReturnType<typeof pdfTasks.tryOut> =>
    pdfTasks.tryOut({
      composition: { base, stamps: [], appendix: [], attachments: [], info: { title: 'Lease' } },
      additions: { pages, boxes: [] },
      at: Date.UTC(2026, 10, 28),
      uploaded: { pdf, pages },
    });
  expect(await tryOut(uploaded)).toBeUndefined();
  expect(await tryOut(other)).toEqual({
    sentence: 'Page 2 of the signed file does not show what was signed.',
  });
});
