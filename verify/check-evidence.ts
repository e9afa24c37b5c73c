import { MalformedPdf, readObjects, type SealedObjects } from '#pdf/verify/read-objects.ts';
import type { SealCertificate } from '#pdf/verify/read-seal-certificates.ts';
import { readSealReason } from '#pdf/verify/read-seal-reason.ts';
import { checkAuditReport, type AuditReportCheck } from './checks/check-audit-report.ts';
import { checkAgreement } from './checks/check-agreement.ts';
import { matchesCompanionFile } from './checks/check-beside.ts';
import { checkCertificate, isWithoutCertificate, pagesOfCertificate } from './checks/check-certificate.ts';
import { checkCountersigned } from './checks/check-countersigned.ts';
import { checkBase, checkDrawn, checkFields } from './checks/check-file.ts';
import { checkFiles, setOf } from './checks/check-files.ts';
import { checkLog, withoutProof, type LogCheck, type LogTrust } from './checks/check-log.ts';
import { checkPasskeys, usesPasskeys } from './checks/check-passkeys.ts';
import { checkRules } from './checks/check-rules.ts';
import {
  asEvidence,
  checkActs,
  checkOwnFields,
  checkOwnPages,
  checkPlace,
} from './checks/check-separate-file.ts';
import { checkShown } from './checks/check-shown.ts';
import { checkEnding } from './checks/check-ending.ts';
import { hasPages, readEvidence, type Evidence } from './evidence.ts';
import { readFileEvidence } from './file-evidence.ts';
import {
  checkNames,
  type AuditSummary,
  type Check,
  type CheckName,
  type FileSet,
  type Finding,
  type LoggedIn,
  type Story,
} from './report.ts';
import { areAttachedOnce, readAttached, readAttachedEvidence } from './read-attached.ts';
import { describeVerdict } from './describe-verdict.ts';
import { readTrail } from './trail.ts';

export type EvidenceReport = {
  readonly checks: readonly Check[];
  readonly story: Story | undefined;
  readonly set?: FileSet | undefined;
  readonly audit?: AuditSummary | undefined;
  readonly log: LoggedIn | undefined;
  /** True if the separate evidence file belongs to the sealed file. */
  readonly beside?: boolean | undefined;
  /**
   * True if the file contains no evidence at all, because it never came from this product or all evidence was
   * removed.
   */
  readonly isAbsent: boolean;
};

/** `sealCertificate` is the certificate of the enclosing seal; undefined if it cannot be read. */
type Grounds = LogTrust & {
  readonly sealCertificate: SealCertificate | undefined;
  /** The whole file, if `pdf` is the record inside a countersigned file. */
  readonly countersigned?: { readonly bytes: Uint8Array; readonly uploadedBytes: number } | undefined;
};

/**
 * Checks the evidence inside a file for consistency and against the file. If the seal is invalid, reports what
 * was altered, as far as the evidence can be read. Nothing then proves that the evidence is genuine.
 */
export async function checkEvidence(
  pdf: Uint8Array,
  { beside, ...trust }: Grounds & { readonly beside?: Uint8Array | undefined },
): Promise<EvidenceReport> {
  const objects = opened(pdf);
  const audit = objects && (await auditReport(objects, trust));
  if (audit) return { ...audit, story: undefined, isAbsent: false };
  const separate = objects && (await separateFile(pdf, objects, trust));
  if (separate) return { ...separate, isAbsent: false };
  const apart = objects && (await separateCertificate(objects));
  const bytes = apart ?? (objects && (await orUnreadable(() => readAttachedEvidence(objects))));
  if (objects === undefined || bytes === undefined) {
    // If the structure of the file cannot be read, it is unknown whether evidence is missing.
    const code = objects === undefined ? 'evidence-unreadable' : 'evidence-missing';
    return { ...without(code), isAbsent: !mentions(pdf, 'evidence.json') };
  }
  if (bytes === 'unreadable') return { ...without('evidence-form'), isAbsent: false };
  const evidence = readEvidence(bytes);
  if (typeof evidence === 'string') return { ...without(`evidence-${evidence}`), isAbsent: false };
  const all = await checkAll(pdf, objects, { ...evidence, ...(apart && { isApart: true }) }, trust);
  const same = beside && { beside: await matchesCompanionFile(bytes, beside) };
  return { ...all, ...same, isAbsent: false };
}

async function checkAll(
  pdf: Uint8Array,
  objects: SealedObjects,
  evidence: Evidence,
  trust: Grounds,
): Promise<{ checks: Check[]; story: Story; set: FileSet | undefined; log: LoggedIn | undefined }> {
  const { events, chain, values } = await readTrail(evidence);
  const isBare = (await orUnreadable(async () => isWithoutCertificate(objects, evidence))) === true;
  const drawn = await orUnreadable(() => checkDrawn(objects, evidence, events, { isCertified: !isBare }));
  const certificate = await orUnreadable(() => checkCertificate(objects, evidence, trust.sealCertificate));
  const log = await logged(objects, evidence, trust);
  const baseBytes = hasPages(evidence) ? evidence.document.baseBytes : 0;
  const base = await checkBase(pdf, evidence, events);
  const { countersigned } = trust;
  const added =
    countersigned && (await orUnreadable(() => checkCountersigned(countersigned, evidence, events)));
  const shown = await orUnreadable(async () => checkShown(pdf, objects, evidence));
  const files = await orUnreadable(async () => checkFiles(objects, evidence, events));
  const once = await orUnreadable(async () => areAttachedOnce(objects, baseBytes));
  return {
    checks: [
      check('evidence', once === true ? [] : [{ code: 'evidence-twofold' }]),
      check('trail', [...chain, ...checkHead(objects, evidence), ...checkEnding(evidence, events)]),
      check('values', values),
      check('agreement', await checkAgreement(evidence, events)),
      check(
        'base',
        shown === 'unreadable' || files === 'unreadable' || added === 'unreadable'
          ? 'unreadable'
          : [...base, ...shown, ...files, ...(added ?? [])],
      ),
      check('fields', [...checkFields(evidence, events), ...checkRules(evidence, events)]),
      check('drawn', drawn),
      ...(usesPasskeys(events) ? [check('passkeys', await checkPasskeys(events))] : []),
      ...(isBare ? [] : [check('certificate', certificate)]),
      ...(log.check ? [log.check] : []),
    ],
    log: log.head,
    set: evidence.isApart ? undefined : await setOf(evidence),
    story: {
      ...describeVerdict(evidence, events),
      ...(evidence.isApart && { apart: 'certificate' }),
      ...(isBare && { apart: 'document' }),
      // The certificate of a countersigned file is in its record and not on its pages.
      certificate: countersigned ? undefined : await certificatePlace(objects, evidence, certificate),
    },
  };
}

/** Returns the evidence of a certificate in a file without the pages of its document. */
async function separateCertificate(objects: SealedObjects): Promise<Uint8Array | undefined> {
  const files = await orUnreadable(() => readAttached(objects, 'certificate-evidence.json'));
  const evidence = await orUnreadable(() => readAttached(objects, 'evidence.json'));
  if (files === 'unreadable' || evidence === 'unreadable') return undefined;
  return files.length === 1 && evidence.length === 0 ? files[0] : undefined;
}

/**
 * Checks one of several files that was sealed as a separate PDF. A PDF with both kinds of evidence is checked as
 * a whole document.
 */
async function separateFile(
  pdf: Uint8Array,
  objects: SealedObjects,
  trust: Grounds,
): Promise<Omit<EvidenceReport, 'isAbsent'> | undefined> {
  const files = await orUnreadable(() => readAttached(objects, 'file-evidence.json'));
  const evidence = await orUnreadable(() => readAttached(objects, 'evidence.json'));
  if (files === 'unreadable' || evidence === 'unreadable') return undefined;
  if (files.length !== 1 || evidence.length > 0) return undefined;
  const own = readFileEvidence(files[0]!);
  if (typeof own === 'string') return without(`evidence-${own}`);
  const shape = asEvidence(own);
  const { events, chain, values } = await readTrail(shape, { withholds: true });
  const certificate = await orUnreadable(() => checkCertificate(objects, shape, trust.sealCertificate));
  const once = await orUnreadable(async () => areAttachedOnce(objects, own.base.bytes));
  const log = await logged(objects, shape, trust);
  return {
    checks: [
      check('evidence', [
        ...(once === true ? [] : [{ code: 'evidence-twofold' } as const]),
        ...(await checkPlace(own)),
      ]),
      check('trail', [...chain, ...checkHead(objects, shape)]),
      check('values', values),
      check('agreement', checkActs(own, events)),
      check('base', await orUnreadable(() => checkOwnPages(pdf, objects, own, events))),
      check('fields', checkOwnFields(own, events)),
      check('drawn', await orUnreadable(() => checkDrawn(objects, shape, events))),
      check('certificate', certificate),
      ...(log.check ? [log.check] : []),
    ],
    log: log.head,
    set: {
      ...{ documentId: own.documentId, number: own.number, of: own.files.length, files: own.files },
      ...{ agreementSha256: own.agreementSha256, wholeSha256: own.wholeSha256, test: own.test },
    },
    story: {
      ...describeVerdict(shape, events),
      certificate: await certificatePlace(objects, shape, certificate),
    },
  };
}

/** The seal also contains the hash of the last event. */
function checkHead(objects: SealedObjects, { chainHead }: Evidence): Finding[] {
  const named = /Trail ([0-9a-f]{64})/.exec(readSealReason(objects) ?? '')?.[1];
  return named !== undefined && named !== chainHead ? [{ code: 'seal-names-other-head' }] : [];
}

/** Reported only if the pages were confirmed to be the certificate of this trail. */
async function certificatePlace(
  objects: SealedObjects,
  evidence: Evidence,
  findings: readonly Finding[] | 'unreadable',
): Promise<Story['certificate']> {
  if (findings === 'unreadable' || findings.length > 0) return undefined;
  const place = await orUnreadable(async () => pagesOfCertificate(objects, evidence));
  return place === 'unreadable' ? undefined : place;
}

/** Checks a file with an audit report and without evidence. A file with both is checked by its evidence. */
async function auditReport(objects: SealedObjects, trust: LogTrust): Promise<AuditReportCheck | undefined> {
  const files = await orUnreadable(() => readAttached(objects, 'report.json'));
  const evidence = await orUnreadable(() => readAttached(objects, 'evidence.json'));
  if (files === 'unreadable' || evidence === 'unreadable') return undefined;
  if (files.length !== 1 || evidence.length > 0) return undefined;
  const report = await checkAuditReport(files[0]!, readSealReason(objects), trust);
  const once = await orUnreadable(async () => areAttachedOnce(objects, 0));
  if (once === true) return report;
  const [own, ...rest] = report.checks;
  return { ...report, checks: [withFindings(own!, [{ code: 'evidence-twofold' }]), ...rest] };
}

/** Two proofs in one file would be ambiguous. */
async function logged(
  objects: SealedObjects,
  { chainHead }: Evidence,
  trust: LogTrust,
): Promise<Partial<LogCheck>> {
  const files = await orUnreadable(() => readAttached(objects, 'log-proof.txt'));
  if (files !== 'unreadable' && files.length === 0) return { check: withoutProof(trust) };
  const [only] = files !== 'unreadable' && files.length === 1 ? files : [new Uint8Array()];
  return checkLog(only!, chainHead, trust);
}

function withFindings(one: Check, more: readonly Finding[]): Check {
  return more.length === 0 ? one : { ...one, result: 'fails', findings: [...one.findings, ...more] };
}

function check(name: CheckName, reported: readonly Finding[] | 'unreadable'): Check {
  const findings = reported === 'unreadable' ? [{ code: 'pages-unreadable' } as const] : reported;
  return { name, result: findings.length === 0 ? 'holds' : 'fails', findings };
}

/** The evidence check fails, and the checks that depend on it are not performed. */
function without(code: 'evidence-missing' | 'evidence-unreadable' | 'evidence-form' | 'evidence-newer'): {
  checks: Check[];
  story: undefined;
  log: undefined;
} {
  const rest = checkNames.slice(checkNames.indexOf('evidence') + 1);
  return {
    checks: [
      { name: 'evidence', result: 'fails', findings: [{ code }] },
      ...rest.map((name): Check => ({ name, result: 'unknown', findings: [] })),
    ],
    story: undefined,
    log: undefined,
  };
}

function opened(pdf: Uint8Array): SealedObjects | undefined {
  try {
    return readObjects(pdf);
  } catch (error) {
    if (error instanceof MalformedPdf) return undefined;
    throw error;
  }
}

async function orUnreadable<T>(read: () => Promise<T>): Promise<T | 'unreadable'> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MalformedPdf) return 'unreadable';
    throw error;
  }
}

function mentions(pdf: Uint8Array, word: string): boolean {
  return new TextDecoder('latin1').decode(pdf).includes(word);
}
