import type { FieldView } from '#contract/documents/documents.ts';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import type { PrintFormats } from '#core/formats/formats.ts';
import { signingDayText } from '#core/field/values/date-text.ts';
import { isTickType } from '#core/field/field.ts';
import { takesFile } from '#core/field/kinds.ts';
import { printedForm } from '#core/field/printed-texts.ts';
import { evaluateFields } from '#core/field/rules/evaluate.ts';
import { isComputed } from '#core/field/rules/references.ts';
import { placesOf } from '#core/field/same-question.ts';
import { valueNow, type Person } from '#core/field/visible-fields.ts';

export type Values = Readonly<Record<string, string | boolean>>;

/**
 * Returns the value of every field as it is sealed, apart from formulas: the entry, or else the sender's default
 * or the recipient's name.
 */
export function currentValues(fields: readonly FieldView[], entered: Values, person: Person): Values {
  const values = { ...entered };
  for (const field of fields) {
    const now = valueNow(field, entered[field.id], person);
    if (now === '' && entered[field.id] === undefined) continue;
    values[field.id] = isTick(field) ? now === 'true' : now;
  }
  return values;
}

/** Returns the text of the date fields. The server fills them in and prints exactly this. */
export function signingDayIn(fields: readonly FieldView[], today: { day: string; text: string }): Values {
  const dates = fields.filter(({ type }) => type === 'date');
  return Object.fromEntries(dates.map((field) => [field.id, signingDayText(field, today)]));
}

/** The part of the page that rules depend on. */
export type Ruled = Pick<CeremonyAnswer, 'fields' | 'earlier'> & { recipient: Person };

/** Returns the visible fields and all values with the results of formulas, by the same rules as the server. */
export function applyRules<D extends { values: Values; hasSignature: boolean; hasInitials: boolean }>(
  { fields, earlier, recipient }: Ruled,
  done: D,
): { fields: FieldView[]; done: D } {
  const valueNowOf = (field: FieldView) => valueNow(field, done.values[field.id], recipient);
  const { shown, valueOf } = evaluateFields(fields, { ...done, valueOf: valueNowOf }, earlier);
  const computed = fields.filter(isComputed).map(({ id }) => [id, valueOf(id)]);
  const values = computed.length === 0 ? done.values : { ...done.values, ...Object.fromEntries(computed) };
  return { fields: shown, done: { ...done, values } };
}

export function isTick({ type }: Pick<FieldView, 'type'>): boolean {
  return isTickType(type);
}

/**
 * Returns the fields that are counted together with this one: the buttons of a question, or the boxes of a
 * group.
 */
export function groupOf(field: FieldView, fields: readonly FieldView[]): FieldView[] {
  const group = field.properties?.group;
  if (group === undefined || !isTick(field)) return [field];
  return fields.filter(({ type, properties }) => type === field.type && properties?.group === group);
}

/** Toggles a field and returns the changed entries. The other radio buttons of its group are deselected. */
export function tick(field: FieldView, fields: readonly FieldView[], values: Values): Values {
  if (field.type !== 'radio') return entryFor(field, fields, values[field.id] !== true);
  return Object.fromEntries(groupOf(field, fields).map(({ id }) => [id, id === field.id]));
}

/** Sets the entry of a field in all places of its question. */
export function entryFor(field: FieldView, fields: readonly FieldView[], value: string | boolean): Values {
  return Object.fromEntries(placesOf(field, fields).map(({ id }) => [id, value]));
}

/** The entry of an attachment is its hash, a space and its name. */
export function attachmentEntry(file: { sha256: string; name: string }): string {
  return `${file.sha256} ${file.name}`;
}

/** Returns the hash in the entry of an uploaded picture. */
export function pictureHash(entry: string): string {
  return entry.split(' ')[0] ?? '';
}

/** The entries of a page, and the document's print formats (null for documents from before formats). */
export type ShownValues = { values: Values; formats?: PrintFormats };

/** Returns the displayed text of a value: the name of an attachment, the printed form of a number or date. */
export function valueText(field: FieldView, { values, formats }: ShownValues): string {
  const text = String(values[field.id] ?? '').trim();
  if (takesFile(field.type)) return text.slice(text.indexOf(' ') + 1);
  return printedForm(field, text, formats);
}
