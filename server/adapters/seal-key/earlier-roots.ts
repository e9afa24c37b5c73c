import { readFile } from 'node:fs/promises';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';
import type { SealKey, SealKeyProblem } from '../../ports/seal-key.ts';
import { readPem } from '../pem.ts';

/**
 * The key together with the roots of before it, from the file of SEAL_EARLIER_ROOTS_FILE (PEM); or one sentence for the
 * operator. They are known on the operator's word and not because something was sealed under them here: only the operator
 * knows whether a root was given up or stolen (decision 0047).
 */
export async function withEarlierRoots(key: SealKey, file: string): Promise<SealKey | SealKeyProblem> {
  const earlierRoots = readPem('CERTIFICATE', await readFile(file, 'utf8').catch(() => ''));
  if (earlierRoots.length === 0 || !earlierRoots.every(isCertificate))
    return {
      problem: `SEAL_EARLIER_ROOTS_FILE (${file}) cannot be read, or does not hold certificates in PEM form.`,
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
