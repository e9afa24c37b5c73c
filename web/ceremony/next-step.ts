import type { FieldView } from '#contract/documents.ts';

/** What the signer has done so far, as far as it decides what is to be done next. */
export type Done = {
  values: Readonly<Record<string, string | boolean>>;
  hasSignature: boolean;
  hasInitials: boolean;
  consents: boolean;
};

/** The one thing that the sticky button offers. */
export type NextStep =
  { kind: 'field'; field: FieldView } | { kind: 'signature' } | { kind: 'consent' } | { kind: 'sign' };

/** The fields in the order the button leads to them, and how many of those that count are done. */
export function progressOf(fields: readonly FieldView[], done: Done): { done: number; total: number } {
  const counted = fields.filter(counts);
  return { done: counted.filter((field) => isFilled(field, done)).length, total: counted.length };
}

/**
 * The next thing to do: required fields in reading order, then the signature, which is asked of everybody
 * (decisions.md §3), then consent, and only then the act itself.
 */
export function nextStep(fields: readonly FieldView[], done: Done): NextStep {
  const field = inReadingOrder(fields).find((candidate) => counts(candidate) && !isFilled(candidate, done));
  if (field) return { kind: 'field', field };
  if (!done.hasSignature) return { kind: 'signature' };
  return done.consents ? { kind: 'sign' } : { kind: 'consent' };
}

/** Whether a field holds what its kind asks for. The date is the server's and always counts as held (T-10). */
export function isFilled(field: FieldView, done: Done): boolean {
  switch (field.type) {
    case 'signature':
      return done.hasSignature;
    case 'initial':
      return done.hasInitials;
    case 'date':
      return true;
    case 'checkbox':
      return done.values[field.id] === true;
    case 'text':
      return String(done.values[field.id] ?? '').trim() !== '';
  }
}

/** Page by page, from top to bottom, from left to right; boxes on one line stay on one line. */
export function inReadingOrder(fields: readonly FieldView[]): FieldView[] {
  return [...fields].sort(
    (one, other) =>
      one.page - other.page || lineOf(one) - lineOf(other) || one.x - other.x || one.y - other.y,
  );
}

/** Only what the signer must do is counted: a signature always, else what the sender marked as required. */
function counts(field: FieldView): boolean {
  return field.type === 'signature' || (field.required && field.type !== 'date');
}

/** Lines of 12 points: boxes placed by hand are rarely level to the point. */
function lineOf(field: FieldView): number {
  return Math.round((field.y + field.height / 2) / 12);
}
