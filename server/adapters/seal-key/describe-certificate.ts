import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';
import { readName } from '#pdf/verify/read-name.ts';
import type { SealKeyDescription } from '../../ports/seal-key.ts';

/** Describes a sealing certificate (DER). Returns undefined for an unsupported or invalid certificate. */
export function describeCertificate(
  der: Uint8Array,
  level: SealKeyDescription['level'],
): SealKeyDescription | undefined {
  try {
    const { subject, issuer, notAfter } = readCertificate(der);
    return { subject: readName(subject), issuer: readName(issuer), notAfter, level };
  } catch (error) {
    if (error instanceof MalformedDer) return undefined;
    throw error;
  }
}
