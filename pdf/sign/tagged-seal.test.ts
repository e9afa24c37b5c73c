import { beforeAll, describe, expect, test } from 'vitest';
import { inFile } from '#testing/judges/look-at.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { missingTools, runTool } from '#testing/judges/run-tool.ts';
import { structureFaults } from '#testing/judges/structure.ts';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { taggedLease, treesOfParents } from '#testing/pdfs/tagged-lease.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import type { TestSealer } from '#testing/pki/seal-chain.ts';
import { composePdf } from '../stamp/compose-pdf.ts';
import { verifyPdf } from '../verify/verify-pdf.ts';
import { sealPdf } from './seal-pdf.ts';

const missing = missingTools('qpdf', 'pdfinfo');
const added = {
  stamps: [{ page: 0, matrix: [1, 0, 0, 1, 100, 400], width: 200, height: 20, kind: 'text', text: 'Grace' }],
  appendix: [{ blocks: [{ kind: 'title', text: 'Certificate' }] }],
  attachments: [],
  info: { title: 'Quay lease' },
} as const;

let key: TestSealer;
beforeAll(async () => {
  key = await makeSealChain();
});
const sealed = (pdf: Uint8Array): Promise<Uint8Array> =>
  sealPdf({ pdf, key, at: Date.UTC(2026, 10, 20), name: 'Harbour', reason: 'Signed' });

describe('the seal field in the structure of a tagged file (PDF/UA-1, 7.18.4)', () => {
  const bases = [
    ...Object.entries(treesOfParents).map(([shape, parents]) => [shape, taggedLease(parents)] as const),
    ['a next key that is taken already', taggedLease(undefined, 0)] as const,
  ];
  test.each(bases)('%s', async (_, base) => {
    for (const pdf of [base, await composePdf({ ...added, base })]) {
      const file = await sealed(pdf);
      expect(structureFaults(file)).toEqual([]);
      // The base is unchanged byte for byte, and the seal covers the additions to it.
      expect(Buffer.compare(file.subarray(0, pdf.length), pdf)).toBe(0);
      expect(await verifyPdf(file, { roots: [key.root] })).toMatchObject({ verdict: 'sealed-unchanged' });
      expect(Buffer.from(file.subarray(pdf.length)).toString('latin1')).toMatch(/\/Tabs \/S\b/);
    }
  });

  test.skipIf(missing.length > 0)('third-party programs can read the structure', async () => {
    const file = await sealed(await composePdf({ ...added, base: taggedLease() }));
    expect(await inFile(file, qpdfCheck)).toMatchObject({ clean: true });
    const shown = await inFile(file, (path) => runTool('pdfinfo', ['-struct', path]));
    expect(Buffer.from(shown.stdout).toString()).toMatch(/Document[^]*H1[^]*Form[^]*Object \d+ 0/);
    expect(shown.stderr).toBe('');
  });

  test('an untagged file remains untagged', async () => {
    const file = Buffer.from(await sealed(makePdf({ pages: [{ text: 'Quay lease agreement' }] })));
    expect(file.toString('latin1')).not.toMatch(/Struct|\/Tabs/);
  });
});
