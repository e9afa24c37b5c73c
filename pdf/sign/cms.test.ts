import { createHash, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { opensslVerifyDetached } from '#testing/judges/openssl.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { readSignedData } from '../verify/read-signed-data.ts';
import { MAX_CMS_BYTES, signDigest } from './cms.ts';

const agreement = new TextEncoder().encode('Grace Lindqvist and Linus Okafor agree.');
const digest = createHash('sha256').update(agreement).digest();

describe('CMS signatures', () => {
  test.each([
    { key: 'P-256', intermediate: false },
    { key: 'P-256', intermediate: true },
    { key: 'RSA-2048', intermediate: true },
    { key: 'RSA-3072', intermediate: false },
  ] as const)('openssl accepts a signature as CAdES: $key, intermediate $intermediate', async (options) => {
    const sealer = await makeSealChain(options);
    const cms = await signDigest(digest, sealer);

    const judged = await opensslVerifyDetached(cms, agreement, sealer.rootPem);
    expect(judged).toMatchObject({ accepted: true });
    expect(judged.structure).toContain('id-smime-aa-signingCertificateV2');
    expect(judged.structure).not.toContain('signingTime');
    expect(judged.structure.match(/d\.certificate:/g)).toHaveLength(options.intermediate ? 3 : 2);
  });

  test('openssl rejects a signature over different content or with a different root', async () => {
    const sealer = await makeSealChain();
    const other = await makeSealChain({ organization: 'Mallory' });
    const cms = await signDigest(digest, sealer);

    const altered = new TextEncoder().encode('Grace Lindqvist and Linus Okafor agreed.');
    expect((await opensslVerifyDetached(cms, altered, sealer.rootPem)).accepted).toBe(false);
    expect((await opensslVerifyDetached(cms, agreement, other.rootPem)).accepted).toBe(false);
  });

  test('our own reader returns the original data', async () => {
    const sealer = await makeSealChain({ intermediate: true });
    const read = readSignedData(await signDigest(digest, sealer));
    expect(Buffer.from(read.messageDigest)).toEqual(digest);
    expect(read.certificates.map(Buffer.from)).toEqual(sealer.chain.map(Buffer.from));
    expect(read.algorithm).toBe('ecdsa-sha256');
    expect(read.certificateHashes).toHaveLength(3);
    expect(read).toMatchObject({ timestamp: undefined, hasOtherUnsigned: false });
  });

  test('a key with a different chain seals with that chain and reserves enough space', async () => {
    const sealer = await makeSealChain({ key: 'RSA-2048', intermediate: true });
    const shorter = { ...sealer, chain: sealer.chain.slice(0, 2) };
    for (const { chain } of [sealer, shorter, sealer]) {
      const cms = await signDigest(digest, { ...sealer, chain });
      const read = readSignedData(cms);
      expect(read.certificates).toHaveLength(chain.length);
      expect(read.certificateHashes).toHaveLength(chain.length);
      expect(MAX_CMS_BYTES({ ...sealer, chain })).toBe(cms.length);
    }
  });
});

describe('certificate creation', () => {
  test('Node can read the certificates and their chain', async () => {
    const { chain } = await makeSealChain({ intermediate: true });
    const [leaf, issuing, root] = chain.map((der) => new X509Certificate(der));
    expect(leaf?.subject).toBe('O=Harbour\nCN=Harbour Document Seal');
    expect(leaf?.ca).toBe(false);
    expect(leaf?.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4']);
    expect(leaf?.checkIssued(issuing!)).toBe(true);
    expect(issuing?.verify(root!.publicKey)).toBe(true);
    expect(root?.verify(root.publicKey)).toBe(true);
    expect(root?.validToDate.getTime()).toBe(Date.UTC(2045, 0, 1));
  });
});
