import { describeAdditions } from '#pdf/verify/describe-additions.ts';
import { fingerprint } from '#pdf/verify/fingerprint.ts';
import { readSealCertificates, type SealCertificate } from '#pdf/verify/read-seal-certificates.ts';
import { verifyPdf, type Verification } from '#pdf/verify/verify-pdf.ts';
import { longTerm } from '#pdf/verify/long-term.ts';
import { sameBytes } from '#pdf/verify/bytes.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';
import { hasTraceOfSeal } from '#pdf/verify/find-older-seals.ts';
import { readCrl, type RevocationList } from '#pdf/verify/revocation/read-crl.ts';
import { checkEvidence } from './check-evidence.ts';
import { sha256 } from './hash.ts';
import { indicate } from './indicate.ts';
import type { Check, Finding, Report, Trust, Verdict } from './report.ts';

/**
 * Verifies a file: its seal, and everything it states about itself, using the evidence inside it. The verify
 * page and the command share this function. It needs neither a server nor Node, and the bytes are not sent
 * anywhere (L-24, L-26). Any input gives a report. Throws only for a root or list from the caller that is
 * unreadable.
 */
export async function verifyFile(bytes: Uint8Array, trust: Trust): Promise<Report> {
  const lists = (trust.lists ?? []).map(readCrl);
  for (const root of [...trust.roots, ...(trust.timestampRoots ?? [])]) readCertificate(root);
  try {
    return await judge(bytes, trust, lists);
  } catch {
    // No known input throws here. A file that causes an exception does not have the structure of a sealed
    // file.
    const verdict = hasTraceOfSeal(bytes) ? 'changed' : 'no-seal';
    return withoutSeal(verdict, bytes, [{ code: 'structure-unreadable' }]);
  }
}

async function judge(bytes: Uint8Array, trust: Trust, lists: readonly RevocationList[]): Promise<Report> {
  const verification = await verifyPdf(bytes, trust);
  const { verdict, sealedLength, sealedAt } = verification;
  if (verdict === 'not-a-pdf') return withoutSeal('not-a-pdf', bytes, []);
  const { countersigned } = verification;
  const sealed = bytes.subarray(0, verification.originalLength ?? sealedLength ?? bytes.length);
  const stated = countersigned?.record ?? sealed;
  const certificates = await readSealCertificates(stated);
  const evidence = await checkEvidence(stated, {
    beside: trust.beside,
    logKeys: trust.logKeys,
    sealedAt,
    sealCertificate: certificates[0],
    countersigned: countersigned && { bytes: sealed, uploadedBytes: countersigned.uploadedBytes },
  });
  const isForeign = verdict === 'seal-broken' && evidence.isAbsent;
  if (verdict === 'no-seal' || isForeign) {
    const findings = verification.problems.map((code) => ({ code }));
    return withoutSeal('no-seal', bytes, findings);
  }
  const rootKnown = await endsIn(certificates, trust.roots);
  const proof = await longTerm(verification, trust.now, lists);
  const record = countersigned && (await verifyPdf(countersigned.record, trust));
  const checks = [
    withRecord(sealCheck(bytes, verification), verification, record),
    proof.seal === 'revoked' ? withdrawn : rootCheck(verification, certificates, rootKnown),
    ...timestampCheck(verification),
    ...evidence.checks,
  ];
  return {
    verdict: weigh(verification, checks),
    ...(countersigned && { earlier: countersigned.earlier }),
    indication: indicate(verification, certificates, rootKnown, proof, trust.now),
    checks,
    story: evidence.story,
    ...(evidence.set && { set: evidence.set }),
    audit: evidence.audit,
    log: evidence.log,
    ...(trust.beside && { beside: evidence.beside ?? false }),
    seal: {
      at: sealedAt,
      certificates,
      // Lists the properties explicitly, because other details do not belong in a report.
      timestamps: verification.timestamps.map(({ over, at, authority, notAfter, root, trusted }) => ({
        over,
        at,
        authority,
        notAfter,
        root,
        trusted,
      })),
      level: proof.level,
      verifiedAt: proof.verifiedAt,
    },
    sha256: await sha256(bytes),
    sealedSha256: await sha256(sealed),
    augmented: (sealedLength ?? bytes.length) > sealed.length,
    bytesAfter: sealedLength === undefined ? 0 : bytes.length - sealedLength,
  };
}

/** Someone else with the key may have sealed the file later, so nothing proves it. */
const withdrawn: Check = { name: 'root', result: 'fails', findings: [{ code: 'seal-withdrawn' }] };

/** Checks whose result depends on the verifying party and not on the file. */
const vouching: ReadonlySet<Check['name']> = new Set(['root', 'timestamps', 'log']);

function weigh({ verdict }: Verification, checks: readonly Check[]): Verdict {
  if (verdict === 'seal-broken' || verdict === 'changed-after-sealing') return 'changed';
  // Every check of the evidence has to succeed. The result 'unknown' is not enough.
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

/** The record inside a countersigned file must also be sealed, by the same key. */
function withRecord(seal: Check, { certificates }: Verification, record: Verification | undefined): Check {
  if (record === undefined) return seal;
  const intact = record.verdict === 'sealed-unchanged' || record.verdict === 'sealed-by-unknown';
  const [own, inner] = [certificates?.[0]?.bytes, record.certificates?.[0]?.bytes];
  const isSame = own !== undefined && inner !== undefined && sameBytes(own, inner);
  if (intact && isSame && record.countersigned === undefined) return seal;
  return { ...seal, result: 'fails', findings: [...seal.findings, { code: 'record-broken' }] };
}

function named(bytes: Uint8Array, sealedLength: number): Finding[] {
  return describeAdditions(bytes, sealedLength).map(({ kind, pages }) => ({
    code: kind,
    ...(pages.length > 0 && { pages }),
  }));
}

/** A given root with an invalid chain is different from a root that was not given. */
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

/** A file without timestamps has no such check, because its seal does not need them. */
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
    augmented: false,
    bytesAfter: 0,
  };
}
