import type { PageSize } from '#contract/documents/documents.ts';
import { renewFields } from '#core/field/renew-fields.ts';
import type { Field, FieldType } from '#core/field/field.ts';
import type { FieldBox } from '#core/field/layout/geometry.ts';
import { isOfSender, kindOf } from '#core/field/kinds.ts';
import { overlaps } from '#core/field/layout/overlaps.ts';
import { MAX_PROPERTY_LENGTH } from '#core/field/properties.ts';
import { line } from '#core/language/one-line.ts';
import { newId } from '../../kit/new-id.ts';

/** Creates a field of default size, centered on a point of a page (in points). */
export function newField(
  type: FieldType,
  page: number,
  centre: { x: number; y: number },
  recipientId: string | null,
): Field {
  return {
    id: newId(),
    type,
    ...boxAround(type, page, centre),
    recipientId: isOfSender(type) ? null : recipientId,
    required: type !== 'checkbox' && !isOfSender(type),
    label: '',
  };
}

function boxAround(type: FieldType, page: number, centre: { x: number; y: number }): FieldBox {
  const { width, height } = kindOf(type).size;
  return { page, x: centre.x - width / 2, y: centre.y - height / 2, width, height };
}

/**
 * Adds a radio button to the last question of the same person on the page, or begins a new one. `words` are
 * 'Question' and 'Option', which get numbers.
 */
export function withQuestion(
  field: Field,
  fields: readonly Field[],
  words: { question: string; option: string },
): Field {
  if (field.type !== 'radio') return field;
  const radios = fields.filter(({ type }) => type === 'radio');
  const neighbour = radios.findLast(
    ({ page, recipientId }) => page === field.page && recipientId === field.recipientId,
  );
  const groups = new Set(radios.map(({ properties }) => properties?.group));
  const group = neighbour?.properties?.group ?? freeName(words.question, groups);
  const members = radios.filter(({ properties }) => properties?.group === group);
  const choices = new Set(members.map(({ properties }) => properties?.choice));
  return {
    ...field,
    required: neighbour?.required ?? true,
    properties: { group, choice: freeName(words.option, choices) },
  };
}

/** Returns the label of the field as the name of its question, with a number if the name is taken. */
export function freeQuestionName(field: Field, fields: readonly Field[], word: string): string {
  const usedNames = new Set(fields.map(({ properties }) => properties?.name));
  const name = line(field.label, MAX_PROPERTY_LENGTH.name - 5);
  return name !== '' && !usedNames.has(name) ? name : freeName(name || word, usedNames);
}

/**
 * Returns 'Question 3' if there are two others. If one was deleted, that name may be taken, and the next free
 * number is used.
 */
function freeName(word: string, usedNames: ReadonlySet<string | undefined>): string {
  let number = usedNames.size + 1;
  while (usedNames.has(`${word} ${number}`)) number += 1;
  return `${word} ${number}`;
}

/** Distance of initials from the corner of the page and from the initials of other recipients, in points. */
const initials = { margin: 24, gap: 6 };

/**
 * Returns initials of one recipient for every page without them, in the lower right corner or beside existing
 * fields.
 */
export function initialsOnPages(
  fields: readonly Field[],
  pages: readonly PageSize[],
  recipientId: string,
): Field[] {
  const done = new Set(
    fields.flatMap((one) => (one.type === 'initial' && one.recipientId === recipientId ? [one.page] : [])),
  );
  const { width, height } = kindOf('initial').size;
  const { margin, gap } = initials;
  const inPlace = (place: number): Field[] =>
    pages.flatMap((page, index) => {
      const right = page.width - margin - place * (width + gap);
      const centre = { x: right - width / 2, y: page.height - margin - height / 2 };
      return done.has(index + 1) ? [] : [newField('initial', index + 1, centre, recipientId)];
    });
  const narrowest = Math.min(...pages.map((page) => page.width));
  const count = Math.max(1, Math.floor((narrowest - 2 * margin) / (width + gap)));
  const places = Array.from({ length: count }, (_, place) => inPlace(place));
  const isFree = (placed: readonly Field[]) =>
    overlaps([...fields, ...placed]).every(({ field }) => !placed.includes(field));
  return places.find(isFree) ?? places[0]!;
}

/** Returns one copy of each field for every other page, at the same position. */
export function copiesForPages(fields: readonly Field[], pageCount: number): Field[] {
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
  return pages.flatMap((page) =>
    copiesOf(
      fields.filter((field) => field.page !== page),
      0,
      page,
    ),
  );
}

/** Returns copies with new names, shifted by `offset` points. Copies of a whole group form a new group. */
export function copiesOf(fields: readonly Field[], offset: number, page?: number): Field[] {
  const suffix = ` ${newId().slice(0, 4)}`;
  /** A copy of a copy has two suffixes, so the name is shortened to a length that can be saved. */
  const named = (group = '') => line(group, MAX_PROPERTY_LENGTH.group - suffix.length) + suffix;
  return renewFields(fields, newId).map((field) => ({
    ...field,
    ...(field.type === 'radio' && fields.filter(inGroupOf(field)).length > 1
      ? { properties: { ...field.properties, group: named(field.properties?.group) } }
      : {}),
    page: page ?? field.page,
    x: field.x + offset,
    y: field.y + offset,
  }));
}

function inGroupOf({ properties }: Field) {
  return (other: Field) => other.type === 'radio' && other.properties?.group === properties?.group;
}

export function middleOf(size: PageSize): { x: number; y: number } {
  return { x: size.width / 2, y: size.height / 2 };
}
