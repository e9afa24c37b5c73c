import {
  AtSign,
  BriefcaseBusiness,
  Building2,
  Calendar,
  CalendarDays,
  CaseSensitive,
  CircleDot,
  Hash,
  Image,
  ListChecks,
  ListChevronsUpDown,
  MapPin,
  Paperclip,
  Phone,
  Signature,
  StickyNote,
  Strikethrough,
  SquareCheck,
  Stamp,
  Type,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { RecipientView } from '#contract/documents/documents.ts';
import type { Field, FieldType } from '#core/field/field.ts';
import { isOfSender } from '#core/field/kinds.ts';
import type { Translate } from '../../words.ts';

export const fieldIcons: Record<FieldType, LucideIcon> = {
  signature: Signature,
  initial: CaseSensitive,
  date: Calendar,
  checkbox: SquareCheck,
  text: Type,
  number: Hash,
  name: UserRound,
  email: AtSign,
  phone: Phone,
  radio: CircleDot,
  dropdown: ListChevronsUpDown,
  attachment: Paperclip,
  dateEntry: CalendarDays,
  company: Building2,
  jobTitle: BriefcaseBusiness,
  address: MapPin,
  note: StickyNote,
  strike: Strikethrough,
  multiChoice: ListChecks,
  image: Image,
  stamp: Stamp,
};

/**
 * Returns a first name such as 'Grace', or the address if there is no name. 'Signer 2' is not shortened,
 * because two roles would look the same.
 */
export function shortName(recipient: Pick<RecipientView, 'name' | 'email'>): string {
  const name = recipient.name.trim();
  return (/\d$/.test(name) ? name : name.split(/\s+/)[0]) || recipient.email;
}

/** Returns the text of a note, or the label of any other field. */
export function fieldText({ type, label, properties }: Field): string {
  return (type === 'note' && properties?.value) || label;
}

/**
 * Returns a name such as 'Signature for Grace, page 1', where `type` is the name of the field's type. The
 * label precedes it if there is one (WCAG 2.5.3). Screen readers and tests use this name.
 */
export function fieldName(
  t: Translate,
  type: string,
  field: Field,
  owner: RecipientView | undefined,
): string {
  const ownerField = owner
    ? t('editor.fieldFor', { type, name: shortName(owner), page: field.page })
    : t(isOfSender(field.type) ? 'editor.fieldOfSender' : 'editor.fieldForNobody', {
        type,
        page: field.page,
      });
  const label = fieldText(field);
  return label ? t('editor.fieldLabelled', { label, field: ownerField }) : ownerField;
}
