import { fieldsOfFile } from '#core/document/sealed-files.ts';
import { isComputed } from '#core/field/rules/references.ts';
import { isolate } from '#core/language/isolate.ts';
import { directionOf } from '#core/language/language.ts';
import type { AppendixBlock, AppendixPage } from '#pdf/stamp/appendix/blocks.ts';
import type { Signature, SigningRecord } from '../record/signing-record.ts';
import { hintRows, sealFacts, type SealedBy } from './certificate-facts.ts';
import { answerBlocks } from './certificate-fields.ts';
import { codeOf, identityLimits, unnamed, zoneLimits } from './certificate-page.ts';
import { markBlock } from './certificate-people.ts';
import { certificateMessages, languageOf, type Wording } from './certificate-texts.ts';
import { eventsForFile, placeOfFile, signedOpenly, type OfFile } from './file-evidence.ts';
import { actsForRecipients, identifiedBy } from './identified-by.ts';
import { paperOf } from './paper-of.ts';
import { referenceOf } from './reference-of.ts';
import type { Pictures } from './stamp-fields.ts';

/**
 * Builds the certificate of one file that is sealed as a separate PDF. About the document's other files, it
 * reveals only that they exist and a hash.
 */
export function fileCertificate(given: OfFile, pictures: Pictures, by: SealedBy = unnamed): AppendixPage {
  const { file } = given;
  // Text that recipients wrote, such as the reason of a delegation, may refer to other files.
  const record: SigningRecord = { ...given.record, events: eventsForFile(given) };
  const { document } = record;
  const words = certificateMessages(languageOf(record), document.formats?.timeZone);
  const { say, language } = words;
  const own = fieldsOfFile(record.fields, document.files ?? [], file.id).map((field) =>
    // A formula may contain the names of fields in other files.
    isComputed(field) ? { ...field, properties: { ...field.properties, formula: '…' } } : field,
  );
  return {
    blocks: [
      ...headBlocks(given, by, words),
      { kind: 'facts', rows: [...facts(given, words), ...sealFacts(by, words)] },
      { kind: 'heading', text: say('heading.people') },
      ...record.signatures.map((signature) => personBlock(signature, record, pictures, words)),
      ...answerBlocks(record, words, own),
      { kind: 'heading', text: say('heading.limits') },
      { kind: 'paragraph', text: limits(record, words), tone: 'small' },
    ],
    language,
    paper: paperOf(document.pages),
    mirrored: directionOf(language) === 'rtl',
    footer: { text: `${isolate(file.title, language)}  ·  ${document.id}`, label: say('footer.page') },
  };
}

function headBlocks(given: OfFile, by: SealedBy, words: Wording): AppendixBlock[] {
  const { say, language } = words;
  const { file, record } = given;
  const { number, of } = placeOfFile(given);
  const place = { number: String(number), of: String(of) };
  const all = record.events.find(({ type }) => type === 'all_signed');
  const { test } = record.document;
  const title = test ? say('title.test') : say('fileTitle', place);
  const at = all ? words.timeOf(all.occurredAt) : '–';
  return [
    { kind: 'title', text: title, subtitle: isolate(file.title, language), mark: true, ...codeOf(by, words) },
    { kind: 'status', text: say('status.file', { at, of: place.of }), tone: 'done' },
    ...(test ? [{ kind: 'paragraph', text: say('test.warning'), tone: 'strong' } as const] : []),
    { kind: 'paragraph', text: say('file.others', place) },
    { kind: 'own-pages', one: say('pages.one'), several: say('pages.several') },
  ];
}

function facts(given: OfFile, words: Wording) {
  const { say, named, language } = words;
  const { file, record, wholeSha256 } = given;
  const { number, files, agreementSha256 } = placeOfFile(given);
  const { document, sender, events, chainHead } = record;
  const sent = events.find(({ type }) => type === 'document_sent');
  const signed = signedOpenly(record);
  const value = say(`file.${file.kind}`, {
    title: isolate(file.title, language),
    name: isolate(file.fileName, language),
    pages: file.pages === 1 ? '1' : `1–${file.pages}`,
  });
  return [
    { label: say('fact.document'), value: document.id },
    { label: say('fact.fileNumber', { number: String(number) }), value },
    { label: say('fact.uploaded'), value: file.originalSha256 },
    { label: say('fact.prepared'), value: file.baseSha256 },
    ...files.map((hash, index) => ({
      label: say('file.commitment', { number: String(index + 1) }),
      value: hash,
    })),
    { label: say('fact.sentBy'), value: named(sender.name, sender.email) },
    ...hintRows(sender, words),
    { label: say('fact.sent'), value: sent ? words.timeOf(sent.occurredAt) : '–' },
    { label: say('fact.agreement'), value: agreementSha256 },
    ...(signed === undefined ? [] : [{ label: say('fact.base'), value: signed }]),
    { label: say('fact.whole'), value: wholeSha256 },
    { label: say('fact.trail'), value: chainHead },
  ];
}

function personBlock(
  signature: Signature,
  record: SigningRecord,
  pictures: Pictures,
  words: Wording,
): AppendixBlock {
  const { recipient, act, signedAt } = signature;
  const { say, language } = words;
  const { rows, ...mark } = markBlock(signature, record, pictures, words);
  const role = say(`role.${recipient.role}`);
  return {
    ...mark,
    reference: referenceOf(record.recipients, recipient.id),
    name: isolate(mark.name, language),
    aside:
      recipient.name === '' || recipient.email === ''
        ? role
        : `${role}  ·  ${isolate(recipient.email, language)}`,
    rows: [
      ...hintRows(recipient, words),
      { label: say(act === 'approved' ? 'party.approved' : 'party.signed'), value: words.timeOf(signedAt) },
      ...rows,
      { label: say('party.identified'), value: identifiedBy(recipient.id, record.events, words) },
      ...actsForRecipients(recipient.id, record.events, words).map((who) => ({
        label: say('party.actsFor'),
        value: who,
      })),
    ],
  };
}

function limits(record: SigningRecord, words: Wording): string {
  const { say } = words;
  return [
    say('limits.file'),
    identityLimits(record, words),
    say('limits.endedSeal'),
    ...zoneLimits(record, words),
  ].join(' ');
}
