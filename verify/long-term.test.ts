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
} from '#pdf/verify/spelling/der.ts';
import { verifyPdf } from '#pdf/verify/verify-pdf.ts';
import { sealedLease } from '#testing/documents/sealed-lease.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { listsAt, strengthened, type Revoked } from '#testing/pki/strengthen.ts';
import { makeTimestampAuthority, type TestAuthority } from '#testing/pki/timestamp-authority.ts';
import { Teller } from './tell.ts';
import { verifyFile, type Trust } from './verify-file.ts';
import en from './words/en.json' with { type: 'json' };

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

async function statusIn(
  pdf: Uint8Array,
  now: number,
  { timestampRoots = [authority.root, other.root], lists = [] }: Partial<Trust> = {},
): Promise<string> {
  const trust = { roots: [key.root], timestampRoots, lists, now };
  const { verdict, indication, seal } = await verifyFile(pdf, trust);
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

  const notBelieved = 'unknown-root B-B INDETERMINATE REVOKED_NO_POE';

  test('vouches for nothing whose time nobody proves that is known here, by the list in the file', async () => {
    for (const at of [sealedAt - day, sealedAt + 30 * day]) {
      const lists = await listsOf(sealedAt + day, authority, withdrawn(at));
      const file = await strengthened(sealed, sealedAt + day, authority, lists);
      expect(await statusIn(file, year(2027), { timestampRoots: [] })).toBe(notBelieved);
      // The certificate of the authority is over, and nobody renewed it in time.
      expect(await statusIn(file, year(2037))).toBe(notBelieved);
    }
  });

  test('vouches for nothing that comes without a list, by the one that is brought to it', async () => {
    const lists = await listsOf(year(2027), authority, withdrawn(sealedAt - day));
    const stamped = await strengthened(sealed, sealedAt + day, authority);
    expect(await statusIn(sealed, year(2027), { lists })).toBe(notBelieved);
    // Whose root is known, so that to compare its fingerprint would lead to the wrong answer.
    const report = await verifyFile(sealed, { roots: [key.root], lists, now: year(2027) });
    expect(new Teller(en, 'en').verdict(report)).toEqual(en.withdrawn);
    // A list stays true when it is over: withdrawn is for good.
    expect(await statusIn(sealed, year(2040), { lists })).toBe(notBelieved);
    expect(await statusIn(stamped, year(2027), { lists })).toBe(
      'unknown-root B-T INDETERMINATE REVOKED_NO_POE',
    );
    const later = await listsOf(year(2027), authority, withdrawn(sealedAt + 30 * day));
    expect(await statusIn(stamped, year(2027), { lists: later })).toBe('genuine B-T INDETERMINATE TRY_LATER');
  });

  test('of an authority for time proves nothing, by the list that is brought', async () => {
    const { timestamps } = await verifyPdf(lasting, { roots: [] });
    const revoked = [{ serial: timestamps[0]!.path[0]!.serial, at: year(2027) - day, reason: 1 }];
    const { root: issuer, rootKey: issuerKey } = authority;
    const life = { thisUpdate: year(2027) - day, nextUpdate: year(2027) + 7 * day };
    const lists = [await issueCrl({ issuer, issuerKey, ...life, revoked })];
    expect(await statusIn(lasting, year(2027), { lists })).toBe('genuine B-B INDETERMINATE TRY_LATER');
  });
});

/** The same list, signed anew by the root, as one of what has changed since an earlier one (RFC 5280, 5.2.4). */
function ofChanges(list: Uint8Array): Uint8Array {
  const [signedPart, algorithm] = readChildren(readElement(list, 0x30), 3);
  const fields = readChildren(signedPart!);
  const extensions = readChildren(readElement(fields.at(-1)!.content, 0x30)).map(({ bytes }) => bytes);
  const since = sequence(objectIdentifier('2.5.29.27'), boolean(true), octetString(integer(1)));
  const before = fields.slice(0, -1).map(({ bytes }) => bytes);
  const signed = sequence(...before, contextTag(0, sequence(...extensions, since)));
  return sequence(signed, algorithm!.bytes, bitString(sign('sha256', signed, key.rootKey)));
}

describe('a list that is brought makes no file worse that its root stands by, and none better', () => {
  const revoked = (): Revoked => [{ serial: readCertificate(key.chain[0]!).serial, at: sealedAt, reason: 1 }];
  const life = { thisUpdate: sealedAt, nextUpdate: sealedAt + 7 * day };
  const before = 'genuine B-B INDETERMINATE TRY_LATER';

  test('Mallory’s own, one with her name for the root’s, one that the sealing key signed, and one of other certificates', async () => {
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

  test('one that tells of changes alone, and an old one with what was only held', async () => {
    const held = revoked().map((entry) => ({ ...entry, reason: 6 }));
    const ofHeld = await issueCrl({ issuer: key.root, issuerKey: key.rootKey, ...life, revoked: held });
    expect(await statusIn(sealed, sealedAt + 2 * day, { lists: [ofHeld] })).toMatch(/^unknown-root /);
    expect(await statusIn(sealed, sealedAt + 30 * day, { lists: [ofHeld] })).toBe(before);
    const ofAll = await issueCrl({ issuer: key.root, issuerKey: key.rootKey, ...life, revoked: revoked() });
    expect(await statusIn(sealed, sealedAt + 2 * day, { lists: [ofChanges(ofAll)] })).toBe(before);
  });

  test('the file stays at the level of what is in it', async () => {
    const once = await strengthened(sealed, sealedAt + day, authority);
    const lists = await listsOf(sealedAt + day);
    expect(await statusIn(once, sealedAt + 2 * day, { lists })).toBe('genuine B-T INDETERMINATE TRY_LATER');
  });

  test('one that cannot be read is a mistake of whoever brings it', async () => {
    const lists = [Buffer.from('<script>')];
    await expect(statusIn(sealed, sealedAt + 2 * day, { lists })).rejects.toThrow();
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
