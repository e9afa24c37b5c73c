import { readAttachedFile } from '#core/field/attached-file.ts';
import { isTickType, partOfPerson, type Field, type FieldType } from '#core/field/field.ts';
import { isOfSender, isPicture, takesFile } from '#core/field/kinds.ts';
import { evaluateRecorded } from '#core/field/rules/earlier-fields.ts';
import { isComputed } from '#core/field/rules/references.ts';
import { firstPlaces, nameOf, placesOf } from '#core/field/same-question.ts';
import { firstValue } from '#core/field/visible-fields.ts';
import { fold } from '#core/language/fold.ts';
import { isolate } from '#core/language/isolate.ts';
import type { AppendixBlock } from '#pdf/stamp/appendix/blocks.ts';
import type { CertificateMessageKey, Wording } from './certificate-texts.ts';
import { enteredInForm } from './entered-in-form.ts';
import { namingEvent, visitorOf } from './named-by.ts';
import { whoOf } from './reference-of.ts';
import type { SigningRecord } from '../record/signing-record.ts';

/**
 * Returns a table of `fields` (except signatures and initials) with their values and who entered them. Files
 * are listed by hash (G-3).
 */
export function answerBlocks(
  record: SigningRecord,
  words: Wording,
  fields: readonly Field[] = record.fields,
): AppendixBlock[] {
  const { say, language } = words;
  const shown = shownFields(record);
  const listedFields = firstPlaces(
    fields.filter((field) => shown.has(field.id) && field.type !== 'signature' && field.type !== 'initial'),
  );
  const ofForm = fields === record.fields ? enteredRows(record, words) : [];
  if (listedFields.length + ofForm.length === 0) return [];
  const rows = [
    ...ofForm,
    ...listedFields.map((field) => [
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
  const isStamped = listedFields.some(({ type, id }) => type === 'stamp' && record.values.get(id));
  const isHandedIn = listedFields.some(({ type, id }) => type === 'attachment' && record.values.get(id));
  return [
    { kind: 'heading', text: say('heading.fields') },
    { kind: 'table', columns, rows },
    ...(isStamped ? [{ kind: 'paragraph', text: say('stamps.claim'), tone: 'small' } as const] : []),
    ...(isHandedIn ? [{ kind: 'paragraph', text: say('files.kept'), tone: 'small' } as const] : []),
  ];
}

/** The values that the visitor of a public form entered before the file was made. They are part of its text. */
function enteredRows(record: SigningRecord, words: Wording): string[][] {
  const { say, language } = words;
  const entered = enteredInForm(record.events);
  if (!entered) return [];
  const by = say('by.form', { who: visitorOf(entered.answered, record, words) });
  return [...entered.values].map(([name, value]) => [
    '–',
    isolate(name, language),
    value === undefined ? say('erased') : isolate(value, language),
    by,
  ]);
}

/**
 * Returns the ids of the fields that recipients who acted could see. A field hidden by a condition was never
 * shown, so the certificate must not list it as left empty.
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

/** A question whose answer is printed in several places is listed once, with all its pages. */
function pagesOf(field: Field, fields: readonly Field[]): string {
  const pages = new Set(placesOf(field, fields).map(({ page }) => page));
  return [...pages].sort((a, b) => a - b).join(', ');
}

/** A radio button's name includes the option that it selects. */
function askedFor({ label, properties = {} }: Field): string {
  return [properties.group, properties.choice || label || properties.name].filter(Boolean).join(': ');
}

/** Names for fields without a label, by type. */
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

/** The visitor of a public form if they entered the value of a field, which has the name of a placeholder. */
function visitorWho(field: Field, record: SigningRecord, words: Wording): string | undefined {
  const entered = enteredInForm(record.events);
  const isEntered = [...(entered?.values.keys() ?? [])].some((name) => fold(name) === fold(nameOf(field)));
  return entered && isEntered ? visitorOf(entered.answered, record, words) : undefined;
}

/**
 * Returns who set the value. The certificate must not present the sender's text as a signer's answer, so
 * values that the signer could not change, or left as prefilled, are marked as such. The signing date is
 * attributed to the service, because it comes from the server's clock.
 */
function byWhom(field: Field, record: SigningRecord, words: Wording): string {
  const { say, language } = words;
  if (isOfSender(field.type)) return say('by.sender');
  const { recipients, values, events } = record;
  const owner = recipients.find(({ id }) => id === field.recipientId);
  if (!owner) return '–';
  const who = whoOf(owner, recipients, language);
  if (field.type === 'date') return say('by.service', { who });
  const given = firstValue(field, owner);
  const isPrefilled = given !== '' && given === values.get(field.id);
  const naming = partOfPerson(field) ? namingEvent(owner.id, events) : undefined;
  if (isPrefilled && naming?.type === 'form_answered')
    return say('by.form', { who: visitorOf(naming, record, words) });
  const visitor = visitorWho(field, record, words);
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
