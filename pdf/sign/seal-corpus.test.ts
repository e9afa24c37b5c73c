import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { corpus, corpusFiles, hasCorpus } from '#testing/corpus.ts';
import { opensslCmsVerify } from '#testing/judges/openssl.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { structureFaults } from '#testing/judges/structure.ts';
import { missingTools, withFolder } from '#testing/judges/run-tool.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import type { TestSealer } from '#testing/pki/seal-chain.ts';
import { normalisePdf } from '../normalise/normalise-pdf.ts';
import { verifyPdf } from '../verify/verify-pdf.ts';
import { sealPdf } from './seal-pdf.ts';

const missing = [
  ...missingTools('pdfsig', 'certutil', 'qpdf', 'openssl'),
  ...(hasCorpus ? [] : ['../shared/corpus/pdf']),
];
if (missing.length > 0) console.warn(`sealing the corpus skipped, not here: ${missing.join(', ')}`);

describe.skipIf(missing.length > 0)('real-world files, normalized and sealed', () => {
  let key: TestSealer;
  beforeAll(async () => {
    key = await makeSealChain();
  });

  const names = missing.length > 0 ? [] : corpusFiles();
  test.each(names)('%s', { timeout: 60_000 }, async (name) => {
    const normalised = await normalisePdf(await readFile(new URL(name, corpus)));
    // A file that was refused on upload is never sealed.
    if ('refused' in normalised) return;
    const at = Date.UTC(2026, 10, 20);
    const sealed = await sealPdf({ pdf: normalised.bytes, key, at, name: 'Harbour', reason: 'Signed' });

    expect(await verifyPdf(sealed, { roots: [key.root] })).toMatchObject({ verdict: 'sealed-unchanged' });
    expect(await opensslCmsVerify(sealed, key.rootPem)).toMatchObject({ accepted: true });
    await withFolder(async (folder) => {
      const file = join(folder, 'sealed.pdf');
      await writeFile(file, sealed);
      expect(await judgeWithPdfsig(file, key.rootPem)).toMatchObject([
        {
          signature: 'Signature is Valid.',
          certificate: 'Certificate is Trusted.',
          totalDocumentSigned: true,
        },
      ]);
      // Unusual page content is kept, but sealing must not add any problem.
      await writeFile(join(folder, 'base.pdf'), normalised.bytes);
      const { clean } = await qpdfCheck(join(folder, 'base.pdf'));
      expect(await qpdfCheck(file)).toMatchObject({ clean });
      expect(structureFaults(sealed)).toEqual(structureFaults(normalised.bytes));
    });
  });
});
