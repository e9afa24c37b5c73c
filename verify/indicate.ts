import type { SealProblem } from '#pdf/verify/seal-problem.ts';
import type { Verification } from '#pdf/verify/verify-pdf.ts';
import type { SealCertificate } from '#pdf/verify/read-seal-certificates.ts';
import type { LongTerm } from '#pdf/verify/long-term.ts';
import type { Indication } from './report.ts';

const failed = (sub: string): Indication => ({ status: 'TOTAL-FAILED', sub });
const undecided = (sub: string): Indication => ({ status: 'INDETERMINATE', sub });

/**
 * Returns the status defined in EN 319 102-1 §5.1.3, in addition to our own verdict. `now` is in ms UTC. A seal
 * of level B-B proves neither its time nor that its certificate was not revoked. A seal with a timestamp proves
 * only its time. By that standard, an unmodified file is TOTAL-PASSED only if it also contains revocation lists
 * under a valid timestamp. Both results are shown, and both are correct.
 */
export function indicate(
  { verdict, problems }: Verification,
  certificates: readonly SealCertificate[],
  rootKnown: boolean,
  proof: LongTerm,
  now: number,
): Indication | undefined {
  switch (verdict) {
    case 'not-a-pdf':
    case 'no-seal':
      return undefined;
    case 'changed-after-sealing':
      return failed('FORMAT_FAILURE');
    case 'sealed-by-unknown':
      return undecided(rootKnown ? 'CHAIN_CONSTRAINTS_FAILURE' : 'NO_CERTIFICATE_CHAIN_FOUND');
    case 'sealed-unchanged': {
      const { notAfter = 0 } = certificates[0] ?? {};
      if (proof.seal === 'revoked') return undecided('REVOKED_NO_POE');
      if ((proof.verifiedAt ?? now) > notAfter) return undecided('OUT_OF_BOUNDS_NO_POE');
      return proof.level === 'B-LTA' ? { status: 'TOTAL-PASSED', sub: undefined } : undecided('TRY_LATER');
    }
    case 'seal-broken':
      return broken(problems);
  }
}

function broken(problems: readonly SealProblem[]): Indication {
  if (problems.includes('digest-differs')) return failed('HASH_FAILURE');
  if (problems.includes('signature-wrong')) return failed('SIG_CRYPTO_FAILURE');
  if (problems.includes('certificate-differs')) return undecided('NO_SIGNING_CERTIFICATE_FOUND');
  return failed('FORMAT_FAILURE');
}
