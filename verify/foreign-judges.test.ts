import { beforeAll, describe, expect, test } from 'vitest';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { inFile } from '#testing/judges/look-at.ts';
import { opensslChainVerify } from '#testing/judges/openssl-chain.ts';
import { judgeWithPdfbox, missingJars } from '#testing/judges/pdfbox.ts';
import { judgeWithPdfsig } from '#testing/judges/pdfsig.ts';
import { qpdfCheck } from '#testing/judges/qpdf.ts';
import { missingTools } from '#testing/judges/run-tool.ts';
import { longRun } from '#testing/long-run.ts';
import { saveTimestampToken } from '#testing/pki/keep-token.ts';
import { reencodeSeal, withToken } from '#testing/pki/respell-seal.ts';
import { makeSealChain, toPem, type TestSealer } from '#testing/pki/seal-chain.ts';
import { listsAt, augmented, type Revoked } from '#testing/pki/augment.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { verifyFile } from './verify-file.ts';

/*
 * Third-party programs judge each level like this verifier, even many years later. Each run takes several
 * seconds of Java.
 */

const missing = [...missingTools('pdfsig', 'certutil', 'qpdf', 'openssl', 'java'), ...missingJars()];
if (longRun && missing.length > 0) console.warn(`foreign judges skipped, not here: ${missing.join(', ')}`);

const sealedAt = Date.UTC(2026, 10, 22, 18, 0);
const [minute, day] = [60_000, 86_400_000];
const year = (number: number): number => Date.UTC(number, 11, 1);

/** The seal key expires in 2028, the first timestamp authority in 2036, and the other one in 2045. */
let key: TestSealer;
let authority: TestAuthority;
let other: TestAuthority;
const files: Record<string, Uint8Array> = {};
/** The key is revoked in March 2027. One file has a timestamp from before that, and the other has none. */
const stolen = Date.UTC(2027, 2, 1);

describe.skipIf(!longRun || missing.length > 0)('third-party verifiers', () => {
  beforeAll(async () => {
    key = await makeSealChain({ notAfter: year(2028) });
    authority = await makeTimestampAuthority({ notAfter: year(2036) });
    other = await makeTimestampAuthority({ name: 'Quay Time' });
    const bare = await sealedLease({ key, at: sealedAt, tokenBytes: 4000 });
    const timed = withToken(bare, await saveTimestampToken(authority, signatureOf(bare), sealedAt + 1000));
    const lasting = await augmented(timed, sealedAt + day, authority, await lists(sealedAt + day));
    const old = await lists(year(2035));
    const fresh = await lists(year(2035), other);
    const withdrawn = [{ serial: readCertificate(key.chain[0]!).serial, at: stolen, reason: 1 }];
    const after = await lists(Date.UTC(2027, 6, 1), authority, withdrawn);
    Object.assign(files, {
      'B-B': bare,
      'B-T': timed,
      'B-LTA': lasting,
      // Like the product when no authority responded during sealing: adds one timestamp over the whole file
      // later.
      'B-LTA later': await augmented(bare, sealedAt + day, authority, await lists(sealedAt + day)),
      'B-LTA renewed': await augmented(lasting, year(2035), other, [old[1]!, fresh[1]!]),
      'B-LTA too late': await augmented(lasting, year(2037), other, [fresh[1]!]),
      spared: await augmented(timed, Date.UTC(2027, 6, 1), authority, after),
      'not spared': await augmented(bare, Date.UTC(2027, 6, 1), authority, after),
    });
  });

  test.for(['B-B', 'B-T', 'B-LTA', 'B-LTA later', 'B-LTA renewed'])(
    'pdfsig, openssl and qpdf agree at level %s',
    async (name) => {
      const file = files[name]!;
      expect(await level(file, sealedAt + 2 * day)).toContain(name.slice(0, 5).trim());
      expect((await inFile(file, qpdfCheck)).clean).toBe(true);
      const [seal, ...stamps] = await inFile(file, (path) => judgeWithPdfsig(path, key.rootPem));
      expect(seal).toMatchObject({
        signature: 'Signature is Valid.',
        certificate: 'Certificate is Trusted.',
        totalDocumentSigned: stamps.length === 0,
      });
      const clock = name === 'B-LTA renewed' ? year(2036) : sealedAt + 2 * day;
      expect(await openssl(file, clock)).toBe('OK');
      const isLasting = name.startsWith('B-LTA');
      const box = await pdfbox(file, clock);
      expect(box).toMatch(isLasting ? /^valid$/ : /^not valid: (no list speaks of[^;]+(; )?)+$/);
    },
  );

  /**
   * Output of this verifier, of PDFBox with Bouncy Castle, and of openssl, which ignores revocation lists in a
   * file.
   */
  test.for<[string, number, string, RegExp, RegExp]>([
    ['B-LTA', 2031, 'B-LTA TOTAL-PASSED', /^valid$/, /^OK$/],
    ['B-LTA later', 2031, 'B-LTA TOTAL-PASSED', /^valid$/, /^OK$/],
    ['B-LTA renewed', 2041, 'B-LTA TOTAL-PASSED', /^valid$/, /^OK$/],
    ['B-LTA', 2041, 'INDETERMINATE', /timestamp is not good at 2041/, /expired/],
    ['B-LTA too late', 2041, 'INDETERMINATE', /timestamp is not good at 2037/, /expired/],
    ['B-T', 2031, 'INDETERMINATE', /no list speaks/, /^OK$/],
    ['B-B', 2031, 'INDETERMINATE OUT_OF_BOUNDS_NO_POE', /seal is not good at 2031/, /expired/],
    ['spared', 2031, 'B-LTA TOTAL-PASSED', /^valid$/, /^OK$/],
    ['not spared', 2031, 'INDETERMINATE REVOKED_NO_POE', /withdrawn before 2027-07/, /^OK$/],
  ])('the verifiers report %s in %i', async ([name, when, ours, box, ssl]) => {
    const file = files[name]!;
    expect(await level(file, year(when))).toContain(ours);
    expect(await pdfbox(file, year(when))).toMatch(box);
    expect(await openssl(file, year(when))).toMatch(ssl);
  });

  test('openssl with the weekly revocation list rejects a revoked key', async () => {
    const at = sealedAt + day + minute;
    const [genuine] = await lists(at);
    expect(await openssl(files['B-B']!, at, pem(genuine!))).toBe('OK');
    const serial = readCertificate(key.chain[0]!).serial;
    const [harmful] = await lists(at, authority, [{ serial, at: sealedAt, reason: 1 }]);
    expect(await openssl(files['B-B']!, at, pem(harmful!))).toContain('certificate revoked');
  });

  test('all verifiers reject a file with one changed byte anywhere', async () => {
    const file = files['B-LTA later']!;
    for (const at of [9, Math.floor(files['B-B']!.length / 3), files['B-B']!.length - 5]) {
      const changed = Uint8Array.from(file);
      changed[at] = changed[at]! ^ 1;
      expect(await level(changed, sealedAt + 2 * day)).toMatch(/^changed/);
      expect(await pdfbox(changed, sealedAt + 2 * day)).not.toBe('valid');
      expect(await openssl(changed, sealedAt + 2 * day)).not.toBe('OK');
    }
  });
});

const lists = (at: number, of = authority, revoked: Revoked = []) => listsAt(at, { key, of, revoked });

function signatureOf(sealed: Uint8Array): Uint8Array {
  let result = new Uint8Array();
  reencodeSeal(sealed, ({ signature }) => ((result = Uint8Array.from(signature)), {}));
  return result;
}

async function level(pdf: Uint8Array, now: number): Promise<string> {
  const timestampRoots = [authority.root, other.root];
  const { verdict, seal, indication } = await verifyFile(pdf, { roots: [key.root], timestampRoots, now });
  return [verdict, seal?.level, indication?.status, indication?.sub].filter(Boolean).join(' ');
}

const timeRoots = (): string => authority.rootPem + other.rootPem;
const pdfbox = (pdf: Uint8Array, at: number) => judgeWithPdfbox(pdf, key.rootPem, timeRoots(), at);
const openssl = (pdf: Uint8Array, at: number, list = '') =>
  opensslChainVerify(
    pdf,
    { rootPem: key.rootPem, timeRootsPem: timeRoots(), ...(list && { lists: list }) },
    at,
  );
const pem = (list: Uint8Array): string => toPem(list).replaceAll('CERTIFICATE', 'X509 CRL');
