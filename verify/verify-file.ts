import { describeAdditions } from '#pdf/verify/describe-additions.ts';
import { fingerprint } from '#pdf/verify/fingerprint.ts';
import { readSealCertificates } from '#pdf/verify/read-seal-certificates.ts';
import type { SealCertificate } from '#pdf/verify/read-seal-certificates.ts';
import { verifyPdf, type Verification } from '#pdf/verify/verify-pdf.ts';
import { longTerm } from '#pdf/verify/long-term.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { hasTraceOfSeal } from '#pdf/verify/find-older-seals.ts';
import { readCrl, type RevocationList } from '#pdf/verify/revocation/read-crl.ts';
import type { TrustedLogKey } from '#core/log/trusted-keys.ts';
import { checkEvidence } from './check-evidence.ts';
import { sha256 } from './hash.ts';
import { indicate } from './indicate.ts';
import type { Check, Finding, Report, Verdict } from './report.ts';

/**
 * The grounds to judge by. `roots` are trusted certificates in DER, `timestampRoots` those of authorities for time;
 * `now` is ms UTC. `lists` are lists of withdrawn certificates in DER (RFC 5280) besides those in the file: who stole a key
 * puts none in. One that cannot be read is a mistake of the caller and throws; one of another issuer says nothing.
 */
export type Trust = {
  readonly roots: readonly Uint8Array[];
  readonly timestampRoots?: readonly Uint8Array[];
  readonly lists?: readonly Uint8Array[];
  /**
   * The keys of the logs that are trusted, as the installation serves them beside its root. Undefined: the log is not
   * checked, and the report says so. With a list, a file under another log, or under none, is not genuine.
   */
  readonly logKeys?: readonly TrustedLogKey[] | undefined;
  readonly now: number;
  /** An evidence.json that lies beside the file, as in a bundle: the same, or one that goes on from it. */
  readonly beside?: Uint8Array | undefined;
};

/**
 * Judges a file: its seal, and all that it says of itself, out of the evidence inside it. The one core behind the
 * verify page and the command; it needs neither a server nor Node, and the bytes go nowhere (L-24, L-26). Whatever the
 * bytes are, there is a report; only a root or a list of the caller that cannot be read throws.
 */
export async function verifyFile(bytes: Uint8Array, trust: Trust): Promise<Report> {
  const lists = (trust.lists ?? []).map(readCrl);
  for (const root of [...trust.roots, ...(trust.timestampRoots ?? [])]) readCertificate(root);
  try {
    return await judge(bytes, trust, lists);
  } catch {
    // Nothing is known to throw here. A file that makes it is built in no way that a sealed file is.
    const verdict = hasTraceOfSeal(bytes) ? 'changed' : 'no-seal';
    return withoutSeal(verdict, bytes, [{ code: 'structure-unreadable' }]);
  }
}

async function judge(bytes: Uint8Array, trust: Trust, lists: readonly RevocationList[]): Promise<Report> {
  const verification = await verifyPdf(bytes, trust);
  const { verdict, sealedLength, sealedAt } = verification;
  if (verdict === 'not-a-pdf') return withoutSeal('not-a-pdf', bytes, []);
  const sealed = bytes.subarray(0, verification.originalLength ?? sealedLength ?? bytes.length);
  const certificates = await readSealCertificates(sealed);
  const evidence = await checkEvidence(sealed, {
    ...{ beside: trust.beside, logKeys: trust.logKeys, sealedAt, sealCertificate: certificates[0] },
  });
  const isForeign = verdict === 'seal-broken' && evidence.isAbsent;
  if (verdict === 'no-seal' || isForeign) {
    const findings = verification.problems.map((code) => ({ code }));
    return withoutSeal('no-seal', bytes, findings);
  }
  const rootKnown = await endsIn(certificates, trust.roots);
  const proof = await longTerm(verification, trust.now, lists);
  const checks = [
    sealCheck(bytes, verification),
    proof.seal === 'revoked' ? withdrawn : rootCheck(verification, certificates, rootKnown),
    ...timestampCheck(verification),
    ...evidence.checks,
  ];
  return {
    verdict: weigh(verification, checks),
    indication: indicate(verification, certificates, rootKnown, proof, trust.now),
    checks,
    story: evidence.story,
    audit: evidence.audit,
    log: evidence.log,
    ...(trust.beside && { beside: evidence.beside ?? false }),
    seal: {
      at: sealedAt,
      certificates,
      // Listed part by part: what else is known of them is no business of a report.
      timestamps: verification.timestamps.map(({ over, at, authority, notAfter, root, trusted }) => ({
        ...{ over, at, authority, notAfter, root, trusted },
      })),
      level: proof.level,
      provedAt: proof.provedAt,
    },
    sha256: await sha256(bytes),
    sealedSha256: await sha256(sealed),
    strengthened: (sealedLength ?? bytes.length) > sealed.length,
    bytesAfter: sealedLength === undefined ? 0 : bytes.length - sealedLength,
  };
}

/** Whoever holds the key since may have sealed it: nobody vouches for it any more. */
const withdrawn: Check = { name: 'root', result: 'fails', findings: [{ code: 'seal-withdrawn' }] };

/** Whether these are known depends on who asks, and not on the file. */
const vouching: ReadonlySet<Check['name']> = new Set(['root', 'timestamps', 'log']);

function weigh({ verdict }: Verification, checks: readonly Check[]): Verdict {
  if (verdict === 'seal-broken' || verdict === 'changed-after-sealing') return 'changed';
  // Every check of the evidence has to hold, and not merely fail to fail.
  const log = checks.find(({ name }) => name === 'log');
  const contradicts = checks.some(({ name, result }) => !vouching.has(name) && result !== 'holds');
  if (contradicts || log?.result === 'fails') return 'contradicts';
  const isVouched = verdict === 'sealed-unchanged' && !checks.includes(withdrawn);
  if (!isVouched) return 'unknown-root';
  const isUnconfirmed = log?.findings.some(({ code }) => code !== 'log-not-checked') ?? false;
  return isUnconfirmed ? 'unknown-log' : 'genuine';
}

function sealCheck(bytes: Uint8Array, { problems, sealedLength }: Verification): Check {
  const own = problems.filter((code) => code !== 'chain-untrusted').map((code) => ({ code }));
  const added = sealedLength === undefined ? [] : named(bytes, sealedLength);
  const findings: Finding[] = [...own, ...added];
  return { name: 'seal', result: findings.length === 0 ? 'holds' : 'fails', findings };
}

function named(bytes: Uint8Array, sealedLength: number): Finding[] {
  return describeAdditions(bytes, sealedLength).map(({ kind, pages }) => ({
    code: kind,
    ...(pages.length > 0 && { pages }),
  }));
}

/** A root that was given and whose chain does not hold is another matter than a root that nobody gave. */
function rootCheck(
  { chainTrusted }: Verification,
  certificates: readonly SealCertificate[],
  rootKnown: boolean,
): Check {
  if (chainTrusted) return { name: 'root', result: 'holds', findings: [] };
  if (certificates.length === 0) return { name: 'root', result: 'unknown', findings: [] };
  if (rootKnown) return { name: 'root', result: 'fails', findings: [{ code: 'root-not-for-this' }] };
  return { name: 'root', result: 'unknown', findings: [{ code: 'chain-untrusted' }] };
}

/** A file without timestamps has no such check: nothing is missing in it that its seal would need. */
function timestampCheck({ timestamps }: Verification): Check[] {
  if (timestamps.length === 0) return [];
  const unknown = timestamps.filter(({ trusted }) => !trusted);
  const findings = unknown.map(({ authority }): Finding => ({
    code: 'timestamp-authority-unknown',
    name: authority,
  }));
  return [{ name: 'timestamps', result: unknown.length === 0 ? 'holds' : 'unknown', findings }];
}

async function endsIn(
  certificates: readonly SealCertificate[],
  roots: readonly Uint8Array[],
): Promise<boolean> {
  const known = await Promise.all(roots.map(fingerprint));
  return certificates.some(({ sha256: own }) => known.includes(own));
}

async function withoutSeal(
  verdict: 'no-seal' | 'not-a-pdf' | 'changed',
  bytes: Uint8Array,
  findings: Finding[],
): Promise<Report> {
  return {
    verdict,
    indication: undefined,
    checks: findings.length === 0 ? [] : [{ name: 'seal', result: 'fails', findings }],
    story: undefined,
    log: undefined,
    seal: undefined,
    sha256: await sha256(bytes),
    sealedSha256: undefined,
    strengthened: false,
    bytesAfter: 0,
  };
}
