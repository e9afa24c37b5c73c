import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { opensslCmsVerify } from '#testing/judges/openssl.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { pdftotext } from '#testing/judges/poppler.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { missingTools, withFolder } from '#testing/judges/run-tool.ts';
import { reencodeSeal } from '#testing/pki/respell-seal.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import { appendRevision } from '../stamp/append-revision.ts';
import { verifyPdf } from '../verify/verify-pdf.ts';
import { objectIdentifier, octetString, sequence, setOf } from '../verify/canonical-der/der.ts';
import { dict, ref, textString } from '../objects/objects.ts';
import { sealPdf } from './seal-pdf.ts';

const seal = { at: Date.UTC(2026, 10, 20, 13, 24, 5), name: 'Harbour', reason: 'Signed by Grace and Linus' };

const missing = missingTools('pdfsig', 'certutil', 'qpdf', 'openssl');
if (missing.length > 0) console.warn(`judges of the seal skipped, not installed: ${missing.join(', ')}`);

describe.skipIf(missing.length > 0)('sealed files in third-party verifiers', () => {
  test.each([
    { key: 'P-256', intermediate: false },
    { key: 'P-256', intermediate: true },
    { key: 'RSA-2048', intermediate: true },
    { key: 'RSA-3072', intermediate: false },
  ] as const)(
    'pdfsig, openssl and qpdf accept a sealed file: $key, intermediate $intermediate',
    async (options) => {
      const key = await makeSealChain(options);
      const sealed = await sealPdf({ ...seal, pdf: sampleLease(3), key });

      await withFolder(async (folder) => {
        const file = join(folder, 'sealed.pdf');
        await writeFile(file, sealed);
        expect(await judgeWithPdfsig(file, key.rootPem)).toEqual([
          {
            signerName: 'Harbour Document Seal',
            subFilter: 'ETSI.CAdES.detached',
            signature: 'Signature is Valid.',
            certificate: 'Certificate is Trusted.',
            totalDocumentSigned: true,
            signingTime: expect.stringContaining('Nov 20 2026'),
          },
        ]);
        expect(await qpdfCheck(file)).toMatchObject({ clean: true });
        expect(await pdftotext(file)).toContain('Lease of the harbour office, page 3');
      });
      expect(await opensslCmsVerify(sealed, key.rootPem)).toMatchObject({ accepted: true });
    },
  );

  test('pdfsig does not trust the file under another root', async () => {
    const key = await makeSealChain();
    const other = await makeSealChain({ organization: 'Mallory' });
    const sealed = await sealPdf({ ...seal, pdf: sampleLease(), key });
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'sealed.pdf'), sealed);
      const [judged] = await judgeWithPdfsig(join(folder, 'sealed.pdf'), other.rootPem);
      expect(judged?.certificate).not.toBe('Certificate is Trusted.');
    });
  });
});

describe('reserved space for the signature', () => {
  test.each([
    ['the installation’s own authority', {}],
    ['a P-384 key', { key: 'P-384' }],
    ['an RSA key of 4096 bits', { key: 'RSA-4096', intermediate: true }],
    ['the longest chain: forty authorities', { intermediate: true, above: 40 }],
  ] as const)('the space exceeds the needed length by at most a few bytes: %s', async (_, options) => {
    const key = await makeSealChain(options);
    for (let time = 0; time < 8; time += 1) {
      const sealed = await sealPdf({ ...seal, pdf: sampleLease(), key });
      const { cms, room } = roomOf(sealed);
      expect(room - cms).toBeLessThanOrEqual(8);
      if (time > 0) continue;
      expect(await verifyPdf(sealed, { roots: [key.root] })).toMatchObject({ verdict: 'sealed-unchanged' });
      expect(await opensslCmsVerify(sealed, key.rootPem)).toMatchObject({ accepted: true });
    }
  });

  test('the space has room for a timestamp token of the expected length', async () => {
    const key = await makeSealChain({ key: 'RSA-2048', intermediate: true });
    for (const tokenBytes of [1, 90, 250, 1_871, 9_472]) {
      const sealed = await sealPdf({ ...seal, pdf: sampleLease(), key, tokenBytes });
      const token = octetString(new Uint8Array(tokenBytes)).subarray(0, tokenBytes);
      const attribute = sequence(objectIdentifier('1.2.840.113549.1.9.16.2.14'), setOf(token));
      const stamped = reencodeSeal(sealed, () => ({ unsigned: [attribute] }));
      expect(stamped).toHaveLength(sealed.length);
      expect(roomOf(stamped).room).toBe(roomOf(sealed).room);
    }
  });

  test('a seal adds little more to a lease than its certificates and the references to them', async () => {
    const key = await makeSealChain();
    const base = sampleLease();
    const sealed = await sealPdf({ ...seal, pdf: base, key });
    expect(sealed.length - base.length).toBeLessThan(6_000);
  });

  test('the space is also sufficient if the first page is longer than usual', async () => {
    const key = await makeSealChain();
    const links = Array.from({ length: 2_000 }, () => ref(4));
    const pdf = appendRevision(sampleLease(), new Map([[5, dict({ Parent: ref(2), Annots: links })]]));
    const sealed = await sealPdf({ ...seal, pdf, key });
    expect(sealed.subarray(0, pdf.length)).toEqual(pdf);
    expect(await verifyPdf(sealed, { roots: [key.root] })).toMatchObject({ verdict: 'sealed-unchanged' });
  });
});

/** Returns the bytes of the CMS and the number of bytes reserved for it. */
function roomOf(sealed: Uint8Array): { cms: number; room: number } {
  const hex = /\/Contents <([0-9A-F]+)>/.exec(Buffer.from(sealed).toString('latin1'))?.[1] ?? '';
  const padded = Buffer.from(hex, 'hex');
  return { cms: padded.readUInt16BE(2) + 4, room: padded.length };
}

describe('sealing a PDF', () => {
  test('a file composed in two parts is sealed like the whole file', async () => {
    const key = await makeSealChain({ key: 'RSA-2048' });
    const base = sampleLease(2);
    const whole = appendRevision(base, new Map([[4, dict({ Title: textString('Lease, signed') })]]));
    const parts = { pdf: base, revision: whole.subarray(base.length) };
    expect(await sealPdf({ ...seal, ...parts, key })).toEqual(await sealPdf({ ...seal, pdf: whole, key }));
  });

  test('the seal names its field for screen readers (PDF/UA-1, 7.18.4)', async () => {
    const sealed = await sealPdf({ ...seal, pdf: sampleLease(), key: await makeSealChain() });
    expect(Buffer.from(sealed).toString('latin1')).toContain('/TU (Seal of Harbour)');
  });

  test('appends to the file, even if it has several revisions', async () => {
    const key = await makeSealChain();
    const base = appendRevision(sampleLease(2), new Map([[4, dict({ Title: textString('Lease, signed') })]]));
    const sealed = await sealPdf({ ...seal, pdf: base, key });
    expect(sealed.subarray(0, base.length)).toEqual(base);
    expect(await opensslCmsVerify(sealed, key.rootPem)).toMatchObject({ accepted: true });
  });

  test('keeps the annotations of the first page', async () => {
    const key = await makeSealChain();
    const link = dict({ Type: ref(4) });
    const base = sampleLease();
    const page = dict({ Parent: ref(2), Annots: ref(7) });
    const pdf = appendRevision(
      base,
      new Map<number, typeof page | (typeof link)[]>([
        [5, page],
        [7, [link]],
      ]),
    );
    const text = Buffer.from(await sealPdf({ ...seal, pdf, key })).toString('latin1');
    expect(text).toMatch(/\/Annots \[<<\/Type 4 0 R>> \d+ 0 R\]/);
  });

  test('writes everything that PAdES requires and nothing that it forbids', async () => {
    const key = await makeSealChain();
    const text = Buffer.from(await sealPdf({ ...seal, pdf: sampleLease(), key })).toString('latin1');
    const written = ['/SubFilter /ETSI.CAdES.detached', '/M (D:20261120132405Z)', '/SigFlags 3', '/F 132'];
    for (const part of written) expect(text).toContain(part);
    expect(text).toMatch(
      /\/TransformMethod \/DocMDP\/TransformParams <<\/Type \/TransformParams\/P 1\/V \/1\.2>>/,
    );
    expect(text).not.toContain('/Cert ');
  });

  test('refuses a file that is already sealed, and a signature that does not fit', async () => {
    const key = await makeSealChain();
    const sealed = await sealPdf({ ...seal, pdf: sampleLease(), key });
    await expect(sealPdf({ ...seal, pdf: sealed, key })).rejects.toThrow('already contains');
    const rsa = await makeSealChain({ key: 'RSA-2048' });
    const longer = { ...rsa, sign: () => Promise.resolve(new Uint8Array(512)) };
    await expect(sealPdf({ ...seal, pdf: sampleLease(), key: longer })).rejects.toThrow('reserved');
  });
});
