import type { FieldView } from '#contract/documents.ts';
import { isAnswer } from '#core/field/check-value.ts';
import { ticksAsked } from '#core/field/fill.ts';
import { groupOf } from './shown-fields.ts';

/** The signer's progress, as far as it decides what is to be done next. */
export type Done = {
  values: Readonly<Record<string, string | boolean>>;
  hasSignature: boolean;
  hasInitials: boolean;
  consents: boolean;
};

/** The one thing that the sticky button offers. */
export type NextStep = { kind: 'field'; field: FieldView } | { kind: 'signature' | 'consent' | 'sign' };

/** The fields in the order the button leads to them, and how many of those that count are done. */
export function progressOf(fields: readonly FieldView[], done: Done): { done: number; total: number } {
  const counted = fields.filter((field) => counts(field, fields));
  return { done: counted.filter((field) => isFilled(field, done, fields)).length, total: counted.length };
}

/**
 * The next thing to do: required fields in reading order, then the signature, which is asked of everybody, then
 * consent, and only then the act itself.
 */
export function nextStep(fields: readonly FieldView[], done: Done): NextStep {
  const field = inReadingOrder(fields).find(
    (candidate) => counts(candidate, fields) && !isFilled(candidate, done, fields),
  );
  if (field) return { kind: 'field', field };
  if (!done.hasSignature) return { kind: 'signature' };
  return done.consents ? { kind: 'sign' } : { kind: 'consent' };
}

/**
 * Whether a field holds what its kind asks for; of a group, whether enough is ticked. The date is the server's and
 * always counts as held (T-10).
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
      const { least } = ticksAsked(group);
      return group.filter(({ id }) => done.values[id] === true).length >= Math.max(1, least);
    }
    default:
      return isAnswer(field, String(done.values[field.id] ?? ''));
  }
}

/** Page by page, from top to bottom, from left to right; boxes on one line stay on one line. */
export function inReadingOrder(fields: readonly FieldView[]): FieldView[] {
  return [...fields].sort(
    (one, other) =>
      one.page - other.page || lineOf(one) - lineOf(other) || one.x - other.x || one.y - other.y,
  );
}

/**
 * Only what the signer must do is counted: a signature always, a group once, else what the sender marked as
 * required and did not fill in for good.
 */
export function counts(field: FieldView, fields: readonly FieldView[]): boolean {
  if (field.type === 'signature') return true;
  if (field.type === 'date' || field.properties?.readOnly) return false;
  const group = groupOf(field, fields);
  if (field.properties?.group === undefined || group.length === 0) return field.required;
  return group[0]?.id === field.id && ticksAsked(group).least > 0;
}

/** Lines of 12 points: boxes placed by hand are rarely level to the point. */
function lineOf(field: FieldView): number {
  return Math.round((field.y + field.height / 2) / 12);
}
