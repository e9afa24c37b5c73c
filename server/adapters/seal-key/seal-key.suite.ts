import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { opensslCmsVerify } from '#testing/judges/openssl.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { missingTools, withFolder } from '#testing/judges/run-tool.ts';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';

const missing = missingTools('pdfsig', 'certutil', 'openssl');
if (missing.length > 0) console.warn(`judges of the seal skipped, not installed: ${missing.join(', ')}`);

/** Tests that every seal key must pass, regardless of its source. */
export function describeSealKey(kind: string, open: () => Promise<SealKey | SealKeyProblem>): void {
  describe(`a seal key: ${kind}`, () => {
    let key: SealKey;
    beforeAll(async () => {
      const opened = await open();
      if ('problem' in opened) throw new Error(opened.problem);
      key = opened;
    });

    test('the key has a certificate chain from the sealing certificate to its root', () => {
      const chain = key.chain.map((der) => new X509Certificate(der));
      chain.slice(1).forEach((issuer, index) => expect(chain[index]?.checkIssued(issuer)).toBe(true));
      expect(new X509Certificate(key.rootPem).raw).toEqual(chain.at(-1)?.raw);
      expect(chain[0]?.ca).toBe(false);
    });

    test('the key describes its certificate', () => {
      const [leaf] = key.chain.map((der) => new X509Certificate(der));
      const described = key.describe();
      expect(described.subject.split(', ')).toEqual(leaf?.subject.split('\n'));
      expect(described.issuer.split(', ')).toEqual(leaf?.issuer.split('\n'));
      expect(described.notAfter).toBe(leaf?.validToDate.getTime());
    });

    test.skipIf(missing.length > 0)(
      'pdfsig, openssl and our own verifier trust the seals under the key’s root',
      async () => {
        const at = Date.now();
        const pdf = await sealPdf({
          pdf: sampleLease(),
          key,
          at,
          name: 'Harbour',
          reason: 'Signed by Grace',
        });
        const root = Uint8Array.from(new X509Certificate(key.rootPem).raw);
        expect(await verifyPdf(pdf, { roots: [root] })).toMatchObject({ verdict: 'sealed-unchanged' });
        expect(await opensslCmsVerify(pdf, key.rootPem)).toMatchObject({ accepted: true });
        await withFolder(async (folder) => {
          await writeFile(join(folder, 'sealed.pdf'), pdf);
          const [judged] = await judgeWithPdfsig(join(folder, 'sealed.pdf'), key.rootPem);
          expect(judged).toMatchObject({
            signature: 'Signature is Valid.',
            certificate: 'Certificate is Trusted.',
            totalDocumentSigned: true,
          });
        });
      },
    );
  });
}
