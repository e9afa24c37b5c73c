import { createHash } from 'node:crypto';
import { readCertificate } from '../verify/read-certificate.ts';
import { lowerSignature } from '../verify/spelling/lower-signature.ts';
import type { Sealer } from './sealer.ts';
import { writeSignedAttributes, writeSignedData } from '../verify/spelling/signed-data.ts';
import type { CertificateName } from '../verify/spelling/signed-data.ts';

/**
 * A detached CMS SignedData over a SHA-256 digest, at the level PAdES B-B (ETSI EN 319 142-1 Table 1; L-22):
 * content type, message digest and ESS signing-certificate-v2 are signed; signing-time is left out, because
 * PAdES takes the time from /M; every certificate is included, and named among what is signed. Gives DER.
 */
export async function signDigest(digest: Uint8Array, sealer: Sealer): Promise<Uint8Array> {
  const certificates = sealer.chain.map(readCertificate);
  const names = certificates.map(({ bytes, issuer, serial }): CertificateName => ({
    hash: createHash('sha256').update(bytes).digest(),
    issuer,
    serial,
  }));
  const [leaf] = certificates;
  const [signer] = names;
  if (leaf === undefined || signer === undefined) throw new Error('a sealer without a certificate');
  const attributes = writeSignedAttributes(digest, names);
  const signature = await sealer.sign(attributes);
  return writeSignedData({
    signer,
    certificates: sealer.chain,
    attributes,
    algorithm: sealer.algorithm === 'rsa-sha256' ? 'rsa-sha256' : 'ecdsa-sha256',
    signature: lowerSignature(signature, leaf.publicKey),
  });
}
