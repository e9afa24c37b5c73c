import { canonicalSignature } from './canonical-signature.ts';
import { writeSignedAttributes, writeSignedData } from './signed-data.ts';
import type { Certificate } from '../read-certificate.ts';
import { sameBytes } from '../bytes.ts';
import type { SignedData } from '../read-signed-data.ts';

/**
 * Returns true if the CMS of a seal is byte-identical to the result of sealing with these parts. The signature
 * cannot cover the CMS itself, so any freedom in its encoding would allow undetected changes. `signed` and its
 * `certificates` must otherwise be valid.
 *
 * Seals from before 2026-11-22 name only their first certificate and can contain either signature of an ECDSA
 * pair, because the one that was written cannot be distinguished from the other. The names are signed, so later
 * seals cannot be made to look like them.
 */
export function isCanonicalDer(
  cms: Uint8Array,
  signed: SignedData,
  certificates: readonly Certificate[],
): boolean {
  const { algorithm, certificateHashes, messageDigest, signature } = signed;
  if (algorithm !== 'ecdsa-sha256' && algorithm !== 'rsa-sha256') return false;
  const names = certificateHashes.flatMap((hash, index) => {
    const certificate = certificates[index];
    return certificate === undefined
      ? []
      : [{ hash, issuer: certificate.issuer, serial: certificate.serial }];
  });
  const [leaf] = certificates;
  const [signer] = names;
  if (leaf === undefined || signer === undefined) return false;
  const isEarly = certificates.length > 1 && certificateHashes.length === 1;
  const written = writeSignedData({
    signer,
    certificates: certificates.map(({ bytes }) => bytes),
    attributes: writeSignedAttributes(messageDigest, names),
    algorithm,
    signature: isEarly ? signature : canonicalSignature(signature, leaf.publicKey),
    timestamp: signed.timestamp,
  });
  return sameBytes(written, cms);
}
