import { readFile } from 'node:fs/promises';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';
import { readPem } from '../pem.ts';

/**
 * Adds the earlier roots in SEAL_EARLIER_ROOTS_FILE (PEM) to the key, or returns a message for the operator.
 * Earlier roots are trusted because the operator lists them, not because they sealed files here. Only the
 * operator knows whether a root was retired or stolen (decision 0047).
 */
export async function withEarlierRoots(key: SealKey, file: string): Promise<SealKey | SealKeyProblem> {
  const earlierRoots = readPem('CERTIFICATE', await readFile(file, 'utf8').catch(() => ''));
  if (earlierRoots.length === 0 || !earlierRoots.every(isCertificate))
    return {
      problem: `SEAL_EARLIER_ROOTS_FILE (${file}) cannot be read or contains no certificates in PEM format.`,
    };
  return { ...key, earlierRoots };
}

function isCertificate(der: Uint8Array): boolean {
  try {
    readCertificate(der);
    return true;
  } catch (error) {
    if (error instanceof MalformedDer) return false;
    throw error;
  }
}
