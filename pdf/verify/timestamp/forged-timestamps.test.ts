import { beforeAll, describe, expect, test } from 'vitest';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { opensslCmsVerify } from '#testing/judges/openssl.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { longRun } from '#testing/long-run.ts';
import { reencodeSeal, withToken } from '#testing/pki/respell-seal.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { makeForgedTokens, type ForgedToken } from '#testing/pki/forge-tokens.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { sealPdf, type Timestamps } from '../../sign/seal-pdf.ts';
import { saveTimestampToken } from '#testing/pki/keep-token.ts';
import { verifyPdf } from '../verify-pdf.ts';

const at = Date.UTC(2026, 10, 22, 18, 0);
const seal = { at, name: 'Harbour', reason: 'Signed by Grace and Linus' };
const missing = missingTools('openssl', 'pdfsig', 'certutil', 'qpdf');

let key: TestSealer;
let authority: TestAuthority;
let forged: ForgedToken[];
/** Sealed files with and without space for a token. */
let bare: Uint8Array;

const stampedBy = (who: TestAuthority, tokenBytes: number, after = 1000): Timestamps => ({
  tokenBytes,
  stamp: (bytes) => saveTimestampToken(who, bytes, at + after),
});
const verify = (bytes: Uint8Array, timestampRoots = [authority.root]) =>
  verifyPdf(bytes, { roots: [key.root], timestampRoots });

beforeAll(async () => {
  key = await makeSealChain({ intermediate: true });
  authority = await makeTimestampAuthority();
  bare = await sealPdf({ ...seal, pdf: sampleLease(), key, tokenBytes: 4000 });
  let signature = new Uint8Array();
  reencodeSeal(bare, (parts) => ((signature = Uint8Array.from(parts.signature)), {}));
  forged = await makeForgedTokens(authority, signature, at);
});

describe('seals with a timestamp', () => {
  test.each([
    ['with enough reserved space', 4000],
    ['with space reserved again for an unusually long token', 100],
  ])('the verifier names the authority, and third-party programs agree: %s', async (_, tokenBytes) => {
    const timestamps = stampedBy(authority, tokenBytes);
    const sealed = await sealPdf({ ...seal, pdf: sampleLease(), key, timestamps });
    expect(await verify(sealed)).toMatchObject({
      verdict: 'sealed-unchanged',
      problems: [],
      timestamps: [
        {
          over: 'signature',
          at: at + 1000,
          authority: 'O=Harbour Time, CN=Harbour Time Clock',
          trusted: true,
        },
      ],
    });
    expect((await verify(sealed, [])).timestamps).toMatchObject([{ trusted: false }]);
    if (missing.length > 0) return;
    const judged = await opensslCmsVerify(sealed, key.rootPem);
    expect(judged.accepted).toBe(true);
    expect(judged.structure).toContain('id-smime-aa-timeStampToken');
    expect(await inFile(sealed, (file) => judgeWithPdfsig(file, key.rootPem))).toMatchObject([
      { signature: 'Signature is Valid.', totalDocumentSigned: true },
    ]);
    expect((await inFile(sealed, qpdfCheck)).clean).toBe(true);
  });

  test('if no authority responds, the seal has no timestamp and no extra space', async () => {
    const timestamps: Timestamps = { tokenBytes: 4000, stamp: () => Promise.resolve(undefined) };
    const [without, never] = [
      await sealPdf({ ...seal, pdf: sampleLease(), key, timestamps }),
      await sealPdf({ ...seal, pdf: sampleLease(), key }),
    ];
    expect(await verify(without)).toMatchObject({ verdict: 'sealed-unchanged', timestamps: [] });
    expect(without.length).toBe(never.length);
  });

  test('detects any byte of the token that Mallory changes', async () => {
    const sealed = await sealPdf({
      ...seal,
      pdf: sampleLease(),
      key,
      timestamps: stampedBy(authority, 1000),
    });
    const text = Buffer.from(sealed).toString('latin1');
    const [, start = 0, end = 0] = /\/ByteRange \[0 (\d+) (\d+) /.exec(text)!.map(Number);
    const from = text.indexOf('060B2A864886F70D010910020E'.toUpperCase(), start);
    expect(from).toBeGreaterThan(0);
    const unnoticed: number[] = [];
    for (let offset = from; offset < end - 1; offset += longRun ? 7 : 35) {
      const changed = Uint8Array.from(sealed);
      changed[offset] = text[offset] === '0' ? 0x31 : 0x30;
      if ((await verify(changed)).verdict === 'sealed-unchanged') unnoticed.push(offset);
    }
    expect(unnoticed).toEqual([]);
  });
});

describe('Mallory’s own tokens in a sealed file', () => {
  test('each variant is detected and named', async () => {
    expect(forged.length).toBeGreaterThanOrEqual(20);
    const actual: { [name: string]: string | undefined } = {};
    const wanted: { [name: string]: string } = {};
    for (const { name, token, problem } of forged) {
      const judged = await verify(withToken(bare, token));
      actual[name] = judged.verdict === 'seal-broken' ? judged.problems[0] : judged.verdict;
      wanted[name] = problem;
    }
    expect(actual).toEqual(wanted);
  });
});
