import type { FieldView } from '#contract/documents/documents.ts';
import { isFixed } from '#core/field/rules/references.ts';
import { isAnswer } from '#core/field/check-value.ts';
import { firstPlaces } from '#core/field/same-question.ts';
import { requiredTicks } from '#core/field/fill.ts';
import { groupOf } from './shown-fields.ts';

/** The progress that determines the next step. */
export type Done = {
  values: Readonly<Record<string, string | boolean>>;
  hasSignature: boolean;
  hasInitials: boolean;
  consents: boolean;
};

/** The action that the sticky button offers. */
export type NextStep = { kind: 'field'; field: FieldView } | { kind: 'signature' | 'consent' | 'sign' };

/**
 * Returns the fields in the order in which the button visits them, and how many of the required ones are
 * done.
 */
export function progressOf(fields: readonly FieldView[], done: Done): { done: number; total: number } {
  const counted = askedFields(fields).filter((field) => counts(field, fields));
  return { done: counted.filter((field) => isFilled(field, done, fields)).length, total: counted.length };
}

/**
 * Returns the next step: required fields in reading order, then the signature, which everyone needs, then
 * consent, and finally the action itself.
 */
export function nextStep(fields: readonly FieldView[], done: Done): NextStep {
  const field = askedFields(fields).find(
    (candidate) => counts(candidate, fields) && !isFilled(candidate, done, fields),
  );
  if (field) return { kind: 'field', field };
  if (!done.hasSignature) return { kind: 'signature' };
  return done.consents ? { kind: 'sign' } : { kind: 'consent' };
}

/**
 * Returns true if a field has a valid value for its type, or if enough boxes of its group are ticked. The
 * server fills in the date, so it always counts as filled (T-10).
 */
export function isFilled(field: FieldView, done: Done, fields: readonly FieldView[] = [field]): boolean {
  switch (field.type) {
    case 'signature':
      return done.hasSignature;
    case 'initial':
      return done.hasInitials;
    case 'date':
      return true;
    case 'checkbox':
    case 'radio': {
      const group = groupOf(field, fields);
      const { least } = requiredTicks(group);
      return group.filter(({ id }) => done.values[id] === true).length >= Math.max(1, least);
    }
    default:
      return isAnswer(field, String(done.values[field.id] ?? ''));
  }
}

/** Returns the fields in reading order. A question in several places is asked at its first place. */
export function askedFields(fields: readonly FieldView[]): FieldView[] {
  return firstPlaces(inReadingOrder(fields));
}

/** Sorts by page, then from top to bottom, then from left to right; boxes on one line remain together. */
export function inReadingOrder(fields: readonly FieldView[]): FieldView[] {
  return [...fields].sort(
    (one, other) =>
      one.page - other.page || lineOf(one) - lineOf(other) || one.x - other.x || one.y - other.y,
  );
}

/**
 * Returns true if the signer must complete the field: a signature always, a group once, and otherwise a field
 * that the sender marked as required and did not prefill as read-only.
 */
export function counts(field: FieldView, fields: readonly FieldView[]): boolean {
  if (field.type === 'signature') return true;
  if (field.type === 'date' || isFixed(field)) return false;
  const group = groupOf(field, fields);
  if (field.properties?.group === undefined || group.length === 0) return field.required;
  return group[0]?.id === field.id && requiredTicks(group).least > 0;
}

/**
 * Returns the line of a field, assuming lines of 12 points, because boxes placed by hand are rarely aligned
 * exactly.
 */
function lineOf(field: FieldView): number {
  return Math.round((field.y + field.height / 2) / 12);
}
