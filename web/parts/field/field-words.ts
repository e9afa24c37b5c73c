import {
  AtSign,
  Calendar,
  CalendarDays,
  CaseSensitive,
  CircleDot,
  Hash,
  ListChevronsUpDown,
  Paperclip,
  Phone,
  Signature,
  SquareCheck,
  Type,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { RecipientView } from '#contract/documents/documents.ts';
import type { Field, FieldType } from '#core/field/field.ts';
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
};

/**
 * 'Grace', or the address if there is no name. 'Signer 2' is not shortened, because two roles would look the
 * same.
 */
export function shortName(recipient: Pick<RecipientView, 'name' | 'email'>): string {
  const name = recipient.name.trim();
  return (/\d$/.test(name) ? name : name.split(/\s+/)[0]) || recipient.email;
}

/**
 * 'Signature for Grace, page 1', preceded by the label if there is one (WCAG 2.5.3). Screen readers and tests
 * use this name.
 */
export function fieldName(t: Translate, field: Field, owner: RecipientView | undefined): string {
  const type = t(`field.${field.type}`);
  const whose = owner
    ? t('editor.fieldFor', { type, name: shortName(owner), page: field.page })
    : t('editor.fieldForNobody', { type, page: field.page });
  return field.label ? t('editor.fieldLabelled', { label: field.label, field: whose }) : whose;
}
