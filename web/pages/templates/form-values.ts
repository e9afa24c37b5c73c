import type { PublicFormView, PutFormBody } from '#contract/documents/public-forms.ts';
import type { QuestionType } from '#core/form/form-values.ts';
import { fold } from '#core/language/fold.ts';
import { isBlank } from '#core/language/visible.ts';
import { allOf, type Placeholder } from '#core/template/placeholders.ts';
import {
  questionsOfPlaceholders,
  valuesOf,
  type Entered,
  type Question,
} from '../../documents/asked-values.ts';

/** A question to visitors as it is typed, with one choice per line. */
export type TypedQuestion = { label: string; type: QuestionType; required: boolean; choices: string };

/** The source of each placeholder's value, by placeholder name: a question to visitors, or a fixed value. */
export type TypedValues = { asked: Readonly<Record<string, TypedQuestion>>; fixed: Entered };

export const newQuestion: TypedQuestion = { label: '', type: 'text', required: true, choices: '' };

/** Returns each placeholder once, including those in conditions. */
export function everyQuestion(placeholders: readonly Placeholder[]): Question[] {
  const flat = allOf(placeholders).map(({ shown: _shown, hidden: _hidden, ...one }) => one);
  return questionsOfPlaceholders(flat, {});
}

/** Returns the settings of a form. A new form asks visitors for every text. */
export function typedValues(
  { placeholders }: Pick<PublicFormView, 'placeholders'>,
  ofFile: readonly Placeholder[],
): TypedValues {
  const stored = new Map(placeholders.map((one) => [fold(one.name), one]));
  const asked: Record<string, TypedQuestion> = {};
  const fixed: Record<string, Entered[string]> = {};
  for (const { key, kind } of everyQuestion(ofFile)) {
    const one = stored.get(fold(key));
    if (one && 'question' in one) {
      const { label = '', type = 'text', required = true, choices = [] } = one.question;
      asked[key] = { label, type, required, choices: choices.join('\n') };
    } else if (one) fixed[key] = enteredOf(one.value);
    else if (kind === 'text' && placeholders.length === 0) asked[key] = newQuestion;
  }
  return { asked, fixed };
}

type FixedValue = Extract<PublicFormView['placeholders'][number], { value: unknown }>['value'];

function enteredOf(value: FixedValue): Entered[string] {
  if (!Array.isArray(value)) return typeof value === 'number' ? String(value) : value;
  return value.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, typeof cell === 'number' ? String(cell) : cell]),
    ),
  );
}

/**
 * Returns the settings for the request. A blank text is omitted, and the server refuses that if the text
 * might be printed.
 */
export function placeholdersOf(
  { asked, fixed }: TypedValues,
  ofFile: readonly Placeholder[],
): NonNullable<PutFormBody['placeholders']> {
  const questions = everyQuestion(ofFile);
  const values = valuesOf(questions, fixed) ?? {};
  return questions.flatMap(({ key: name }): NonNullable<PutFormBody['placeholders']> => {
    const question = asked[name];
    if (question) {
      const { choices, ...others } = question;
      const lines = choices.split('\n').flatMap((line) => line.trim() || []);
      return [{ name, question: { ...others, choices: question.type === 'dropdown' ? lines : [] } }];
    }
    const value = values[name];
    return value === undefined || (typeof value === 'string' && isBlank(value)) ? [] : [{ name, value }];
  });
}
