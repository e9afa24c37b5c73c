import { quoted } from '../language/quoted.ts';
import type { Refusal } from '../refusal.ts';
import type { ValueProblem } from './check-value.ts';
import type { Field } from './field.ts';
import { kindName } from './kinds.ts';
import type { TextFormat } from './text-format.ts';

type Named = Pick<Field, 'type' | 'page'> & Partial<Pick<Field, 'label' | 'properties'>>;

/**
 * Returns a refusal whose sentence contains the field, the value and the violated rule. `parameters` contain the
 * same facts, so that a page can localize the sentence (`problem.value.<reason>` in web/locales/problems/).
 */
export function refuseValue(field: Named, fault: ValueProblem, value: string): Refusal {
  return {
    refused: 'field-value-invalid',
    detail: problemSentence(field, fault, value),
    parameters: problemParameters(field, fault, value),
  };
}

/**
 * Returns the parameters of the sentence. `label` is empty for an unlabeled field, which is identified by its
 * `kind`.
 */
export function problemParameters(
  field: Named,
  fault: ValueProblem,
  value: string,
): Record<string, string | number> {
  const reason = fault.problem === 'format' ? `format.${fault.limit}` : fault.problem;
  return {
    ...fieldParameters(field, reason, value),
    ...('limit' in fault && { limit: fault.limit }),
    ...('readings' in fault && { first: fault.readings[0], second: fault.readings[1] }),
  };
}

/**
 * Returns the parameters that all field refusals have in common: the reason, and the field as its reader knows
 * it.
 */
export function fieldParameters<Reason extends string>(
  { type, page, label = '' }: Named,
  reason: Reason,
  value?: string,
): { reason: Reason; kind: string; label: string; page: number; value?: string } {
  return { reason, kind: type, label, page, ...(value !== undefined && { value: quoted(value) }) };
}

/** Returns the English sentence for API clients. */
export function problemSentence(field: Named, fault: ValueProblem, value: string): string {
  const name = field.label ? `‘${field.label}’` : `The ${kindName(field.type)} field`;
  const entry = `${name} on page ${field.page}: ‘${quoted(value)}’`;
  switch (fault.problem) {
    case 'unprintable':
      return `${name} on page ${field.page} contains a character that can’t be printed. Type it again.`;
    case 'single-line':
      return `${name} on page ${field.page} allows only one line. Remove the line break.`;
    case 'not-a-number':
      return `${entry} is not a number. Use digits, and a point or a comma before the decimals, such as 1250.50.`;
    case 'ambiguous-number': {
      const [first, second] = fault.readings;
      return `${entry} could be ${first} or ${second}: one separator before three digits can mark thousands or decimals. Write ${first} or ${second}.`;
    }
    case 'ambiguous-date': {
      const [first, second] = fault.readings;
      return `${entry} could be ${first} or ${second}: either number could be the month. Write ${first} or ${second}.`;
    }
    case 'not-a-date':
      return `${entry} is not a date. Write it as 2026-11-27.`;
    case 'too-early':
      return `${entry} is before ${fault.limit}. Enter ${fault.limit} or a later day.`;
    case 'too-late':
      return `${entry} is after ${fault.limit}. Enter ${fault.limit} or an earlier day.`;
    case 'not-an-email':
      return `${entry} is not an email address, such as name@example.com.`;
    case 'not-a-phone':
      return `${entry} is not an international phone number. Begin with + and the country code, and leave out (0), such as +44 20 7946 0958.`;
    case 'not-a-choice':
      return `${entry} is not one of the choices.`;
    case 'too-short':
      return `${entry} is shorter than ${fault.limit} characters.`;
    case 'too-long':
      return `${name} on page ${field.page} allows at most ${fault.limit} characters. Shorten it.`;
    case 'too-few':
      return `${name} on page ${field.page} needs at least ${fault.limit} of its options.`;
    case 'too-many':
      return `${name} on page ${field.page} allows at most ${fault.limit} of its options.`;
    case 'too-small':
      return `${entry} is less than ${fault.limit}. Enter ${fault.limit} or more.`;
    case 'too-large':
      return `${entry} is more than ${fault.limit}. Enter ${fault.limit} or less.`;
    case 'decimals':
      return `${entry} has more than ${fault.limit} decimal places.`;
    case 'mask':
      return `${entry} must match ${fault.limit} (9 = digit, A = letter, * = either).`;
    case 'format':
      return `${entry} ${formatSentences[fault.limit]}.`;
  }
}

const formatSentences: Record<TextFormat, string> = {
  any: 'cannot be used',
  letters: 'may contain letters only',
  digits: 'may contain digits only',
  'letters-digits': 'may contain letters and digits only',
  phone: 'is not a telephone number, such as +44 20 7946 0958',
  iban: 'is not a valid IBAN, such as DE89 3704 0044 0532 0130 00',
  mask: 'does not have the required form',
};
