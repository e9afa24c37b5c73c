import { readAttachedFile } from '#core/field/attached-file.ts';
import { cellOf, isWritten, type Field } from '#core/field/field.ts';
import { isOfSender, isPicture } from '#core/field/kinds.ts';
import { boxToPage, type PageGeometry } from '#core/field/layout/geometry.ts';
import { textBox } from '#core/field/printed-texts.ts';
import { lookOf, lookOfNote, type ValueLook } from '#core/formats/look.ts';
import { LINE_SIZE, lineBox, markSize, signatureLines } from '#core/field/signature-line.ts';
import type { PackedInk } from '#pdf/image/packed-ink.ts';
import type { AddedBox } from '#pdf/render/placed-box.ts';
import type { Stamp, StampReference } from '#pdf/stamp/draw-stamp.ts';
import { referenceOf } from './reference-of.ts';
import type { Signature, SigningRecord } from '../record/signing-record.ts';
import type { UploadedPictures } from '../record/uploaded-pictures.ts';

/** The parts of a signing record that are printed on the pages. */
export type Printed = Pick<SigningRecord, 'values' | 'printed'> & {
  document: Pick<SigningRecord['document'], 'id' | 'pages' | 'formats'>;
  /** All recipients, if stamps refer to rows of a certificate in the same file; otherwise undefined. */
  recipients?: readonly { id: string }[] | undefined;
  fields: readonly Field[];
  signatures: readonly SignatureInHand[];
};

export type SignatureInHand = Pick<
  Signature,
  'signedAt' | 'typeface' | 'imageSha256' | 'initialsSha256' | 'text' | 'initialsText'
> & { recipient: Pick<Signature['recipient'], 'id' | 'name' | 'email'> };

/** Packed ink of drawn pictures, by the SHA-256 of their stored file. */
export type Pictures = ReadonlyMap<string, PackedInk>;

/** Returns the stamps of all fields, placed with the same geometry as in the editor. */
export function stampFields(
  record: Printed,
  pictures: Pictures,
  uploads: UploadedPictures = new Map(),
): Stamp[] {
  return record.fields.flatMap((field) => {
    if (isOfSender(field.type)) return stampOfSender(record, field);
    const signature = record.signatures.find(({ recipient }) => recipient.id === field.recipientId);
    const value = record.values.get(field.id);
    const printed = record.printed.get(field.id) ?? value;
    if (isPicture(field.type)) return value && signature ? stampPicture(record, field, value, uploads) : [];
    return signature && printed !== undefined ? stampField(record, field, signature, printed, pictures) : [];
  });
}

function stampOfSender({ document }: Printed, field: Field): Stamp[] {
  const box = placeOf(pageOf(document, field), field);
  const text = field.properties?.value ?? '';
  return field.type === 'strike'
    ? [{ ...box, kind: 'strike', alt: 'Struck out by the sender' }]
    : [{ ...box, ...textInLook(text, box, lookOfNote(field, document.formats)) }];
}

function stampPicture(
  { document }: Printed,
  field: Field,
  value: string,
  uploads: UploadedPictures,
): Stamp[] {
  const { sha256 = '' } = readAttachedFile(value) ?? {};
  const picture = uploads.get(sha256);
  if (!picture) throw new Error(`The picture ${sha256} was not loaded`);
  const alt = field.label || (field.type === 'stamp' ? 'Company stamp' : 'Image');
  return [{ ...placeOf(pageOf(document, field), field), kind: 'picture', picture, alt }];
}

function pageOf({ pages }: Printed['document'], field: Field): PageGeometry {
  const page = pages[field.page - 1];
  if (!page) throw new RangeError(`Field ${field.id} is on page ${field.page}, which does not exist`);
  return page;
}

function stampField(
  record: Printed,
  field: Field,
  signature: SignatureInHand,
  value: string,
  pictures: Pictures,
): Stamp[] {
  const page = pageOf(record.document, field);
  const box = placeOf(page, field);
  const who = signature.recipient.name || signature.recipient.email;
  const refers = record.recipients && { reference: referenceTo(record.recipients, signature) };
  const on = signature.signedAt.toISOString().slice(0, 10);
  const look = lookOf(field, record.document.formats);
  switch (field.type) {
    case 'signature':
      return [
        {
          ...boxOfMark(page, field, record.document),
          ...inHand(signature.imageSha256, signature.text, signature, pictures),
          alt: `Signature of ${who}, ${on}`,
          ...refers,
        },
        ...lineUnder(page, field, signature, record.document),
      ];
    case 'initial':
      return [
        {
          ...box,
          ...inHand(signature.initialsSha256, signature.initialsText, signature, pictures),
          alt: `Initials of ${who}, ${on}`,
          ...refers,
        },
      ];
    case 'checkbox':
    case 'radio':
      return [
        {
          ...box,
          kind: 'check',
          checked: value === 'true',
          ...(field.type === 'radio' && { round: true }),
          alt: `${tickName(field)}: ${value === 'true' ? 'ticked' : 'not ticked'}`,
        },
      ];
    case 'attachment':
      return [{ ...box, ...textInLook(readAttachedFile(value)?.name ?? '', box, look) }];
    case 'text':
      return field.properties?.comb === undefined
        ? [{ ...box, ...textInLook(value, box, look) }]
        : stampCells(page, field, field.properties.comb, value, look);
    default:
      return [{ ...box, ...textInLook(value, box, look) }];
  }
}

type Place = Pick<Stamp, 'page' | 'matrix' | 'width' | 'height'>;

function placeOf(page: PageGeometry, box: Pick<Field, 'page' | 'x' | 'y' | 'width' | 'height'>): Place {
  const { width, height } = box;
  return { page: box.page - 1, matrix: [...boxToPage(page, box)], width, height };
}

/** The signature is drawn above its line. */
function boxOfMark(page: PageGeometry, field: Field, { formats }: Printed['document']): Place {
  return placeOf(page, { ...field, ...markSize(field, formats) });
}

function lineUnder(
  page: PageGeometry,
  field: Field,
  { recipient, signedAt }: SignatureInHand,
  document: Printed['document'],
): Stamp[] {
  const box = lineBox(field, document.formats);
  const [text, ...shorter] = signatureLines(recipient, signedAt.getTime(), document);
  if (!box || text === undefined) return [];
  return [{ ...placeOf(page, box), kind: 'text', text, shorter, size: LINE_SIZE }];
}

/** The reference has the same characters in every language of the certificate. */
function referenceTo(recipients: readonly { id: string }[], { recipient }: SignatureInHand): StampReference {
  const name = referenceOf(recipients, recipient.id);
  const who = recipient.name || recipient.email;
  return { name, text: `[${name}]`, words: `Certificate of signing, ${name}: ${who}` };
}

/** Centers one letter in each cell. */
function stampCells(
  page: PageGeometry,
  field: Field,
  cells: number,
  value: string,
  look: ValueLook,
): Stamp[] {
  return [...value].flatMap((text, at) => {
    if (text === ' ') return [];
    const cell = cellOf(field, cells, at);
    return [{ ...placeOf(page, cell), ...textInLook(text, cell, { ...look, align: 'center' }) }];
  });
}

/** Royal blue, like ink on paper. It is blended, because it is lighter than the lines it may cross. */
const BLUE = [0.08, 0.2, 0.65] as const;

function textInLook(text: string, box: { width: number; height: number }, look: ValueLook) {
  const { size, face } = textBox(box, look);
  const { align, color } = look;
  return {
    kind: 'text' as const,
    text,
    size,
    face,
    ...(align && { align }),
    ...(color === 'black' && { color: [0, 0, 0] as const }),
    ...(color === 'blue' && { color: BLUE, blended: true }),
  };
}

/** A radio button's name includes the option that it selects. */
function tickName({ type, label, properties = {} }: Field): string {
  if (type === 'checkbox') return label || 'Checkbox';
  return [properties.group, properties.choice || label].filter(Boolean).join(': ') || 'Button';
}

function inHand(
  sha256: string | null,
  text: string | null,
  { typeface }: SignatureInHand,
  pictures: Pictures,
):
  | { kind: 'image'; ink: PackedInk }
  | { kind: 'text'; text: string; face: NonNullable<Signature['typeface']> } {
  if (sha256 === null) return { kind: 'text', text: text ?? '', face: typeface ?? 'dancing-script' };
  const ink = pictures.get(sha256);
  if (!ink) throw new Error(`The picture ${sha256} was not loaded`);
  return { kind: 'image', ink };
}

/** Returns the printed areas and what the second engine must find in each (see `inspect`), in field order. */
export function addedBoxes(record: Printed): { field: Field; box: AddedBox }[] {
  return record.fields.flatMap((field) => {
    const value = isOfSender(field.type) ? (field.properties?.value ?? '') : record.values.get(field.id);
    const page = record.document.pages[field.page - 1];
    if (value === undefined || !page) return [];
    const { x, y, width, height } = field;
    const matrix: Stamp['matrix'] = [...boxToPage(page, field)];
    const place = { page: field.page, x, y, width, height, matrix };
    return [
      {
        field,
        box: {
          ...place,
          text: printedText(field, record.printed.get(field.id) ?? value),
          ink: isPicture(field.type) ? value !== '' : isDrawn(record, field),
        },
      },
    ];
  });
}

function printedText({ type }: Field, value: string): string {
  if (type === 'attachment') return readAttachedFile(value)?.name ?? '';
  return type === 'date' || type === 'note' || isWritten(type) ? value : '';
}

function isDrawn({ signatures }: Printed, { type, recipientId }: Field): boolean {
  const signature = signatures.find(({ recipient }) => recipient.id === recipientId);
  if (type === 'signature') return (signature?.imageSha256 ?? null) !== null;
  return type === 'initial' && (signature?.initialsSha256 ?? null) !== null;
}
