import { fromHex, readLogKey, readLogProof, toBase64 } from '#core/log/checkpoint.ts';
import { includesLeaf } from '#core/log/merkle.ts';
import type { Report as AuditReport, ReportedDocument, ReportedEvent } from '#core/report/report.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import { compareKey, digest, isSigned, type LogTrust } from './check-log.ts';
import { isObject, parse, readBody, utf8, type Json } from '../evidence.ts';
import { sha256 } from '../hash.ts';
import type { AuditSummary, Check, Finding, LoggedIn } from '../report.ts';

export type AuditReportCheck = {
  readonly checks: readonly Check[];
  readonly audit: AuditSummary | undefined;
  readonly log: LoggedIn | undefined;
};

/**
 * Checks the `report.json` of an audit report for consistency, against the reason of the seal, and against the
 * log (docs/evidence.md: Audit report). Cannot detect whether a whole document was omitted.
 */
export async function checkAuditReport(
  bytes: Uint8Array,
  reason: string | undefined,
  trust: Pick<LogTrust, 'logKeys'>,
): Promise<AuditReportCheck> {
  const report = read(bytes);
  if (report === undefined) {
    return { checks: [check('report', [{ code: 'report-form' }])], audit: undefined, log: undefined };
  }
  const findings: Finding[] = [];
  const { digest: named, ...content } = report;
  const own = await sha256(canonicalJson(content));
  if (own !== named || !(reason ?? '').endsWith(` ${named}`)) findings.push({ code: 'report-differs' });
  if ((await accountHead(report)) !== report.account_events.head)
    findings.push({ code: 'report-account-differs' });
  for (const document of report.documents) {
    if (!(await isWhole(document))) findings.push({ code: 'report-trail-differs', name: document.title });
  }
  const log = await logged(report.documents);
  return {
    checks: [check('report', findings), ...(log ? [logCheck(log, trust)] : [])],
    audit: summaryOf(report),
    log: log?.heads[0],
  };
}

function check(name: 'report' | 'log', findings: readonly Finding[]): Check {
  return { name, result: findings.length === 0 ? 'holds' : 'fails', findings };
}

function logCheck({ findings, heads }: LoggedReport, trust: Pick<LogTrust, 'logKeys'>): Check {
  if (findings.length > 0) return check('log', findings);
  const compared = heads.map((head) => compareKey(head, trust));
  return compared.find(({ result }) => result !== 'holds') ?? check('log', []);
}

function summaryOf({ account, scope, documents, account_events: ofAccount }: AuditReport): AuditSummary {
  const requested = documents.reduce((sum, { events }) => sum + events.filter((one) => one.asked).length, 0);
  return {
    account: account.name || account.id,
    from: scope.from,
    to: scope.to,
    documents: documents.length,
    events: requested + ofAccount.events.length,
  };
}

/**
 * Parses a report. Returns undefined for text that is not the canonical form of a report, as far as this
 * verifier reads it.
 */
function read(bytes: Uint8Array): AuditReport | undefined {
  const json = parse(utf8(bytes));
  if (!isObject(json) || json['format'] !== 'countersign-audit-report' || json['version'] !== 1)
    return undefined;
  const { account, scope, documents, account_events: ofAccount } = json;
  const isReport =
    typeof json['digest'] === 'string' &&
    hasTexts(account, 'id', 'name') &&
    hasTexts(scope, 'from', 'to') &&
    isListOf(documents, isDocument) &&
    hasTexts(ofAccount, 'head') &&
    isListOf(ofAccount['events'], isObject);
  return isReport ? (json as unknown as AuditReport) : undefined;
}

function isDocument(json: Json): boolean {
  if (!hasTexts(json, 'id', 'title')) return false;
  const { trail, events, logProof } = json;
  const isLogged = logProof === undefined || logProof === null || typeof logProof === 'string';
  return (
    isLogged &&
    hasTexts(trail, 'head') &&
    typeof trail['events'] === 'number' &&
    isListOf(events, isEvent) &&
    events.length > 0
  );
}

function isEvent(json: Json): boolean {
  if (!hasTexts(json, 'body', 'hash') || typeof json['seq'] !== 'number') return false;
  const { values } = json;
  return isObject(values) && Object.values(values).every((one) => hasTexts(one, 'value', 'salt'));
}

function hasTexts(json: Json | undefined, ...names: string[]): json is { [name: string]: Json } {
  return isObject(json) && names.every((name) => typeof json[name] === 'string');
}

function isListOf(json: Json | undefined, fits: (one: Json) => boolean): json is Json[] {
  return Array.isArray(json) && json.every((one) => fits(one));
}

/**
 * Returns the last hash of a chain over the events. The chain starts from 64 zeros, and each hash covers the
 * previous hash and the event.
 */
async function accountHead({ account_events: { events } }: AuditReport): Promise<string> {
  let head = '0'.repeat(64);
  for (const event of events) head = await sha256(`${head}${canonicalJson(event)}`);
  return head;
}

/**
 * Returns true if no event between the first and last one is missing or changed, and the trail ends as reported.
 */
async function isWhole({ id, trail, events }: ReportedDocument): Promise<boolean> {
  let before: ReportedEvent | undefined;
  for (const event of events) {
    if (!(await isRecorded(event, id))) return false;
    const prev = readBody(event.body)?.prev;
    if (before ? prev !== before.hash || event.seq !== before.seq + 1 : !isStart(event.seq, prev))
      return false;
    before = event;
  }
  if (before === undefined || before.seq > trail.events) return false;
  return before.seq < trail.events || before.hash === trail.head;
}

function isStart(seq: number, prev: string | undefined): boolean {
  return seq === 1 ? prev === '0'.repeat(64) : prev !== '0'.repeat(64);
}

async function isRecorded({ seq, body, hash, values }: ReportedEvent, documentId: string): Promise<boolean> {
  const recorded = readBody(body);
  if (!recorded || recorded.documentId !== documentId || recorded.seq !== seq) return false;
  if ((await sha256(`\u0000${body}`)) !== hash) return false;
  for (const [name, { value, salt }] of Object.entries(values)) {
    // If the salt could have another length, part of it could be moved into the value.
    if (!/^[0-9a-f]{32}$/.test(salt) || (await sha256(`${salt}:${value}`)) !== recorded.personal[name])
      return false;
  }
  return true;
}

type LoggedReport = { readonly findings: readonly Finding[]; readonly heads: readonly LoggedIn[] };

/**
 * Checks that the last event of each document is in the log. Documents without a proof were not in the log when
 * the report was created.
 */
async function logged(documents: readonly ReportedDocument[]): Promise<LoggedReport | undefined> {
  const findings: Finding[] = [];
  const heads: LoggedIn[] = [];
  let proofs = 0;
  for (const { title, events, logProof } of documents) {
    if (typeof logProof !== 'string') continue;
    proofs += 1;
    const proof = readLogProof(logProof);
    const key = proof && (await readLogKey(proof.key, digest));
    if (!proof || !key) {
      findings.push({ code: 'log-proof-form', name: title });
      continue;
    }
    const leaf = fromHex(events.at(-1)!.hash);
    const holds = await includesLeaf(
      proof.checkpoint,
      { index: proof.index, leaf, proof: proof.hashes },
      digest,
    );
    if (!holds) findings.push({ code: 'log-proof-differs', name: title });
    // One checkpoint usually covers all documents. Any other checkpoint is verified too.
    if (heads.some(({ checkpoint, key: known }) => checkpoint === proof.text && known === proof.key))
      continue;
    if (!(await isSigned(proof.checkpoint, key))) findings.push({ code: 'log-head-unsigned', name: title });
    const { origin, size, root } = proof.checkpoint;
    heads.push({ origin, size, root: toBase64(root), key: proof.key, checkpoint: proof.text });
  }
  return proofs === 0 ? undefined : { findings, heads };
}
