import type { ValueProblem } from '#core/field/check-value.ts';
import type { Field } from '#core/field/field.ts';
import { problemParameters, problemSentence } from '#core/field/problem-sentence.ts';
import { problemText } from '../../words.ts';

/**
 * Returns the reason why a field's value is refused, as the server phrases it, in the language of the page.
 */
export function valueFault(
  field: Field,
  problem: ValueProblem,
  value = field.properties?.value ?? '',
): string {
  return problemText({
    code: 'field-incomplete',
    detail: problemSentence(field, problem, value),
    parameters: problemParameters(field, problem, value),
  });
}
