import { sign, type KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { issueCrl } from '#pdf/sign/issue-crl.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { readChildren, readElement } from '#pdf/verify/read-der.ts';
import {
  bitString,
  boolean,
  contextTag,
  integer,
  objectIdentifier,
  octetString,
  sequence,
} from '#pdf/verify/canonical-der/der.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { listsAt, augmented, type Revoked } from '#testing/pki/augment.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { ReportFormatter } from './report-formatter.ts';
import { verifyFile } from './verify-file.ts';
import type { Trust } from './report.ts';
import en from './words/en.json' with { type: 'json' };

const sealedAt = Date.UTC(2026, 10, 22, 18, 0);
const day = 86_400_000;
const year = (number: number): number => Date.UTC(number, 11, 1);

/** The seal key expires in 2028, the first timestamp authority in 2036, and the other one in 2045. */
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
  lasting = await augmented(sealed, sealedAt + day, authority, await listsOf(sealedAt + day));
});

const listsOf = (at: number, of = authority, revoked: Revoked = []) => listsAt(at, { key, of, revoked });

async function statusIn(
  pdf: Uint8Array,
  now: number,
  { timestampRoots = [authority.root, other.root], lists = [] }: Partial<Trust> = {},
): Promise<string> {
  const trust = { roots: [key.root], timestampRoots, lists, now };
  const { verdict, indication, seal } = await verifyFile(pdf, trust);
  return [verdict, seal?.level, indication?.status, indication?.sub].filter(Boolean).join(' ');
}

describe('sealed files after many years', () => {
  test.each<[string, number, () => Uint8Array, string]>([
    ['a timestamp and lists in the same week are valid', 2026, () => lasting, 'genuine B-LTA TOTAL-PASSED'],
    [
      'they are valid five years later with an expired seal key',
      2031,
      () => lasting,
      'genuine B-LTA TOTAL-PASSED',
    ],
    [
      'a file without either is indeterminate five years later',
      2031,
      () => sealed,
      'genuine B-B INDETERMINATE OUT_OF_BOUNDS_NO_POE',
    ],
    [
      'a file without renewal is indeterminate fifteen years later',
      2041,
      () => lasting,
      'genuine B-B INDETERMINATE OUT_OF_BOUNDS_NO_POE',
    ],
  ])('%s', async (_, now, file, status) => {
    expect(await statusIn(file(), now === 2026 ? sealedAt + 2 * day : year(now))).toBe(status);
  });

  test('a file that was renewed by another authority before the first one expired is valid fifteen years later', async () => {
    const lists = [...(await listsOf(year(2035))).slice(1), ...(await listsOf(year(2035), other)).slice(1)];
    const renewed = await augmented(lasting, year(2035), other, lists);
    expect(await statusIn(renewed, year(2041))).toBe('genuine B-LTA TOTAL-PASSED');
    // A renewal after expiry is too late. It proves nothing about the time before.
    const late = await augmented(lasting, year(2037), other, (await listsOf(year(2037), other)).slice(1));
    expect(await statusIn(late, year(2041))).toMatch(/^genuine B-T INDETERMINATE OUT_OF_BOUNDS_NO_POE$/);
  });

  test('a file with a timestamp but without revocation lists for both certificates has level B-T and does not pass', async () => {
    const [ofSeal, ofTime] = await listsOf(sealedAt + day);
    for (const lists of [[], [ofSeal!], [ofTime!]]) {
      const file = await augmented(sealed, sealedAt + day, authority, lists);
      expect(await statusIn(file, sealedAt + 2 * day)).toBe('genuine B-T INDETERMINATE TRY_LATER');
    }
  });

  test('a list that expired before the certificate was created proves nothing about it', async () => {
    const [old, late] = [await listsOf(sealedAt - 30 * day), await listsOf(year(2029))];
    const stale = await augmented(sealed, sealedAt + day, authority, old);
    expect(await statusIn(stale, sealedAt + 2 * day)).toBe('genuine B-T INDETERMINATE TRY_LATER');
    const once = await augmented(sealed, sealedAt + day, authority);
    expect(await statusIn(await augmented(once, year(2029), authority, late), year(2030))).toContain(
      'TRY_LATER',
    );
  });
});

describe('stolen keys', () => {
  const withdrawn = (at: number): Revoked => [
    { serial: readCertificate(key.chain[0]!).serial, at, reason: 1 },
  ];

  test('a stolen key does not affect files that were timestamped before the theft', async () => {
    const lists = await listsOf(year(2027), authority, withdrawn(sealedAt + 30 * day));
    const first = await augmented(sealed, sealedAt + day, authority);
    const file = await augmented(first, year(2027), authority, lists);
    expect(await statusIn(file, year(2031))).toBe('genuine B-LTA TOTAL-PASSED');
  });

  test('a stolen key does not vouch for files that were timestamped after the theft', async () => {
    const lists = await listsOf(sealedAt + day, authority, withdrawn(sealedAt - day));
    const file = await augmented(sealed, sealedAt + day, authority, lists);
    expect(await statusIn(file, year(2027))).toBe('unknown-root B-T INDETERMINATE REVOKED_NO_POE');
  });

  const notBelieved = 'unknown-root B-B INDETERMINATE REVOKED_NO_POE';

  test('a revocation list in the file invalidates a seal without a trusted timestamp', async () => {
    for (const at of [sealedAt - day, sealedAt + 30 * day]) {
      const lists = await listsOf(sealedAt + day, authority, withdrawn(at));
      const file = await augmented(sealed, sealedAt + day, authority, lists);
      expect(await statusIn(file, year(2027), { timestampRoots: [] })).toBe(notBelieved);
      // The authority's certificate has expired, and the file was not renewed in time.
      expect(await statusIn(file, year(2037))).toBe(notBelieved);
    }
  });

  test('a supplied revocation list invalidates a seal in a file without a list', async () => {
    const lists = await listsOf(year(2027), authority, withdrawn(sealedAt - day));
    const stamped = await augmented(sealed, sealedAt + day, authority);
    expect(await statusIn(sealed, year(2027), { lists })).toBe(notBelieved);
    // The root is known, so asking to compare its fingerprint would be misleading.
    const report = await verifyFile(sealed, { roots: [key.root], lists, now: year(2027) });
    expect(new ReportFormatter(en, 'en').verdict(report)).toEqual(en.withdrawn);
    // A list remains true after it expires, because revocation is final.
    expect(await statusIn(sealed, year(2040), { lists })).toBe(notBelieved);
    expect(await statusIn(stamped, year(2027), { lists })).toBe(
      'unknown-root B-T INDETERMINATE REVOKED_NO_POE',
    );
    const later = await listsOf(year(2027), authority, withdrawn(sealedAt + 30 * day));
    expect(await statusIn(stamped, year(2027), { lists: later })).toBe('genuine B-T INDETERMINATE TRY_LATER');
  });

  test('a timestamp proves nothing if a supplied list revokes its authority’s key', async () => {
    const { timestamps } = await verifyPdf(lasting, { roots: [] });
    const revoked = [{ serial: timestamps[0]!.path[0]!.serial, at: year(2027) - day, reason: 1 }];
    const { root: issuer, rootKey: issuerKey } = authority;
    const life = { thisUpdate: year(2027) - day, nextUpdate: year(2027) + 7 * day };
    const lists = [await issueCrl({ issuer, issuerKey, ...life, revoked })];
    expect(await statusIn(lasting, year(2027), { lists })).toBe('genuine B-B INDETERMINATE TRY_LATER');
  });
});

/** Returns the same list as a delta list, signed again by the root (RFC 5280, 5.2.4). */
function ofChanges(list: Uint8Array): Uint8Array {
  const [signedPart, algorithm] = readChildren(readElement(list, 0x30), 3);
  const fields = readChildren(signedPart!);
  const extensions = readChildren(readElement(fields.at(-1)!.content, 0x30)).map(({ bytes }) => bytes);
  const since = sequence(objectIdentifier('2.5.29.27'), boolean(true), octetString(integer(1)));
  const before = fields.slice(0, -1).map(({ bytes }) => bytes);
  const signed = sequence(...before, contextTag(0, sequence(...extensions, since)));
  return sequence(signed, algorithm!.bytes, bitString(sign('sha256', signed, key.rootKey)));
}

describe('a supplied list that does not change the verdict', () => {
  const revoked = (): Revoked => [{ serial: readCertificate(key.chain[0]!).serial, at: sealedAt, reason: 1 }];
  const life = { thisUpdate: sealedAt, nextUpdate: sealedAt + 7 * day };
  const before = 'genuine B-B INDETERMINATE TRY_LATER';

  test('a list is ignored if it is Mallory’s own, has a forged root name, is signed by the sealing key, or is for other certificates', async () => {
    const mallory = await makeSealChain({ organization: 'Harbour' });
    const list = (issuer: Uint8Array, issuerKey: KeyObject, entries = revoked()) =>
      issueCrl({ issuer, issuerKey, ...life, revoked: entries });
    const others = [{ serial: Uint8Array.of(7), at: sealedAt - day, reason: 1 }];
    for (const brought of [
      await list(mallory.root, mallory.rootKey),
      await list(key.root, mallory.rootKey),
      await list(key.chain[0]!, key.privateKey),
      await list(key.root, key.rootKey, others),
    ])
      expect(await statusIn(sealed, sealedAt + 2 * day, { lists: [brought] })).toBe(before);
  });

  test('a list is ignored if it is a delta list, or an old list with certificates on hold', async () => {
    const onHold = revoked().map((entry) => ({ ...entry, reason: 6 }));
    const ofHeld = await issueCrl({ issuer: key.root, issuerKey: key.rootKey, ...life, revoked: onHold });
    expect(await statusIn(sealed, sealedAt + 2 * day, { lists: [ofHeld] })).toMatch(/^unknown-root /);
    expect(await statusIn(sealed, sealedAt + 30 * day, { lists: [ofHeld] })).toBe(before);
    const ofAll = await issueCrl({ issuer: key.root, issuerKey: key.rootKey, ...life, revoked: revoked() });
    expect(await statusIn(sealed, sealedAt + 2 * day, { lists: [ofChanges(ofAll)] })).toBe(before);
  });

  test('a list does not raise the level above that of the proofs in the file', async () => {
    const once = await augmented(sealed, sealedAt + day, authority);
    const lists = await listsOf(sealedAt + day);
    expect(await statusIn(once, sealedAt + 2 * day, { lists })).toBe('genuine B-T INDETERMINATE TRY_LATER');
  });

  test('an unreadable list causes an error for the caller', async () => {
    const lists = [Buffer.from('<script>')];
    await expect(statusIn(sealed, sealedAt + 2 * day, { lists })).rejects.toThrow();
  });
});

describe('lists in the file replaced by Mallory', () => {
  test('rejects her own list, a list with a forged root name, and anything else', async () => {
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
      const file = await augmented(sealed, sealedAt + day, authority, [list]);
      expect(await statusIn(file, sealedAt + 2 * day)).toMatch(/^changed /);
    }
  });
});
