import { readSignatureAlgorithm } from './check-signature.ts';
import type { SignatureAlgorithm } from './check-signature.ts';
import { expectIdentifier, readAttributes } from './read-attributes.ts';
import {
  expectTag,
  MalformedDer,
  readChildren,
  readElement,
  readObjectIdentifier,
  readUnsigned,
} from './read-der.ts';
import type { DerElement } from './read-der.ts';

/** The parsed, not yet verified CMS of the seal, in a form that PAdES allows. */
export type SignedData = {
  /** Certificates in DER, in file order. */
  readonly certificates: readonly Uint8Array[];
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
  /** The attributes as covered by the signature, with the tag of a SET (RFC 5652 §5.4). */
  readonly signedAttributes: Uint8Array;
  readonly messageDigest: Uint8Array;
  /** SHA-256 of the sealing certificate and its issuers, from signing-certificate-v2 (RFC 5035 §3). */
  readonly certificateHashes: readonly Uint8Array[];
  readonly algorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
  /** The timestamp token in the unsigned attributes (RFC 3161, appendix A). */
  readonly timestamp: Uint8Array | undefined;
  /** True if there are other unsigned attributes, which this code does not read. */
  readonly hasOtherUnsigned: boolean;
};

/**
 * Parses a detached CMS SignedData with exactly one signer, SHA-256, and the three signed attributes of PAdES
 * B-B. Throws `MalformedDer` for any other form. `isCanonicalDer` checks the encoding.
 */
export function readSignedData(der: Uint8Array): SignedData {
  const [contentType, content] = readChildren(readElement(der, 0x30), 2);
  expectIdentifier(contentType, '1.2.840.113549.1.7.2');
  const fields = readChildren(readElement(expectTag(content, 0xa0).content, 0x30), 5);
  const [version, digests, encapsulated, certificates, signers] = fields;
  expectOne(version);
  const [digest] = readChildren(expectTag(digests, 0x31), 1);
  expectSha256(digest);
  // There is no embedded content, because the signature is detached.
  const [dataType] = readChildren(expectTag(encapsulated, 0x30), 1);
  expectIdentifier(dataType, data);
  const [signer] = readChildren(expectTag(signers, 0x31), 1);
  return {
    certificates: readChildren(expectTag(certificates, 0xa0)).map(({ bytes }) => bytes),
    ...readSigner(expectTag(signer, 0x30)),
  };
}

const data = '1.2.840.113549.1.7.1';

function readSigner(signer: DerElement): Omit<SignedData, 'certificates'> {
  const [version, identity, digest, attributes, algorithm, signature, unsigned] = readChildren(signer, 6, 7);
  expectOne(version);
  expectSha256(digest);
  const [issuer, serial] = readChildren(expectTag(identity, 0x30), 2);
  const { bytes } = expectTag(attributes, 0xa0);
  return {
    issuer: expectTag(issuer, 0x30).bytes,
    serial: readUnsigned(serial),
    signedAttributes: Uint8Array.of(0x31, ...bytes.subarray(1)),
    ...readSignedAttributes(bytes),
    algorithm: readOnlySpelling(algorithm),
    signature: expectTag(signature, 0x04).content,
    ...readUnsignedAttributes(unsigned),
  };
}

/** Allows only a single timestamp. */
function readUnsignedAttributes(
  set: DerElement | undefined,
): Pick<SignedData, 'timestamp' | 'hasOtherUnsigned'> {
  if (set === undefined) return { timestamp: undefined, hasOtherUnsigned: false };
  const [attribute, ...more] = readChildren(expectTag(set, 0xa1));
  const [type, values] = readChildren(expectTag(attribute, 0x30));
  const tokens = values?.tag === 0x31 ? readChildren(values) : [];
  const isTimestamp = type?.tag === 0x06 && readObjectIdentifier(type) === '1.2.840.113549.1.9.16.2.14';
  if (more.length > 0 || tokens.length !== 1 || !isTimestamp) {
    return { timestamp: undefined, hasOtherUnsigned: true };
  }
  return { timestamp: tokens[0]!.bytes, hasOtherUnsigned: false };
}

/**
 * RSA has two identifiers in a CMS (RFC 5754 §3.2). Only the one that this product writes is accepted, because
 * no signature covers it.
 */
function readOnlySpelling(identifier: DerElement | undefined): SignatureAlgorithm {
  const algorithm = readSignatureAlgorithm(identifier);
  if (algorithm === 'rsa-unnamed-hash') return 'rsa-sha256';
  if (algorithm.startsWith('rsa')) throw new MalformedDer('another name for RSA');
  return algorithm;
}

function readSignedAttributes(bytes: Uint8Array): Pick<SignedData, 'messageDigest' | 'certificateHashes'> {
  const attributes = readAttributes(readElement(bytes, 0xa0));
  expectIdentifier(attributes.get('1.2.840.113549.1.9.3'), data);
  // CMS signing-time is forbidden together with /M (EN 319 142-1 Table 1).
  if (attributes.has('1.2.840.113549.1.9.5')) throw new MalformedDer('signing-time');
  return {
    messageDigest: expectTag(attributes.get('1.2.840.113549.1.9.4'), 0x04).content,
    certificateHashes: readCertificateHashes(attributes.get('1.2.840.113549.1.9.16.2.47')),
  };
}

function readCertificateHashes(value: DerElement | undefined): Uint8Array[] {
  // Seals never contain the second part, which is for policies.
  const [certificates] = readChildren(expectTag(value, 0x30), 1);
  return readChildren(expectTag(certificates, 0x30)).map((id) => {
    // SHA-256 is the default, so it is omitted.
    const [hash] = readChildren(expectTag(id, 0x30), 2);
    return expectTag(hash, 0x04).content;
  });
}

function expectOne(version: DerElement | undefined): void {
  if (readUnsigned(version).join() !== '1') throw new MalformedDer('version');
}

/** Requires SHA-256 with absent or NULL parameters (RFC 5754 §2). */
function expectSha256(identifier: DerElement | undefined): void {
  const [id, parameters] = readChildren(expectTag(identifier, 0x30), 1, 2);
  expectIdentifier(id, '2.16.840.1.101.3.4.2.1');
  if (parameters !== undefined && parameters.bytes.join() !== '5,0') throw new MalformedDer('parameters');
}
