import type { ValueProblem } from '#core/field/check-value.ts';
import { fieldIncomplete } from '#core/field/fault-sentence.ts';
import type { FaultyField } from '#core/field/field-faults.ts';
import type { Field } from '#core/field/field.ts';
import { problemParameters, problemSentence } from '#core/field/problem-sentence.ts';
import { problemText } from '../../words.ts';

/** Returns why the server would refuse a field's value, in the language of the page. */
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

/** Returns why a rule of a field is refused, with the names of the fields that it refers to. */
export function ruleFaultText(faulty: FaultyField): string {
  const { refused: code, detail, parameters } = fieldIncomplete(faulty);
  return problemText({ code, detail, ...(parameters && { parameters }) });
}
