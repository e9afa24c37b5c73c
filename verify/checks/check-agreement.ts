import { canonicalJson } from '#core/trail/canonical.ts';
import { isObject, parse, textOf } from '../evidence.ts';
import type { Evidence, JsonObject } from '../evidence.ts';
import { sha256 } from '../hash.ts';
import type { Finding } from '../report.ts';
import { isAct } from '../trail.ts';
import type { ReadEvent } from '../trail.ts';

const changes: ReadonlySet<string> = new Set(['recipient_corrected', 'recipient_delegated']);
const rests: ReadonlySet<string> = new Set([
  ...['document_sent', 'document_opened', 'document_retrieved', 'passkey_confirmed'],
  ...['document_signed', 'document_approved'],
  ...changes,
]);

type InForce = { readonly sha256: string; readonly agreed: JsonObject };

/**
 * Checks docs/evidence.md, Agreement and Disclosure. Every action must refer to the agreement in force at its
 * time. No one may act twice, before opening or retrieving the document, or without consent. The final agreement
 * must match the document, fields and recipients of this file.
 */
export async function checkAgreement(evidence: Evidence, events: readonly ReadEvent[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const seen = { opened: new Set<string>(), consented: new Set<string>(), acted: new Set<string>() };
  const { acted } = seen;
  let inForce: InForce | undefined;
  for (const event of events) {
    const { type, data } = event.body;
    const place = { event: event.place };
    if (rests.has(type) && data['agreementSha256'] !== undefined) {
      const next = await followed(event, inForce, acted);
      if (typeof next === 'string') findings.push({ code: next, ...place });
      else inForce = next;
    }
    if (type === 'document_sent' && (event.values['title'] ?? '') !== evidence.document.title) {
      findings.push({ code: 'title-differs' });
    }
    findings.push(...checkAct(event, seen));
  }
  const end = await checkEnd(evidence, inForce, acted);
  return [...findings, ...end, ...(await checkDisclosures(evidence, events))];
}

type Seen = { readonly [step in 'opened' | 'consented' | 'acted']: Set<string> };

/**
 * Checks that people act only once, with consent, and after opening or retrieving the document. Updates `seen`.
 */
export function checkAct(event: ReadEvent, { opened, consented, acted }: Seen): Finding[] {
  const { type, data, actor } = event.body;
  const id = actor.id ?? '';
  if (type === 'consent_given') consented.add(id);
  if (type === 'document_opened' || type === 'document_retrieved') opened.add(id);
  if (changes.has(type) && data['addressChanged'] !== false) opened.delete(textOf(data['recipientId']) ?? '');
  if (!isAct(event)) return [];
  const place = { event: event.place };
  const findings: Finding[] = [];
  if (data['linkId'] !== undefined && !opened.has(id))
    findings.push({ code: 'acted-without-opening', ...place });
  if (!consented.has(id)) findings.push({ code: 'acted-without-consent', ...place });
  if (acted.has(id)) findings.push({ code: 'acted-twice', ...place });
  acted.add(id);
  return findings;
}

/** Returns the agreement after an event that names one, or why it cannot be that agreement. */
async function followed(
  { body: { type, data }, values }: ReadEvent,
  inForce: InForce | undefined,
  acted: ReadonlySet<string>,
): Promise<InForce | 'agreement-differs' | 'agreement-changed'> {
  const named = textOf(data['agreementSha256']) ?? '';
  const text = values['agreement'];
  if (text === undefined) return inForce?.sha256 === named ? inForce : 'agreement-differs';
  const agreed = parse(text);
  if (!isObject(agreed) || (await sha256(text)) !== named) return 'agreement-differs';
  const next = { sha256: named, agreed };
  if (inForce === undefined) return next;
  const id = textOf(data['recipientId']) ?? '';
  const now = recipientsOf(agreed).find((one) => one['id'] === id);
  const may =
    changes.has(type) &&
    without(inForce.agreed, id) === without(agreed, id) &&
    !acted.has(id) &&
    now?.['name'] === (values['recipient'] ?? '') &&
    now['email'] === (values['recipientEmail'] ?? '');
  return may ? next : 'agreement-changed';
}

function recipientsOf(agreed: JsonObject): JsonObject[] {
  const { recipients } = agreed;
  return Array.isArray(recipients) ? recipients.filter(isObject) : [];
}

/** Returns an agreement without its salt and without the name and address of one recipient. */
function without(agreed: JsonObject, id: string): string {
  const { salt: _salt, recipients: _recipients, ...rest } = agreed;
  const people = recipientsOf(agreed).map((one) =>
    one['id'] === id ? { ...one, name: '', email: '' } : one,
  );
  return canonicalJson([rest, people]);
}

async function checkEnd(
  evidence: Evidence,
  inForce: InForce | undefined,
  acted: ReadonlySet<string>,
): Promise<Finding[]> {
  const { agreement, document, fields, recipients } = evidence;
  if (agreement === null) return inForce === undefined ? [] : [{ code: 'agreement-missing' }];
  const { baseBytes: _baseBytes, ...agreedDocument } = document;
  const agreedFields = fields.map(({ value: _value, ...field }) => field);
  const whole = { salt: agreement.salt, document: agreedDocument, fields: agreedFields, recipients };
  const hash = await sha256(canonicalJson(whole));
  const findings: Finding[] = [];
  if (hash !== agreement.sha256 || hash !== inForce?.sha256) findings.push({ code: 'agreement-differs' });
  for (const { id, name, email, role } of recipients) {
    const hasPart = role === 'signer' || role === 'approver';
    // A document that ended early can lack signatures. Any other document must have all of them.
    if (evidence.ending === undefined ? acted.has(id) !== hasPart : acted.has(id) && !hasPart) {
      findings.push({ code: 'part-missing', name: name === '' ? email : name });
    }
  }
  return findings;
}

/** Checks that the file contains exactly the disclosures that the recipients consented to. */
async function checkDisclosures(evidence: Evidence, events: readonly ReadEvent[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const agreedTo = new Set<string>();
  for (const { place, body } of events.filter(({ body: { type } }) => type === 'consent_given')) {
    const language = textOf(body.data['locale']) ?? '';
    const version = textOf(body.data['disclosureVersion']) ?? '';
    const words = evidence.disclosures.find((one) => one.language === language && one.version === version);
    const isSame = words && (await sha256(words.text)) === body.data['disclosureSha256'];
    if (!isSame) findings.push({ code: 'disclosure-differs', event: place });
    agreedTo.add(`${language} ${version}`);
  }
  // The disclosure may have changed between two signatures. Each version is included once.
  const given = evidence.disclosures.map(({ language, version }) => `${language} ${version}`);
  const isEach = given.every((one) => agreedTo.has(one));
  if (!isEach || new Set(given).size < given.length) findings.push({ code: 'disclosure-stray' });
  return findings;
}
