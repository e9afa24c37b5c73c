import { refuse, type Refusal } from '../refusal.ts';
import type { FaultyField, FieldFault } from './field-faults.ts';
import { kindName } from './kinds.ts';
import { fieldParameters, problemParameters, problemSentence } from './problem-sentence.ts';

/**
 * Returns the refusal for a field that cannot be sent. For an invalid initial value, it contains the value and
 * the violated rule.
 */
export function fieldIncomplete({ field, fault, problem, other = '' }: FaultyField): Refusal {
  const { type, page, label, properties = {} } = field;
  if (problem) {
    const value = properties.value ?? '';
    return {
      refused: 'field-incomplete',
      detail: problemSentence(field, problem, value),
      parameters: problemParameters(field, problem, value),
    };
  }
  const name = label === '' ? `The ${kindName(type)} field` : `'${label}'`;
  return {
    ...refuse(
      'field-incomplete',
      `${name} on page ${page} ${faultSentences[fault].replace('{other}', other)}`,
    ),
    parameters: { ...fieldParameters(field, `fault.${fault}`), ...(other !== '' && { other }) },
  };
}

const faultSentences: Record<FieldFault, string> = {
  'no-choices': 'has no options. Add some.',
  'no-group': 'needs a group of at least two buttons.',
  'group-divided': 'shares its group with another recipient. Give the whole group to one of them.',
  'duplicate-choice': 'has the same value as another button in its group. Rename one of them.',
  condition:
    'has a condition on a field that is missing or is a signing date. Choose another field for the condition, or remove it.',
  'never-met':
    'has a condition that can never be met with the values that {other} can have. Change the condition, or remove it.',
  circular:
    'depends on {other}, whose rules lead back to this field or form a chain of more than 100. Remove one of the rules.',
  later:
    'depends on {other}, whose recipient might act later. Use fields of the same recipient, or of one who signs earlier.',
  formula:
    'has a formula that can’t be read, or whose result is not of the type of the field. Correct the formula.',
  'formula-name': 'has a formula with {other}. Exactly one number or date field must have that label.',
  'formula-settings':
    'has a formula, so it can’t also have a default value or limits, or be read-only. Remove them.',
  value: 'has a default value that it would not accept.',
  'ambiguous-number': 'has a default number that can be read in two ways. Write 12500 or 12.5.',
  'read-only-empty': 'is read-only and empty. Fill it in.',
  'hidden-text':
    'has fixed text that a condition hides at first. Remove the condition, so that the text is on the page from the start.',
  limits: 'has limits that contradict each other.',
  'same-name':
    'has the same name as a field that differs from it. Give them the same type and settings, or different names.',
  'too-large': 'is too large for its kind. Make it smaller.',
};
