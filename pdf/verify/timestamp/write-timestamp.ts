import { hashIdentifier } from './hashes.ts';
import type { Timestamp } from './read-timestamp.ts';
import { readObjectIdentifier, readChildren, readElement } from '../read-der.ts';
import {
  contextTag,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
} from '../canonical-der/der.ts';
import { canonicalSignature } from '../canonical-der/canonical-signature.ts';
import { join } from '../bytes.ts';

/**
 * Returns a timestamp token in the canonical form in which it is stored. Authorities encode the unsigned parts
 * in different ways. No signature covers the newest token of a file, so any freedom in its encoding would allow
 * undetected changes. Everything that the authority signed is kept byte for byte: TSTInfo, its attributes, and
 * its certificates.
 *
 * `publicKey` is the authority's key (DER SubjectPublicKeyInfo). `certificates` are its own certificate and its
 * issuers, in order.
 */
export function writeTimestamp(
  timestamp: Timestamp,
  certificates: readonly Uint8Array[],
  publicKey: Uint8Array,
): Uint8Array {
  const digestAlgorithm = sequence(objectIdentifier(hashIdentifier(timestamp.digestHash)));
  const signerInfo = sequence(
    integer(1),
    sequence(timestamp.issuer, integer(timestamp.serial)),
    digestAlgorithm,
    join([Uint8Array.of(0xa0), timestamp.signedAttributes.subarray(1)]),
    signatureAlgorithm(timestamp),
    octetString(canonicalSignature(timestamp.signature, publicKey)),
  );
  const signedData = sequence(
    integer(3),
    setOf(digestAlgorithm),
    sequence(objectIdentifier('1.2.840.113549.1.9.16.1.4'), contextTag(0, octetString(timestamp.info))),
    contextTag(0, ...certificates),
    setOf(signerInfo),
  );
  return sequence(objectIdentifier('1.2.840.113549.1.7.2'), contextTag(0, signedData));
}

const rsa = '1.2.840.113549.1.1.';

/**
 * RSA has two identifiers in a CMS (RFC 5754 §3.2). The plain one is written, with the hash specified
 * separately.
 */
function signatureAlgorithm(timestamp: Timestamp): Uint8Array {
  const name = readObjectIdentifier(readChildren(readElement(timestamp.signatureAlgorithm))[0]);
  if (!name.startsWith(rsa)) return timestamp.signatureAlgorithm;
  return sequence(objectIdentifier(`${rsa}1`), nullValue());
}
