import { fingerprint } from './fingerprint.ts';
import { locateSeal } from './locate-seal.ts';
import { readCertificate, type Certificate } from './read-certificate.ts';
import { MalformedDer } from './read-der.ts';
import { readName } from './read-name.ts';
import { readSignedData } from './read-signed-data.ts';

export type SealCertificate = {
  /** Subject in readable form: 'O=Harbour, CN=Harbour Document Seal'. */
  readonly subject: string;
  readonly notBefore: number;
  readonly notAfter: number;
  /** SHA-256 of the DER as 64 lowercase hexadecimal digits. */
  readonly sha256: string;
};

/**
 * Returns the certificates in a seal, starting with its own, or none if they cannot be read. Nothing is verified
 * here. A person compares a fingerprint with one received through another channel.
 */
export async function readSealCertificates(pdf: Uint8Array): Promise<SealCertificate[]> {
  return Promise.all(
    certificatesInSeal(pdf).map(async ({ bytes, subject, notBefore, notAfter }) => ({
      subject: nameOf(subject),
      notBefore,
      notAfter,
      sha256: await fingerprint(bytes),
    })),
  );
}

/** Returns '' for an unreadable name, in which a byte may have been changed. */
function nameOf(subject: Uint8Array): string {
  try {
    return readName(subject);
  } catch (error) {
    if (error instanceof MalformedDer) return '';
    throw error;
  }
}

/** Like `readSealCertificates`, but returns the complete certificates. */
export function certificatesInSeal(pdf: Uint8Array): Certificate[] {
  const located = locateSeal(pdf);
  if ('problem' in located) return [];
  try {
    return readSignedData(located.seal.cms).certificates.map(readCertificate);
  } catch (error) {
    if (error instanceof MalformedDer) return [];
    throw error;
  }
}
