import { disclosureText } from '#core/consent/disclosure.ts';
import { agreementParts, readAgreement } from '#core/document/agreement.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import type { Attachment } from '#pdf/stamp/attach-files.ts';
import type { StoredDocument } from '../records/document-store.ts';
import { disclosuresAgreed } from './disclosures-agreed.ts';
import type { SealedTrail } from '../trail/sealed-trails.ts';
import type { SigningRecord } from './signing-record.ts';

/**
 * Left out: facts that parties do not get to see of each other (G-3), and answers of mail servers, which name machines
 * inside networks. They stay in the trail, bound by its commitment.
 */
const internal = new Set(['ip', 'userAgent', 'reply']);

/** How a document ended that was not completed; its record is a file of its own, without the pages. */
export type Ending = 'declined' | 'voided' | 'expired';

/** How it ended; undefined of one that is out, or was completed. */
export function endingOfStatus({ status }: Pick<StoredDocument, 'status'>): Ending | undefined {
  return status === 'declined' || status === 'voided' || status === 'expired' ? status : undefined;
}

/**
 * The machine-readable record inside the sealed PDF (L-26): the trail with its hash chain, the values and the
 * salts that prove them, and the words of the disclosure. docs/evidence.md describes it for verifiers.
 * Given out later it says which sealed trail it goes on from, and whose values were erased since.
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

/** That the last event of the trail is in the log of this installation, with the head that was signed over it. */
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

/** The hash of the fields, recipients and document above; null where the document was sent before that was done. */
function agreementInForce({ events }: SigningRecord): { salt: string; sha256: string } | null {
  const last = events.findLast(({ personal }) => personal['agreement'] !== undefined);
  const agreement = readAgreement(last?.personal['agreement'] ?? '');
  const hash = last?.event.data['agreementSha256'];
  return agreement && typeof hash === 'string' ? { salt: agreement.salt, sha256: hash } : null;
}
