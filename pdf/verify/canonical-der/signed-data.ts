import { contextTag, integer, nullValue, objectIdentifier, octetString, sequence, setOf } from './der.ts';
import { join } from '../bytes.ts';

/** How a seal names one of its certificates. */
export type CertificateName = {
  /** SHA-256 of the whole certificate. */
  readonly hash: Uint8Array;
  /** DER of the issuer's name. */
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
};

/**
 * Returns the three attributes that a seal signs (PAdES B-B, ETSI EN 319 142-1 Table 1; L-22) as a SET in DER.
 * `digest` is the SHA-256 of the file. The sealing certificate is the first of `names`.
 */
export function writeSignedAttributes(digest: Uint8Array, names: readonly CertificateName[]): Uint8Array {
  return setOf(
    attribute('1.2.840.113549.1.9.3', objectIdentifier(data)),
    attribute('1.2.840.113549.1.9.4', octetString(digest)),
    attribute('1.2.840.113549.1.9.16.2.47', signingCertificate(names)),
  );
}

/**
 * Returns the complete CMS of a seal in DER. It needs neither a key nor a hash, so a verifier can write what it
 * parsed again and compare the result. Bytes that no signature covers therefore have exactly one valid form.
 */
export function writeSignedData(parts: {
  readonly signer: CertificateName;
  /** Certificates in DER: the sealing certificate first, and each followed by its issuer. */
  readonly certificates: readonly Uint8Array[];
  /** Result of `writeSignedAttributes`. */
  readonly attributes: Uint8Array;
  readonly algorithm: keyof typeof signatureAlgorithms;
  readonly signature: Uint8Array;
  /** Timestamp token over the signature in canonical form. */
  readonly timestamp?: Uint8Array | undefined;
}): Uint8Array {
  const signerInfo = sequence(
    integer(1),
    sequence(parts.signer.issuer, integer(parts.signer.serial)),
    sha256Identifier,
    // Signed as a SET but stored with the implicit tag [0] (RFC 5652 §5.4).
    join([Uint8Array.of(0xa0), parts.attributes.subarray(1)]),
    signatureAlgorithms[parts.algorithm],
    octetString(parts.signature),
    ...(parts.timestamp ? [contextTag(1, attribute('1.2.840.113549.1.9.16.2.14', parts.timestamp))] : []),
  );
  const signedData = sequence(
    integer(1),
    setOf(sha256Identifier),
    sequence(objectIdentifier(data)),
    contextTag(0, ...parts.certificates),
    setOf(signerInfo),
  );
  return sequence(objectIdentifier('1.2.840.113549.1.7.2'), contextTag(0, signedData));
}

const data = '1.2.840.113549.1.7.1';

const sha256Identifier = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'));

const signatureAlgorithms = {
  'ecdsa-sha256': sequence(objectIdentifier('1.2.840.10045.4.3.2')),
  'rsa-sha256': sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue()),
};

function attribute(type: string, value: Uint8Array): Uint8Array {
  return sequence(objectIdentifier(type), setOf(value));
}

/**
 * Returns SigningCertificateV2 with one ESSCertIDv2 per certificate. It binds the seal to these certificates and
 * to no others for the same keys. The hash algorithm is omitted, because SHA-256 is the default (RFC 5035 §3).
 */
function signingCertificate(names: readonly CertificateName[]): Uint8Array {
  const ids = names.map(({ hash, issuer, serial }) => {
    const directoryName = contextTag(4, issuer);
    return sequence(octetString(hash), sequence(sequence(directoryName), integer(serial)));
  });
  return sequence(sequence(...ids));
}
