import { createHash } from 'node:crypto';
import { readCertificate } from '../verify/read-certificate.ts';
import {
  contextTag,
  integer,
  joinBytes,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
} from './der.ts';
import type { Sealer } from './sealer.ts';

/**
 * A detached CMS SignedData over a SHA-256 digest, at the level PAdES B-B (ETSI EN 319 142-1 Table 1; L-22):
 * content type, message digest and ESS signing-certificate-v2 are signed; signing-time is left out, because
 * PAdES takes the time from /M; every certificate is included. Gives DER.
 */
export async function signDigest(digest: Uint8Array, sealer: Sealer): Promise<Uint8Array> {
  const [leaf] = sealer.chain;
  if (leaf === undefined) throw new Error('a sealer without a certificate');
  const { issuer, serial } = readCertificate(leaf);
  const issuerAndSerial = sequence(issuer, integer(serial));
  const attributes = setOf(
    attribute('1.2.840.113549.1.9.3', objectIdentifier(data)),
    attribute('1.2.840.113549.1.9.4', octetString(digest)),
    attribute('1.2.840.113549.1.9.16.2.47', signingCertificate(leaf, issuer, serial)),
  );
  const signature = await sealer.sign(attributes);
  const signerInfo = sequence(
    integer(1),
    issuerAndSerial,
    sha256Identifier,
    // Signed as a SET, carried under the implicit tag [0] (RFC 5652 §5.4).
    joinBytes([Uint8Array.of(0xa0), attributes.subarray(1)]),
    signatureAlgorithms[sealer.algorithm],
    octetString(signature),
  );
  const signedData = sequence(
    integer(1),
    setOf(sha256Identifier),
    sequence(objectIdentifier(data)),
    contextTag(0, ...sealer.chain),
    setOf(signerInfo),
  );
  return sequence(objectIdentifier('1.2.840.113549.1.7.2'), contextTag(0, signedData));
}

const data = '1.2.840.113549.1.7.1';

const sha256Identifier = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'));

const signatureAlgorithms = {
  'ecdsa-p256-sha256': sequence(objectIdentifier('1.2.840.10045.4.3.2')),
  'rsa-sha256': sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue()),
};

function attribute(type: string, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(type), setOf(value));
}

/**
 * SigningCertificateV2 with one ESSCertIDv2; its hash algorithm is left out, because SHA-256 is the default
 * (RFC 5035 §3). Binds the seal to this certificate and no other for the same key.
 */
function signingCertificate(leaf: Uint8Array, issuer: Uint8Array, serial: Uint8Array): Uint8Array {
  const hash = createHash('sha256').update(leaf).digest();
  const directoryName = contextTag(4, issuer);
  return sequence(sequence(sequence(octetString(hash), sequence(sequence(directoryName), integer(serial)))));
}
