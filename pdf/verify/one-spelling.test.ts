import { beforeAll, describe, expect, test } from 'vitest';
import { sampleLease } from '#testing/documents/sample-lease.ts';
import { flipSignature, isHighS, p256Order, reencodeSeal, reseal } from '#testing/pki/respell-seal.ts';
import type { SealParts } from '#testing/pki/respell-seal.ts';
import { makeSealChain } from '#testing/pki/seal-chain.ts';
import type { TestSealer } from '#testing/pki/seal-chain.ts';
import { bitString, nullValue, objectIdentifier, octetString, sequence, setOf } from './canonical-der/der.ts';
import { sealPdf } from '../sign/seal-pdf.ts';
import { readChildren, readElement } from './read-der.ts';
import { verifyPdf } from './verify-pdf.ts';

// With zero padding after the signature, where data could be hidden, as in all files sealed before 2026-11-22.
const seal = {
  at: Date.UTC(2026, 10, 20, 13, 30),
  name: 'Harbour',
  reason: 'Signed by Grace and Linus',
  tokenBytes: 12_000,
};

let key: TestSealer;
let sealed: Uint8Array;

beforeAll(async () => {
  key = await makeSealChain({ intermediate: true });
  sealed = await sealPdf({ ...seal, pdf: sampleLease(), key });
});

const verify = (bytes: Uint8Array) => verifyPdf(bytes, { roots: [key.root] });

const flipped = ({ signature }: SealParts) => ({ signature: flipSignature(signature, p256Order) });
const sha256WithNull = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), nullValue());
const unsigned = (type: string) => () => ({
  unsigned: [sequence(objectIdentifier(type), setOf(sequence(octetString(new Uint8Array(300)))))],
});

type Attack = [string, (parts: SealParts) => Partial<SealParts>, string, ((hex: string) => string)?];

/** Changes to bytes that no signature covers. Each one gave `sealed-unchanged` until 2026-11-22. */
const attacks: Attack[] = [
  ['c04: detects a signature in lowercase', () => ({}), 'contents-form', (hex) => hex.toLowerCase()],
  ['c12: detects the alternative ECDSA signature, n - s', flipped, 'signature-spelling'],
  [
    'c13: detects a missing root',
    ({ certificates }) => ({ certificates: certificates.slice(0, -1) }),
    'certificate-differs',
  ],
  [
    'detects missing certificates above the sealing one',
    ({ certificates }) => ({ certificates: certificates.slice(0, 1) }),
    'certificate-differs',
  ],
  [
    'c14: detects reversed certificates',
    ({ certificates }) => ({ certificates: certificates.toReversed() }),
    'certificate-differs',
  ],
  [
    'c14: detects swapped root and issuing authority',
    ({ certificates: [leaf, issuing, root] }) => ({ certificates: [leaf!, root!, issuing!] }),
    'certificate-differs',
  ],
  [
    'detects a duplicate root',
    ({ certificates }) => ({ certificates: [...certificates, key.root] }),
    'certificate-differs',
  ],
  ['c18: adds NULL to SHA-256', () => ({ digestAlgorithm: sha256WithNull }), 'signature-spelling'],
  [
    'c18: detects NULL added to the signer’s SHA-256',
    () => ({ signerDigestAlgorithm: sha256WithNull }),
    'signature-spelling',
  ],
  ['c16: detects an added timestamp', unsigned('1.2.840.113549.1.9.16.2.14'), 'timestamp-unreadable'],
  ['detects an additional unsigned attribute', unsigned('1.2.840.113549.1.9.6'), 'unsigned-attributes'],
];

describe('attacks by Mallory on the canonical encoding of a seal', () => {
  test('the file is unchanged in its original form and after its parts are written again', async () => {
    expect(await verify(sealed)).toMatchObject({ verdict: 'sealed-unchanged', problems: [] });
    expect(reencodeSeal(sealed, () => ({}))).toEqual(sealed);
  });

  test.each(attacks)('%s', async (_, change, problem, spell) => {
    const judged = await verify(reencodeSeal(sealed, change, spell));
    expect({ verdict: judged.verdict, first: judged.problems[0] }).toEqual({
      verdict: 'seal-broken',
      first: problem,
    });
  });

  test("detects the alternative ECDSA signature in the issuer's certificate", async () => {
    const bytes = reencodeSeal(sealed, ({ certificates: [leaf, issuing, root] }) => ({
      certificates: [leaf!, reissued(issuing!), root!],
    }));
    expect(await verify(bytes)).toMatchObject({ verdict: 'seal-broken', problems: ['certificate-differs'] });
  });

  test('detects the alternative ECDSA signature for a P-384 key', async () => {
    const order = BigInt(
      '0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
    );
    const own = await makeSealChain({ key: 'P-384' });
    const file = await sealPdf({ ...seal, pdf: sampleLease(), key: own });
    const roots = [own.root];
    expect(await verifyPdf(file, { roots })).toMatchObject({ verdict: 'sealed-unchanged' });
    const changed = reencodeSeal(file, ({ signature }) => ({ signature: flipSignature(signature, order) }));
    expect(await verifyPdf(changed, { roots })).toMatchObject({ problems: ['signature-spelling'] });
  });
});

/** Returns the certificate with the alternative ECDSA signature, which is still valid. */
function reissued(certificate: Uint8Array): Uint8Array {
  const [signedPart, algorithm, signature] = readChildren(readElement(certificate, 0x30), 3);
  const other = flipSignature(signature!.content.subarray(1), p256Order);
  return sequence(signedPart!.bytes, algorithm!.bytes, bitString(other));
}

describe('a file sealed when only the sealing certificate was named', () => {
  let early: Uint8Array;
  beforeAll(async () => {
    early = await reseal(sealed, key);
  });

  test('the file is unchanged with either ECDSA signature, because the original one cannot be known', async () => {
    expect(await verify(early)).toMatchObject({ verdict: 'sealed-unchanged', problems: [] });
    expect(await verify(reencodeSeal(early, flipped))).toMatchObject({ verdict: 'sealed-unchanged' });
  });

  test.each(attacks.filter(([, change]) => change !== flipped))(
    'the file is still rejected in a non-canonical encoding: %s',
    async (_, change, __, spell) => {
      expect(await verify(reencodeSeal(early, change, spell))).toMatchObject({ verdict: 'seal-broken' });
    },
  );
});

describe('canonical sealing', () => {
  test.each([true, false])(
    'writes the lower of two signatures, whichever one the key returns: %s',
    async (high) => {
      const sign = async (bytes: Uint8Array) => {
        const signature = await key.sign(bytes);
        const wanted = isHighS(signature, p256Order) === high;
        return wanted ? signature : flipSignature(signature, p256Order);
      };
      const file = await sealPdf({ ...seal, pdf: sampleLease(), key: { ...key, sign } });
      let written = true;
      reencodeSeal(file, ({ signature }) => {
        written = isHighS(signature, p256Order);
        return {};
      });
      expect(written).toBe(false);
      expect(await verify(file)).toMatchObject({ verdict: 'sealed-unchanged' });
    },
  );
});
