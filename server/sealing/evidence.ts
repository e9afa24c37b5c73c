import { disclosureText } from '#core/consent/disclosure.ts';
import { canonicalJson } from '#core/trail/canonical.ts';
import type { Attachment } from '#pdf/stamp/attach-files.ts';
import { disclosuresAgreed } from './disclosures-agreed.ts';
import type { SigningRecord } from './signing-record.ts';

/** What parties do not get to see of each other (G-3): it stays in the trail, bound by its commitment. */
const internal = new Set(['ip', 'userAgent']);

/**
 * The machine-readable record inside the sealed PDF (L-26): the trail with its hash chain, the values and the
 * salts that prove them, and the words of the disclosure. docs/evidence.md describes it for verifiers.
 */
export function evidenceFile(record: SigningRecord): Attachment {
  const { document } = record;
  const evidence = {
    format: 'countersign-evidence',
    version: 1,
    document: {
      id: document.id,
      title: document.title,
      originalSha256: document.originalSha256,
      baseSha256: document.baseSha256,
      baseBytes: document.baseSize,
    },
    fields: record.fields.map(({ id, type, page, x, y, width, height, recipientId }) => ({
      id,
      type,
      page,
      x,
      y,
      width,
      height,
      recipientId,
      value: record.values.get(id) ?? null,
    })),
    disclosures: disclosuresAgreed(record).map((disclosure) => ({
      version: disclosure.version,
      language: disclosure.language,
      text: disclosureText(disclosure),
    })),
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
