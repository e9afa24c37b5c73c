import { readFile } from 'node:fs/promises';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { MalformedDer } from '#pdf/verify/read-der.ts';
import { isSelfIssued } from '#pdf/verify/trust-chain.ts';
import { readPem } from '../pem.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TimestampAuthorities } from '../../ports/timestamps.ts';
import { openTimestampAuthorities, type AuthorityAddress } from './rfc3161.ts';
import { reportLine } from '../../foundation/process/report-line.ts';

/**
 * Opens the authorities in TSA_URLS, trusted by the roots in TSA_ROOTS_FILE, or returns a message for the
 * operator.
 */
export async function openTimestamps(
  { authorities, rootsFile }: { authorities: readonly AuthorityAddress[]; rootsFile: string },
  clock: Clock,
): Promise<TimestampAuthorities | { problem: string }> {
  const pem = await readFile(rootsFile, 'utf8').catch(() => undefined);
  if (pem === undefined) return { problem: `TSA_ROOTS_FILE (${rootsFile}) cannot be read.` };
  const roots = readPem('CERTIFICATE', pem);
  if (roots.length === 0 || !roots.every(isRoot)) {
    return {
      problem: `TSA_ROOTS_FILE (${rootsFile}) must contain exactly the root certificates of the authorities in PEM format.`,
    };
  }
  const report = (problem: string) => reportLine(`timestamps: ${problem}`);
  return openTimestampAuthorities(authorities, roots, { clock, report });
}

/** Returns true for a self-issued certificate. A token is stored with all certificates up to that one. */
function isRoot(der: Uint8Array): boolean {
  try {
    return isSelfIssued(readCertificate(der));
  } catch (error) {
    if (error instanceof MalformedDer) return false;
    throw error;
  }
}
