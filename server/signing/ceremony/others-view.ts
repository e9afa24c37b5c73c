import { readAttachedFile } from '#core/field/attached-file.ts';
import type { Field } from '#core/field/field.ts';
import { isOfSender, isPicture } from '#core/field/kinds.ts';
import { lookOf, lookOfNote } from '#core/formats/look.ts';
import { lineBox, signatureLines } from '#core/field/signature-line.ts';
import { printedForm } from '#core/field/printed-texts.ts';
import { firstValue } from '#core/field/visible-fields.ts';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { addressOf } from '#contract/address.ts';
import { ceremonyPaths } from '#contract/paths.ts';
import type { StoredRecipient, WholeDocument } from '../../records/document-store.ts';
import type { SignedAct, SignedParts } from './signed-parts.ts';

type Other = CeremonyAnswer['others'][number];
type Held = Pick<Other, 'state' | 'value' | 'typeface' | 'pictureUrl' | 'lines'>;

/**
 * Returns the fields of all other recipients, so that this signer knows of everything that will appear on the
 * page (P-11): the owner's name and role (but not the address), and the content. Entries are private until
 * their owner has signed, and are then shown as in the sealed file. Of uploaded files, only the name is
 * shown.
 */
export function othersView(
  { document, fields, recipients }: WholeDocument,
  reader: Pick<StoredRecipient, 'id'>,
  signed: SignedParts,
  token: string,
): Other[] {
  return fields.flatMap((field): Other[] => {
    const { id, type, page, x, y, width, height, properties } = field;
    if (isOfSender(type)) return [{ id, type, page, x, y, width, height, ...ofSender(field, document) }];
    const owner = recipients.find((one) => one.id === field.recipientId);
    if (!owner || owner.id === reader.id) return [];
    const held = heldIn(document, field, owner, signed, token);
    if (!held) return [];
    const cells = type === 'text' ? (properties?.comb ?? null) : null;
    const look = lookOf(field, document.formats);
    return [
      { id, type, page, x, y, width, height, cells, look, name: owner.name, role: owner.role, ...held },
    ];
  });
}

/** Returns a note or a strike, which is part of the document that every recipient sees before they agree. */
function ofSender(
  field: Field,
  { formats }: WholeDocument['document'],
): Pick<Other, 'cells' | 'look' | 'name' | 'role' | keyof Held> {
  const value = field.type === 'note' ? (field.properties?.value ?? '') : '';
  const held = { state: 'given' as const, value, typeface: null, pictureUrl: null, lines: [] };
  return { cells: null, look: lookOfNote(field, formats), name: '', role: null, ...held };
}

/** Returns undefined for a box that its owner left empty when they signed. */
function heldIn(
  document: WholeDocument['document'],
  field: Field,
  owner: StoredRecipient,
  signed: SignedParts,
  token: string,
): Held | undefined {
  const act = signed.acts.get(owner.id);
  if (!act) {
    // Without a name and an address, so that fields prefilled with these remain empty.
    const value = printedForm(field, firstValue(field, { name: '', email: '' }), document.formats);
    return { state: value === '' ? 'empty' : 'given', value, typeface: null, pictureUrl: null, lines: [] };
  }
  const value = signed.printed.get(field.id);
  if (value === undefined) return undefined;
  const held = { state: 'signed' as const, value, typeface: null, pictureUrl: null, lines: [] };
  if (field.type === 'attachment') return { ...held, value: readAttachedFile(value)?.name ?? '' };
  const pictureUrl = addressOf(ceremonyPaths.readMark, { params: { token, fieldId: field.id } });
  if (isPicture(field.type)) return { ...held, value: '', pictureUrl };
  const mark = markOf(field, act);
  if (!mark) return held;
  const lines =
    owner.actedAt && lineBox(field, document.formats)
      ? signatureLines(owner, owner.actedAt.getTime(), document)
      : [];
  return mark.sha256 === null
    ? { ...held, lines, value: mark.text ?? '', typeface: act.typeface ?? 'dancing-script' }
    : {
        ...held,
        lines,
        value: '',
        pictureUrl,
      };
}

/** Returns the content of a signature or initials field: a picture (by its hash) or text. */
export function markOf(
  { type }: Pick<Field, 'type'>,
  act: SignedAct,
): { sha256: string | null; text: string | null } | undefined {
  if (type === 'signature') return { sha256: act.imageSha256, text: act.text };
  return type === 'initial' ? { sha256: act.initialsSha256, text: act.initialsText } : undefined;
}
