import { disclosureText } from '#core/consent/disclosure.ts';
import { agreementParts, readAgreement } from '#core/document/agreement.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import type { Attachment } from '#pdf/stamp/composition.ts';
import type { StoredDocument } from '../../records/document-store.ts';
import { disclosuresAgreed } from './disclosures-agreed.ts';
import type { SealedTrail } from '../../records/trail/sealed-trails.ts';
import type { SigningRecord } from '../record/signing-record.ts';

/**
 * Facts left out of the evidence: what the parties may not see of each other (G-3), and responses of mail
 * servers, which may name internal machines. They remain in the trail, and the evidence commits to them.
 */
const internal = new Set(['ip', 'userAgent', 'reply']);

/**
 * How a document ended without being completed. The record of such an ending is a separate file without the
 * document's pages.
 */
export type Ending = 'declined' | 'voided' | 'expired';

/** Returns how the document ended early; undefined if it is completed or still out for signature. */
export function endingOfStatus({ status }: Pick<StoredDocument, 'status'>): Ending | undefined {
  return status === 'declined' || status === 'voided' || status === 'expired' ? status : undefined;
}

/**
 * Returns the machine-readable record inside the sealed PDF (L-26): the audit trail with its hash chain, the
 * values with the salts that prove them, and the disclosure text. docs/evidence.md describes it for
 * verifiers. Evidence created after sealing also names the sealed trail that it continues, and the people
 * erased since.
 */
export function evidenceFile(record: SigningRecord, sealed?: SealedTrail): Attachment {
  const { document } = record;
  const ending = endingOfStatus(document);
  const agreed = agreementParts(record);
  const erased = record.recipients.flatMap(({ id, erasedAt }) => (erasedAt ? [id] : [])).sort();
  const evidence = {
    format: 'countersign-evidence',
    ...(ending ? { version: 3, ending } : { version: 2 }),
    ...(sealed && { extends: sealed }),
    ...(erased.length > 0 && { erased }),
    agreement: agreementInForce(record),
    document: { ...agreed.document, baseBytes: document.baseSize },
    fields: agreed.fields.map((field) => ({ ...field, value: record.values.get(field.id) ?? null })),
    recipients: agreed.recipients,
    disclosures: (ending && record.signatures.length === 0 ? [] : disclosuresAgreed(record)).map(
      (disclosure) => ({
        version: disclosure.version,
        language: disclosure.language,
        text: disclosureText(disclosure),
      }),
    ),
    chainHead: record.chainHead,
    events: record.events.map(({ body, hash, personal, salts }) => ({
      body,
      hash,
      values: Object.entries(personal)
        .filter(([name]) => !internal.has(name))
        .map(([name, value]) => ({ name, value, salt: salts[name] ?? '' })),
    })),
  };
  return {
    name: 'evidence.json',
    mediaType: 'application/json',
    description: 'Trail of this document: events, hashes and values, for verification without the service',
    bytes: Buffer.from(canonicalJson(evidence)),
    relationship: 'Data',
  };
}

/**
 * Returns the attachment with the inclusion proof of the trail's last event in this installation's
 * transparency log, including the signed tree head.
 */
export function logProofFile(proof: string): Attachment {
  return {
    name: 'log-proof.txt',
    mediaType: 'text/plain',
    description:
      'Proof that the trail of this document is in the log of the service, with a signed head of it',
    bytes: Buffer.from(proof),
    relationship: 'Data',
  };
}

/**
 * The hash of the agreed fields, recipients and document; null if the document was sent before agreements
 * were recorded.
 */
export function agreementInForce({ events }: SigningRecord): { salt: string; sha256: string } | null {
  const last = events.findLast(({ personal }) => personal['agreement'] !== undefined);
  const agreement = readAgreement(last?.personal['agreement'] ?? '');
  const hash = last?.event.data['agreementSha256'];
  return agreement && typeof hash === 'string' ? { salt: agreement.salt, sha256: hash } : null;
}
