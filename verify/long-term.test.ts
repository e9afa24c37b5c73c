import { beforeAll, describe, expect, test } from 'vitest';
import { issueCrl } from '#pdf/sign/issue-crl.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { listsAt, strengthened, type Revoked } from '#testing/pki/strengthen.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { verifyFile } from './verify-file.ts';

const sealedAt = Date.UTC(2026, 10, 22, 18, 0);
const day = 86_400_000;
const year = (number: number): number => Date.UTC(number, 11, 1);

/** The key of the seal is over in 2028, the first authority in 2036, the other one in 2045. */
let key: TestSealer;
let authority: TestAuthority;
let other: TestAuthority;
let sealed: Uint8Array;
let lasting: Uint8Array;

beforeAll(async () => {
  key = await makeSealChain({ notAfter: year(2028) });
  authority = await makeTimestampAuthority({ notAfter: year(2036) });
  other = await makeTimestampAuthority({ name: 'Quay Time' });
  sealed = await sealedLease({ key, at: sealedAt });
  lasting = await strengthened(sealed, sealedAt + day, authority, await listsOf(sealedAt + day));
});

const listsOf = (at: number, of = authority, revoked: Revoked = []) => listsAt(at, { key, of, revoked });

async function statusIn(pdf: Uint8Array, now: number): Promise<string> {
  const timestampRoots = [authority.root, other.root];
  const { verdict, indication, seal } = await verifyFile(pdf, { roots: [key.root], timestampRoots, now });
  return [verdict, seal?.level, indication?.status, indication?.sub].filter(Boolean).join(' ');
}

describe('a sealed file in many years', () => {
  test.each<[string, number, () => Uint8Array, string]>([
    ['a timestamp and lists, the same week', 2026, () => lasting, 'genuine B-LTA TOTAL-PASSED'],
    [
      'the same five years on, the key of the seal is over',
      2031,
      () => lasting,
      'genuine B-LTA TOTAL-PASSED',
    ],
    ['nothing, five years on', 2031, () => sealed, 'genuine B-B INDETERMINATE OUT_OF_BOUNDS_NO_POE'],
    ['not renewed, fifteen years on', 2041, () => lasting, 'genuine B-B INDETERMINATE OUT_OF_BOUNDS_NO_POE'],
  ])('%s', async (_, now, file, status) => {
    expect(await statusIn(file(), now === 2026 ? sealedAt + 2 * day : year(now))).toBe(status);
  });

  test('renewed by another authority before the first was over, fifteen years on', async () => {
    const lists = [...(await listsOf(year(2035))).slice(1), ...(await listsOf(year(2035), other)).slice(1)];
    const renewed = await strengthened(lasting, year(2035), other, lists);
    expect(await statusIn(renewed, year(2041))).toBe('genuine B-LTA TOTAL-PASSED');
    // Too late: who renews when it is over proves nothing of before.
    const late = await strengthened(lasting, year(2037), other, (await listsOf(year(2037), other)).slice(1));
    expect(await statusIn(late, year(2041))).toMatch(/^genuine B-T INDETERMINATE OUT_OF_BOUNDS_NO_POE$/);
  });

  test('a timestamp without lists, or with lists of one of both alone, is B-T and not passed', async () => {
    const [ofSeal, ofTime] = await listsOf(sealedAt + day);
    for (const lists of [[], [ofSeal!], [ofTime!]]) {
      const file = await strengthened(sealed, sealedAt + day, authority, lists);
      expect(await statusIn(file, sealedAt + 2 * day)).toBe('genuine B-T INDETERMINATE TRY_LATER');
    }
  });

  test('a list that was over before, or made after the certificate, says nothing of it', async () => {
    const [old, late] = [await listsOf(sealedAt - 30 * day), await listsOf(year(2029))];
    const stale = await strengthened(sealed, sealedAt + day, authority, old);
    expect(await statusIn(stale, sealedAt + 2 * day)).toBe('genuine B-T INDETERMINATE TRY_LATER');
    const once = await strengthened(sealed, sealedAt + day, authority);
    expect(await statusIn(await strengthened(once, year(2029), authority, late), year(2030))).toContain(
      'TRY_LATER',
    );
  });
});

describe('a key that was stolen', () => {
  const withdrawn = (at: number): Revoked => [
    { serial: readCertificate(key.chain[0]!).serial, at, reason: 1 },
  ];

  test('spares what was timestamped before', async () => {
    const lists = await listsOf(year(2027), authority, withdrawn(sealedAt + 30 * day));
    const first = await strengthened(sealed, sealedAt + day, authority);
    const file = await strengthened(first, year(2027), authority, lists);
    expect(await statusIn(file, year(2031))).toBe('genuine B-LTA TOTAL-PASSED');
  });

  test('vouches for nothing that was timestamped after', async () => {
    const lists = await listsOf(sealedAt + day, authority, withdrawn(sealedAt - day));
    const file = await strengthened(sealed, sealedAt + day, authority, lists);
    expect(await statusIn(file, year(2027))).toBe('unknown-root B-T INDETERMINATE REVOKED_NO_POE');
  });
});

describe('Mallory puts in the place of a list', () => {
  test('one of her own, one with her name for the root’s, and anything else', async () => {
    const mallory = await makeSealChain({ organization: 'Harbour' });
    const life = { thisUpdate: sealedAt, nextUpdate: sealedAt + 7 * day };
    const [genuine] = await listsOf(sealedAt + day);
    const harmed = Uint8Array.from(genuine!);
    harmed[60] = harmed[60]! ^ 1;
    for (const list of [
      await issueCrl({ issuer: mallory.root, issuerKey: mallory.rootKey, ...life }),
      await issueCrl({ issuer: key.root, issuerKey: mallory.rootKey, ...life }),
      harmed,
      Buffer.from('<script>'),
      key.root,
    ]) {
      const file = await strengthened(sealed, sealedAt + day, authority, [list]);
      expect(await statusIn(file, sealedAt + 2 * day)).toMatch(/^changed /);
    }
  });
});
