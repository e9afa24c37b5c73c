import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makePdf } from '#testing/pdfs/make-pdf.ts';
import { signElsewhere } from '#testing/pdfs/signed-elsewhere.ts';
import { makeSealChain, type TestSealer } from '#testing/pki/seal-chain.ts';
import { readSignatures } from '../normalise/signatures/read-signatures.ts';
import { InflateBudget } from '../normalise/source/inflate-budget.ts';
import { collectPages } from '../normalise/source/page-tree.ts';
import { SourceFile } from '../normalise/source/source-file.ts';
import { issueCertificate } from '../sign/issue-certificate.ts';
import {
  contextTag,
  element,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
} from '../verify/canonical-der/der.ts';
import { describeEarlier } from '../verify/countersigned/describe-earlier.ts';
import { readAnyPdf } from '../verify/countersigned/read-any-pdf.ts';
import { join } from '../verify/bytes.ts';

let acme: TestSealer;
let bistro: TestSealer;
/** A certificate with the key and the issuer of Acme's certificate. */
let mallory: Uint8Array;
beforeAll(async () => {
  [acme, bistro] = (await Promise.all(
    ['Acme', 'Bistro'].map((organization) => makeSealChain({ organization })),
  )) as [TestSealer, TestSealer];
  mallory = await issueCertificate({
    subject: { organization: 'Mallory', commonName: 'Mallory' },
    publicKey: createPublicKey(acme.privateKey),
    role: 'seal',
    notBefore: Date.UTC(2026, 0, 1),
    notAfter: Date.UTC(2030, 0, 1),
    issuerKey: acme.rootKey,
    issuer: acme.root,
  });
});

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const attribute = (type: string, value: Uint8Array): Uint8Array =>
  sequence(objectIdentifier(type), setOf(value));
const dataType = objectIdentifier('1.2.840.113549.1.7.1');
const sha256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'));

/** Returns the subject key identifier, which certificates with the same key share. */
function keyIdentifierOf(certificate: Uint8Array): Uint8Array {
  const der = Buffer.from(certificate);
  const at = der.indexOf('0603551d0e', 'hex') + 5;
  return der.subarray(at + 4, at + 4 + der[at + 3]!);
}

type Cms = { certificates: Uint8Array[]; names?: Uint8Array; bound?: Uint8Array };

/**
 * Returns the results for a CMS signed with Acme's key. The signer is identified by the key identifier of
 * `names`.
 */
async function readBoth({ certificates, names = acme.chain[0]!, bound }: Cms): Promise<unknown> {
  const cms = async (digest: Uint8Array): Promise<Uint8Array> => {
    const attributes = setOf(
      attribute('1.2.840.113549.1.9.3', dataType),
      attribute('1.2.840.113549.1.9.4', octetString(digest)),
      ...(bound
        ? [attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octetString(hashOf(bound))))))]
        : []),
    );
    const signer = sequence(
      integer(3),
      element(0x80, keyIdentifierOf(names)),
      sha256,
      join([Uint8Array.of(0xa0), attributes.subarray(1)]),
      sequence(objectIdentifier('1.2.840.10045.4.3.2')),
      octetString(await acme.sign(attributes)),
    );
    const signed = sequence(
      integer(3),
      setOf(sha256),
      sequence(dataType),
      contextTag(0, ...certificates),
      setOf(signer),
    );
    return sequence(objectIdentifier('1.2.840.113549.1.7.2'), contextTag(0, signed));
  };
  const bytes = await signElsewhere(makePdf({ pages: [{ text: 'Rent: 1000' }] }), acme, { cms });
  const file = SourceFile.openByXref(bytes, new InflateBudget());
  if (typeof file === 'string') throw new Error(file);
  const [own] = readSignatures(file, collectPages(file, 10), bytes);
  const [verified] = await describeEarlier(await readAnyPdf(bytes));
  return [own?.bytes, own?.signer, verified?.intact, verified?.signer];
}

const named = ['intact', 'Acme Document Seal', true, 'Acme Document Seal'];

test('the signer is the certificate that the signature is bound to, whatever the order', async () => {
  const [own] = acme.chain as [Uint8Array];
  expect(new X509Certificate(mallory).publicKey.equals(new X509Certificate(own).publicKey)).toBe(true);
  expect(await readBoth({ certificates: [mallory, own], bound: own })).toEqual(named);
  expect(await readBoth({ certificates: [own, mallory], bound: own })).toEqual(named);
});

test('with a key identifier, certificates with other keys are not named', async () => {
  const [own] = acme.chain as [Uint8Array];
  expect(await readBoth({ certificates: [bistro.chain[0]!, own] })).toEqual(named);
});

test('no signer is named if two certificates match', async () => {
  const [own] = acme.chain as [Uint8Array];
  expect(await readBoth({ certificates: [mallory, own] })).toEqual(['intact', '', true, '']);
});

test('a certificate whose key did not sign is not named as the signer', async () => {
  const other = bistro.chain[0]!;
  const read = await readBoth({ certificates: [other], names: other });
  expect(read).toEqual(['changed', 'Bistro Document Seal', false, '']);
  expect(await readBoth({ certificates: [mallory], bound: acme.chain[0]! })).toEqual([
    ...['unknown', 'Signature1', undefined, ''],
  ]);
});
