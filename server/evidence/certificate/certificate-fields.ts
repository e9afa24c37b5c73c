import { readAttachedFile } from '#core/field/attached-file.ts';
import { isTickType, partOfPerson, type Field, type FieldType } from '#core/field/field.ts';
import { isOfSender, isPicture, takesFile } from '#core/field/kinds.ts';
import { evaluateRecorded } from '#core/field/rules/earlier-fields.ts';
import { isComputed } from '#core/field/rules/references.ts';
import { firstPlaces, nameOf, placesOf } from '#core/field/same-question.ts';
import { firstValue } from '#core/field/visible-fields.ts';
import { fold } from '#core/language/fold.ts';
import { isolate } from '#core/language/isolate.ts';
import { directionOf } from '#core/language/language.ts';
import type { AppendixBlock } from '#pdf/stamp/appendix/blocks.ts';
import type { CertificateMessageKey, Wording } from './certificate-texts.ts';
import { enteredInForm } from './entered-in-form.ts';
import { namingEvent } from './named-by.ts';
import { referenceOf } from './reference-of.ts';
import type { SigningRecord } from '../record/signing-record.ts';

/**
 * The value of every field except signatures and initials, and who entered it; files by their hash (G-3). `fields`
 * are those to list.
 */
export function answerBlocks(
  record: SigningRecord,
  words: Wording,
  fields: readonly Field[] = record.fields,
): AppendixBlock[] {
  const { say, language } = words;
  const shown = shownFields(record);
  const asked = firstPlaces(
    fields.filter((field) => shown.has(field.id) && field.type !== 'signature' && field.type !== 'initial'),
  );
  const ofForm = fields === record.fields ? enteredRows(record, words) : [];
  if (asked.length + ofForm.length === 0) return [];
  const rows = [
    ...ofForm,
    ...asked.map((field) => [
      pagesOf(field, fields),
      isolate(askedFor(field) || say(kinds[field.type] ?? 'field.other'), language),
      answer(field, record, words),
      byWhom(field, record, words),
    ]),
  ];
  const columns = [
    { title: say('table.page'), share: 0.09 },
    { title: say('table.field'), share: 0.25 },
    { title: say('table.value'), share: 0.36 },
    { title: say('table.by'), share: 0.3 },
  ];
  const isStamped = asked.some(({ type, id }) => type === 'stamp' && record.values.get(id));
  const isHandedIn = asked.some(({ type, id }) => type === 'attachment' && record.values.get(id));
  return [
    { kind: 'heading', text: say('heading.fields') },
    { kind: 'table', columns, rows },
    ...(isStamped ? [{ kind: 'paragraph', text: say('stamps.claim'), tone: 'small' } as const] : []),
    ...(isHandedIn ? [{ kind: 'paragraph', text: say('files.kept'), tone: 'small' } as const] : []),
  ];
}

/** The values that the visitor of a public form entered before the file was made. They are part of its text. */
function enteredRows({ recipients, events }: SigningRecord, { say, language }: Wording): string[][] {
  const entered = enteredInForm(events);
  const owner = recipients.find(({ id }) => id === entered?.recipientId);
  if (!entered || !owner) return [];
  const by = say('by.form', { who: whoOf(owner, recipients, language) });
  return [...entered.values].map(([name, value]) => [
    '–',
    isolate(name, language),
    value === undefined ? say('erased') : isolate(value, language),
    by,
  ]);
}

/**
 * The fields visible to those who acted. A field hidden by a condition was never asked, so the certificate
 * must not list it as left empty.
 */
function shownFields({
  document,
  fields,
  recipients,
  signatures,
  values,
}: SigningRecord): ReadonlySet<string> {
  const marks = new Map(
    signatures.map(({ recipient, imageSha256, text, initialsSha256, initialsText }) => [
      recipient.id,
      {
        hasSignature: imageSha256 !== null || text !== null,
        hasInitials: initialsSha256 !== null || initialsText !== null,
      },
    ]),
  );
  const ruled = { signingOrder: document.signingOrder, fields, recipients };
  const visible = evaluateRecorded(ruled, { values, marks }).flatMap(({ shown }) => shown);
  const ofSender = fields.filter(({ type }) => isOfSender(type));
  return new Set([...[...visible, ...ofSender].map(({ id }) => id), ...values.keys()]);
}

/** A question in several places is listed once, with the pages that print its answer. */
function pagesOf(field: Field, fields: readonly Field[]): string {
  const pages = new Set(placesOf(field, fields).map(({ page }) => page));
  return [...pages].sort((a, b) => a - b).join(', ');
}

/** Radio buttons are named after the option they select. */
function askedFor({ label, properties = {} }: Field): string {
  return [properties.group, properties.choice || label || properties.name].filter(Boolean).join(': ');
}

/** Names of fields without a label, if their type has one. */
const kinds: Readonly<Partial<Record<FieldType, CertificateMessageKey>>> = {
  date: 'field.date',
  checkbox: 'field.checkbox',
  text: 'field.text',
  phone: 'field.phone',
  radio: 'field.radio',
  attachment: 'field.attachment',
  dateEntry: 'field.date',
  company: 'field.company',
  jobTitle: 'field.jobTitle',
  address: 'field.address',
  note: 'field.note',
  strike: 'field.strike',
  image: 'field.image',
  stamp: 'field.stamp',
};

function answer(
  { id, type, properties }: Field,
  { values, printed }: SigningRecord,
  { say, language }: Wording,
): string {
  if (type === 'strike') return say('answer.struck');
  if (type === 'note') return isolate(properties?.value ?? '', language);
  const value = printed.get(id) ?? values.get(id) ?? '';
  if (isTickType(type)) return say(value === 'true' ? 'answer.ticked' : 'answer.notTicked');
  if (value === '') return say('answer.none');
  const file = takesFile(type) ? readAttachedFile(value) : undefined;
  if (!file) return isolate(value, language);
  if (isPicture(type)) {
    const { width = 0, height = 0, sha256 } = file;
    const size = { width: String(width), height: String(height) };
    return say(type === 'image' ? 'answer.image' : 'answer.stamp', { ...size, sha256 });
  }
  return say('answer.file', { name: file.name, size: String(file.size), sha256: file.sha256 });
}

type People = SigningRecord['recipients'];

/** On a right-to-left page, the number comes first, as in the heading of each person. */
function whoOf(person: People[number], recipients: People, language: Wording['language']): string {
  const mark = directionOf(language) === 'rtl' ? '\u200f' : '';
  return `${mark}[${referenceOf(recipients, person.id)}] ${isolate(person.name || person.email, language)}`;
}

/** The visitor of a public form if they entered the value of a field, which has the name of a placeholder. */
function visitorWho(
  field: Field,
  { recipients, events }: SigningRecord,
  language: Wording['language'],
): string | undefined {
  const entered = enteredInForm(events);
  const isEntered = [...(entered?.values.keys() ?? [])].some((name) => fold(name) === fold(nameOf(field)));
  const owner = isEntered ? recipients.find(({ id }) => id === entered?.recipientId) : undefined;
  return owner && whoOf(owner, recipients, language);
}

/**
 * Describes who set the value. Text of the sender is never presented as a signer's answer: neither a value
 * that the recipient could not change, nor a prefilled one that the recipient left unchanged. The signing
 * date is never presented as one either, since the server's clock sets it.
 */
function byWhom(field: Field, record: SigningRecord, { say, language }: Wording): string {
  if (isOfSender(field.type)) return say('by.sender');
  const { recipients, values, events } = record;
  const owner = recipients.find(({ id }) => id === field.recipientId);
  if (!owner) return '–';
  const who = whoOf(owner, recipients, language);
  if (field.type === 'date') return say('by.service', { who });
  const given = firstValue(field, owner);
  const isPrefilled = given !== '' && given === values.get(field.id);
  const naming = partOfPerson(field) ? namingEvent(owner.id, events) : undefined;
  if (isPrefilled && naming?.type === 'form_answered') return say('by.form', { who });
  const visitor = visitorWho(field, record, language);
  if (isPrefilled && visitor !== undefined) return say('by.form', { who: visitor });
  if (isPrefilled && naming?.type === 'recipient_delegated') {
    const { actor, actorEmail } = naming.personal;
    return say('by.delegator', { who, by: actor || actorEmail || say('erased') });
  }
  if (isComputed(field))
    return say('by.computed', { who, formula: isolate(field.properties?.formula ?? '', language) });
  if (field.properties?.readOnly) return say('by.setBySender', { who });
  return isPrefilled ? say('by.leftAsSet', { who }) : who;
}
