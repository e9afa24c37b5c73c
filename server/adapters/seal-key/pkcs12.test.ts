import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sealPdf } from '#pdf/sign/seal-pdf.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { reencodeSeal } from '#testing/pki/respell-seal.ts';
import { writePkcs12 } from '#testing/pki/pkcs12-file.ts';
import type { Pkcs12Options } from '#testing/pki/pkcs12-file.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import type { SealChainOptions } from '#testing/pki/seal-chain.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openPkcs12 } from './pkcs12.ts';
import { describeSealKey } from './seal-key.suite.ts';

const password = 'harbour wall';
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const kinds: [string, SealChainOptions, Partial<Pkcs12Options>][] = [
  ['PKCS#12, P-256, AES', { key: 'P-256' }, {}],
  ['PKCS#12, P-256, three certificates, triple DES', { intermediate: true }, { cipher: 'triple DES' }],
  ['PKCS#12, RSA-3072, three certificates, AES', { key: 'RSA-3072', intermediate: true }, {}],
  ['PKCS#12, P-384, AES', { key: 'P-384' }, {}],
  ['PKCS#12, RSA-2048, triple DES', { key: 'RSA-2048' }, { cipher: 'triple DES' }],
];
for (const [kind, chain, options] of kinds) {
  describeSealKey(kind, async () => {
    const file = await writePkcs12(temporaryFolder(), await makeSealChain(chain), { password, ...options });
    return openPkcs12({ file, password }, Date.now());
  });
}

describe('openPkcs12', () => {
  test('certificates in any order are sorted', async () => {
    const sealer = await makeSealChain({ intermediate: true });
    const [leaf, issuing, root] = sealer.chain;
    const file = await writePkcs12(folder, sealer, { password, certificates: [leaf!, root!, issuing!] });
    const key = await openPkcs12({ file, password }, Date.now());
    expect('chain' in key && key.chain.map(Buffer.from)).toEqual(sealer.chain.map(Buffer.from));
    expect('describe' in key && key.describe().level).toBe('provided');
  });

  test('a file without the root certificate still works, and a removed certificate is detected', async () => {
    const sealer = await makeSealChain({ intermediate: true });
    const [leaf, issuing] = sealer.chain;
    const file = await writePkcs12(folder, sealer, { password, certificates: [leaf!, issuing!] });
    const key = await openPkcs12({ file, password }, Date.now());
    if ('problem' in key) throw new Error(key.problem);
    const options = { at: Date.now(), name: 'Harbour', reason: 'Signed by Grace' };
    const sealed = await sealPdf({ ...options, pdf: sampleLease(), key });
    for (const root of [sealer.root, issuing!]) {
      expect(await verifyPdf(sealed, { roots: [root] })).toMatchObject({ verdict: 'sealed-unchanged' });
    }
    const cut = reencodeSeal(sealed, ({ certificates }) => ({ certificates: certificates.slice(0, 1) }));
    expect(await verifyPdf(cut, { roots: [issuing!] })).toMatchObject({ verdict: 'seal-broken' });
  });

  test("a certificate without its issuer's certificate is rejected", async () => {
    const sealer = await makeSealChain({ intermediate: true });
    const file = await writePkcs12(folder, sealer, { password, certificates: sealer.chain.slice(0, 1) });
    const key = await openPkcs12({ file, password }, Date.now());
    expect(key).toMatchObject({ problem: expect.stringContaining('Export it with its chain') });
  });

  test('a wrong password is rejected', async () => {
    const file = await writePkcs12(folder, await makeSealChain(), { password });
    expect(await openPkcs12({ file, password: 'guess' }, Date.now())).toEqual({
      problem: 'SEAL_P12_PASSWORD does not open SEAL_P12_FILE.',
    });
  });

  test('a missing file and a file of another type are rejected', async () => {
    const file = join(folder, 'absent.p12');
    const absent = await openPkcs12({ file, password }, Date.now());
    expect(absent).toMatchObject({ problem: expect.stringContaining('SEAL_P12_FILE cannot be read') });
    await writeFile(file, 'a letter');
    const letter = await openPkcs12({ file, password }, Date.now());
    expect(letter).toMatchObject({ problem: expect.stringContaining('SEAL_P12_FILE cannot be used') });
  });

  test('an expired certificate is rejected', async () => {
    const expired = await makeSealChain({ notAfter: Date.now() - 86_400_000 });
    const file = await writePkcs12(folder, expired, { password });
    const key = await openPkcs12({ file, password }, Date.now());
    expect(key).toMatchObject({ problem: expect.stringContaining('not currently valid') });
  });
});
