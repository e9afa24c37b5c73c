import { refuse, type Refusal } from '../refusal.ts';
import type { Field } from './field.ts';

/** What the signer's page sends for one field. */
export type FieldInput = { id: string; value: string | boolean };

/** More text than this does not belong into a box on a page. Characters. */
export const longestText = 1000;

type Filling = { values: readonly FieldInput[]; hasSignature: boolean; hasInitials: boolean };

/**
 * The values of one recipient's fields, or the first reason to refuse (S-30). Date fields receive `today`,
 * which the server made: the browser's clock is never believed (T-10). Checkboxes hold 'true' or 'false'.
 */
export function fillFields(
  own: readonly Field[],
  filling: Filling,
  today: string,
): { fieldId: string; value: string }[] | Refusal {
  const given = new Map<string, string | boolean>();
  for (const { id, value } of filling.values) {
    if (!own.some((field) => field.id === id)) {
      return refuse(
        'field-not-yours',
        'One of the fields belongs to somebody else. Reload the page and fill in your own fields.',
      );
    }
    given.set(id, value);
  }
  const filled: { fieldId: string; value: string }[] = [];
  for (const field of own) {
    const value = fillField(field, given.get(field.id), filling, today);
    if (value !== null && typeof value === 'object') return value;
    if (value !== null) filled.push({ fieldId: field.id, value });
  }
  return filled;
}

function fillField(
  field: Field,
  given: string | boolean | undefined,
  filling: Filling,
  today: string,
): string | null | Refusal {
  switch (field.type) {
    case 'signature':
      return filling.hasSignature ? '' : missing(field);
    case 'initial':
      if (filling.hasInitials) return '';
      return field.required
        ? refuse('initials-missing', `Initials required: page ${field.page} asks for your initials.`)
        : null;
    case 'date':
      return today;
    case 'checkbox':
      return fillCheckbox(field, given);
    case 'text':
      return fillText(field, given);
  }
}

function fillCheckbox(field: Field, given: string | boolean | undefined): string | Refusal {
  if (given !== undefined && ![true, false, 'true', 'false', ''].includes(given)) {
    return refuse(
      'field-value-invalid',
      `The checkbox on page ${field.page} can only be ticked or left empty.`,
    );
  }
  const ticked = given === true || given === 'true';
  return field.required && !ticked ? missing(field) : String(ticked);
}

function fillText(field: Field, given: string | boolean | undefined): string | null | Refusal {
  if (typeof given === 'boolean')
    return refuse('field-value-invalid', `The text field on page ${field.page} needs text.`);
  const text = (given ?? '').trim().normalize('NFC');
  if (text === '') return field.required ? missing(field) : null;
  if (text.length > longestText) {
    return refuse(
      'field-value-invalid',
      `The text on page ${field.page} is longer than ${longestText} characters. Shorten it.`,
    );
  }
  if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text)) {
    return refuse(
      'field-value-invalid',
      `The text on page ${field.page} holds a character that cannot be printed. Type it again.`,
    );
  }
  return text;
}

function missing(field: Field): Refusal {
  const name = field.label === '' ? `the ${field.type} field` : `'${field.label}'`;
  return refuse('field-missing', `Still to fill in: ${name} on page ${field.page}.`);
}
