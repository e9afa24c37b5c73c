import { withFirstPages } from '#core/document/files.ts';
import { isolate } from '#core/language/isolate.ts';
import { signaturesBefore } from '#core/document/file-note.ts';
import { hintTexts } from '#core/person/hint-texts.ts';
import { mustAct } from '#core/recipient/recipient.ts';
import type { Wording } from './certificate-texts.ts';
import type { RecordedEvent } from '../../records/trail/trail-store.ts';
import type { SigningRecord } from '../record/signing-record.ts';

/**
 * The operator of the server that seals the file, and where readers can verify it. Unconfigured properties
 * are undefined.
 */
export type SealedBy = {
  operator: string | undefined;
  country: string | undefined;
  /** URL of the verification page. */
  verifyUrl: string | undefined;
  /** SHA-256 of the sealing certificate. */
  fingerprint?: string | undefined;
};

type Fact = { label: string; value: string };

export function documentFacts(record: SigningRecord, words: Wording): Fact[] {
  const { document, recipients, sender, chainHead, events } = record;
  const { say, named } = words;
  const all = events.find(({ type }) => type === 'all_signed');
  const sent = events.find(({ type }) => type === 'document_sent');
  const reason = events.findLast(({ type }) => type === 'document_declined' || type === 'document_voided')
    ?.personal.reason;
  const isSigned = all !== undefined || recipients.filter(mustAct).length === record.signatures.length;
  return [
    { label: say('fact.document'), value: document.id },
    ...(document.files
      ? []
      : [{ label: say('fact.file'), value: isolate(document.fileName, words.language) }]),
    { label: say('fact.pages'), value: String(document.pages.length) },
    { label: say('fact.sentBy'), value: named(sender.name, sender.email) },
    ...hintRows(sender, words),
    ...(sender.onBehalfOf
      ? [
          { label: say('fact.onBehalfOf'), value: named(sender.onBehalfOf.name, sender.onBehalfOf.email) },
          ...hintRows(sender.onBehalfOf, words),
        ]
      : []),
    ...throughRows(sent, words),
    { label: say('fact.address'), value: confirmedInWords(sender, words) },
    ...accountRow(sent?.personal['account'], words),
    ...(document.formats ? [{ label: say('fact.timeZone'), value: document.formats.timeZone }] : []),
    { label: say('fact.sent'), value: sent ? words.timeOf(sent.occurredAt) : '–' },
    ...(all ? [{ label: say('fact.allSigned'), value: words.timeOf(all.occurredAt) }] : []),
    ...(reason ? [{ label: say('fact.reason'), value: isolate(reason, words.language) }] : []),
    ...signaturesBefore(document).map((value) => ({
      label: say('fact.signedBefore'),
      value: say('signedBefore.value', { signature: isolate(value, words.language) }),
    })),
    ...fileRows(document.files, document.originalSha256, words),
    { label: say(isSigned ? 'fact.base' : 'fact.shown'), value: document.baseSha256 },
    { label: say('fact.trail'), value: chainHead },
  ];
}

/** Returns the rows of the uploaded file, or of each file if the document was joined from several. */
function fileRows(files: SigningRecord['document']['files'], originalSha256: string, words: Wording): Fact[] {
  const { say, language } = words;
  if (!files) return [{ label: say('fact.uploaded'), value: originalSha256 }];
  return withFirstPages(files).flatMap(({ title, kind, fileName, firstPage, pages, ...file }, index) => [
    {
      label: say('fact.fileNumber', { number: String(index + 1) }),
      value: say(`file.${kind}`, {
        title: isolate(title, language),
        name: isolate(fileName, language),
        pages: pages === 1 ? String(firstPage) : `${firstPage}–${firstPage + pages - 1}`,
      }),
    },
    { label: say('fact.uploaded'), value: file.originalSha256 },
    { label: say('fact.prepared'), value: file.baseSha256 },
  ]);
}

/**
 * Returns rows for a document that was sent through a public form, or by a bulk send that another member
 * started.
 */
function throughRows(sent: RecordedEvent | undefined, { say, named }: Wording): Fact[] {
  const { startedBy = '', startedByEmail } = sent?.personal ?? {};
  const isForm = sent?.event.data['through'] === 'public-form';
  return [
    ...(isForm ? [{ label: say('fact.through'), value: say('through.form') }] : []),
    ...(startedByEmail ? [{ label: say('fact.startedBy'), value: named(startedBy, startedByEmail) }] : []),
  ];
}

/** Returns a row for each warning about a misleading name or address. */
export function hintRows(person: { name: string; email: string }, { say, language }: Wording): Fact[] {
  return hintTexts(person, language).map((value) => ({ label: say('fact.hint'), value }));
}

export function sealFacts({ operator, country, verifyUrl, fingerprint }: SealedBy, words: Wording): Fact[] {
  const { say, language } = words;
  const name = operator === undefined ? undefined : isolate(operator, language);
  return [
    ...(name === undefined
      ? []
      : [{ label: say('fact.sealedBy'), value: country === undefined ? name : `${name} (${country})` }]),
    { label: say('fact.seal'), value: say('seal.level') },
    ...(fingerprint === undefined
      ? []
      : [{ label: say('fact.fingerprint'), value: `SHA-256 ${fingerprint}` }]),
    ...(verifyUrl === undefined ? [] : [{ label: say('fact.verify'), value: verifyUrl }]),
  ];
}

/**
 * The label says that the account name is the sender's claim, because we do not verify that such a company
 * exists.
 */
function accountRow(name: string | undefined, { say }: Wording): Fact[] {
  return name ? [{ label: say('fact.account'), value: say('account.claims', { name }) }] : [];
}

/**
 * Returns how and when the sender's address was confirmed, or that it is unknown for documents sent before we
 * recorded it.
 */
function confirmedInWords({ confirmedAt, confirmedBy }: SigningRecord['sender'], words: Wording): string {
  const { say } = words;
  if (confirmedAt === null) return say('address.unknown');
  const at = words.timeOf(new Date(confirmedAt));
  if (confirmedBy === null) return say('address.confirmed', { at });
  return confirmedBy === 'mail' ? say('address.mail', { at }) : say('address.provider', { at });
}
