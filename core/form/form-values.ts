import { valueProblem, type ValueProblem } from '../field/check-value.ts';
import type { WrittenType } from '../field/field.ts';
import { MAX_CHOICES, type FieldProperties } from '../field/properties.ts';
import { fold } from '../language/fold.ts';
import { quoted } from '../language/quoted.ts';
import { isBlank } from '../language/visible.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import {
  allOf,
  isShown,
  mergeData,
  placeholderNames,
  printedPlaceholders,
  type MergeValues,
  type Placeholder,
} from '../template/placeholders.ts';
import { refuseMissingValues } from '../template/sender-values.ts';
import { unknownName } from '../field/fill-by-name.ts';

/** Types of questions. Each follows the rules of the field type with the same name. */
export const questionTypes = [
  'text',
  'number',
  'dateEntry',
  'email',
  'phone',
  'address',
  'dropdown',
] as const satisfies readonly WrittenType[];
export type QuestionType = (typeof questionTypes)[number];

export type FormQuestion = {
  /** Question text. If blank, the placeholder's name is shown. */
  label: string;
  type: QuestionType;
  /** False if the visitor can leave the answer blank, so that nothing is printed. */
  required: boolean;
  /** Options of a dropdown. */
  choices: string[];
};

/** Source of a placeholder's value: either fixed, or a question for the visitor. */
export type FormPlaceholder =
  | { name: string; value: MergeValues[string]; question?: undefined }
  | { name: string; question: FormQuestion; value?: undefined };

/** Maximum number of questions in a form, and maximum characters of its fixed values and labels. */
export const formValueBounds = { questions: 30, fixed: 50_000, label: 200 } as const;

/** A question as shown to a visitor. */
export type AskedQuestion = FormQuestion & {
  name: string;
  /** True if the answer is printed whatever else the visitor enters. */
  isCertain: boolean;
};

type Given = readonly FormPlaceholder[];

/**
 * Returns why a form cannot get the values of these placeholders from the given sources, or undefined if it can.
 */
export function checkFormPlaceholders(
  placeholders: readonly Placeholder[],
  given: Given,
): Refusal | undefined {
  const names = given.map(({ name }) => name);
  const repeated = names.find((name, at) => names.findIndex((one) => fold(one) === fold(name)) !== at);
  if (repeated !== undefined) return invalid(repeated, 'is listed twice. List it once.');
  const known = placeholderNames(placeholders);
  const folded = new Set(known.map(fold));
  const unknown = unknownName(
    [],
    names.filter((name) => !folded.has(fold(name))),
    known,
  );
  const wrong = unknown ?? questionProblem(placeholders, given);
  if (wrong) return wrong;
  const fixed = fixedValues(given);
  if (JSON.stringify(fixed).length > formValueBounds.fixed)
    return refuse(
      'form-question-invalid',
      `The fixed values have more than ${formValueBounds.fixed} characters. Shorten them.`,
      { name: quoted(Object.keys(fixed)[0] ?? '') },
    );
  const answered = given.flatMap(({ name, question }) => (question ? [[name, 'x']] : []));
  const data = mergeData(forForm(placeholders, given), {
    ...fixed,
    ...(Object.fromEntries(answered) as Record<string, string>),
  });
  const isWrong = isRefusal(data) && data.refused !== 'template-values-missing';
  if (isWrong) return data;
  const sources = new Map(given.map((one) => [fold(one.name), one]));
  const missing = possiblePlaceholders(placeholders, given).filter(({ name, optional }) => {
    const source = sources.get(fold(name));
    const isMissing = source?.question ? false : isBlankValue(source?.value);
    return isMissing && !optional;
  });
  if (missing.length > 0) return refuseMissingValues(missing.map(({ name }) => name));
  return isRefusal(data) ? data : undefined;
}

const isBlankValue = (value: MergeValues[string] | undefined): boolean =>
  value === undefined || (typeof value === 'string' && isBlank(value));

function questionProblem(placeholders: readonly Placeholder[], given: Given): Refusal | undefined {
  const kinds = new Map(allOf(placeholders).map(({ name, kind }) => [fold(name), kind]));
  const questions = given.filter(({ question }) => question);
  if (questions.length > formValueBounds.questions)
    return invalid(
      questions.at(-1)!.name,
      `is one of more than ${formValueBounds.questions} questions. Ask fewer.`,
    );
  for (const { name, question } of questions) {
    const kind = kinds.get(fold(name));
    if (kind !== 'text') return invalid(name, `is a ${kind}, which visitors can’t enter. Give it a value.`);
    const choices = question!.choices.filter((choice) => !isBlank(choice));
    const isChoice = question!.type === 'dropdown';
    if (isChoice && (choices.length === 0 || choices.length > MAX_CHOICES))
      return invalid(name, `needs 1 to ${MAX_CHOICES} choices.`);
    const unprintable = choices.find((choice) => printProblem(choice));
    if (unprintable !== undefined)
      return invalid(name, `has the choice ‘${quoted(unprintable)}’, which can’t be printed.`);
  }
  return undefined;
}

function invalid(name: string, sentence: string): Refusal {
  return refuse('form-question-invalid', `‘${quoted(name)}’ ${sentence}`, { name: quoted(name) });
}

function fixedValues(given: Given): MergeValues {
  return Object.fromEntries(given.flatMap((one) => (one.question ? [] : [[one.name, one.value]])));
}

/** Returns the placeholders that may be printed, depending on the visitor's answers. */
function possiblePlaceholders(placeholders: readonly Placeholder[], given: Given): Placeholder[] {
  const sources = new Map(given.map((one) => [fold(one.name), one]));
  return printedPlaceholders(placeholders, ({ name }) => {
    const source = sources.get(fold(name));
    return source?.question ? undefined : isShown(source?.value);
  });
}

/** Returns the placeholders for a form. Those that a visitor may leave blank become optional. */
export function forForm(placeholders: readonly Placeholder[], given: Given): Placeholder[] {
  const optional = new Set(
    given.flatMap(({ name, question }) => (question && !question.required ? [fold(name)] : [])),
  );
  const change = (ones: readonly Placeholder[]): Placeholder[] =>
    ones.map((one) => ({
      ...one,
      ...(optional.has(fold(one.name)) && { optional: true as const }),
      ...(one.shown && { shown: change(one.shown) }),
      ...(one.hidden && { hidden: change(one.hidden) }),
    }));
  return change(placeholders);
}

/**
 * Returns the questions of a form in the order of its settings, without those that its fixed values rule out.
 */
export function askedQuestions(placeholders: readonly Placeholder[], given: Given): AskedQuestion[] {
  const namesOf = (list: readonly Placeholder[]) => new Set(list.map(({ name }) => fold(name)));
  const possible = namesOf(possiblePlaceholders(placeholders, given));
  const fixed = new Map(Object.entries(fixedValues(given)).map(([name, value]) => [fold(name), value]));
  const certain = namesOf(
    certainPlaceholders(placeholders, ({ name }) =>
      fixed.has(fold(name)) ? isShown(fixed.get(fold(name))) : undefined,
    ),
  );
  return given.flatMap(({ name, question }) => {
    const key = fold(name);
    if (!question || !possible.has(key)) return [];
    return [{ ...question, label: question.label || name, name, isCertain: certain.has(key) }];
  });
}

function certainPlaceholders(
  placeholders: readonly Placeholder[],
  isOn: (placeholder: Placeholder) => boolean | undefined,
): Placeholder[] {
  return placeholders.flatMap((one) => {
    const on = isOn(one);
    const inside = on === undefined ? [] : ((on ? one.shown : one.hidden) ?? []);
    return [one, ...certainPlaceholders(inside, isOn)];
  });
}

export type AnswerProblem = ValueProblem | { problem: 'missing' | 'braces' };

/**
 * Refuses braces, because they could print as another placeholder or place a field that the template does not
 * have.
 */
function printProblem(text: string): AnswerProblem | undefined {
  return /[{}]/.test(text) ? { problem: 'braces' } : valueProblem({ type: 'text' }, text);
}

/** Returns why a normalized, non-empty answer is invalid, or undefined if it is valid. */
export function answerProblem(
  { type, choices }: Pick<FormQuestion, 'type' | 'choices'>,
  answer: string,
): AnswerProblem | undefined {
  return valueProblem({ type, properties: propertiesOf({ choices }) }, answer) ?? printProblem(answer);
}

export function propertiesOf({ choices }: Pick<FormQuestion, 'choices'>): FieldProperties {
  return choices.length > 0 ? { choices } : {};
}

/** Returns the names of required questions without an answer whose value would be printed. */
export function missingAnswers(
  placeholders: readonly Placeholder[],
  given: Given,
  answers: Readonly<Record<string, string>>,
): string[] {
  const values = { ...fixedValues(given), ...answers };
  const known = new Map(Object.entries(values).map(([name, value]) => [fold(name), value]));
  const printed = printedPlaceholders(placeholders, ({ name }) => isShown(known.get(fold(name))));
  const names = new Set(printed.map(({ name }) => fold(name)));
  return given.flatMap(({ name, question }) =>
    question?.required && names.has(fold(name)) && !known.has(fold(name)) ? [name] : [],
  );
}

/** Returns the values of all placeholders: the fixed ones, and the answers in printed form. */
export function formValues(
  given: Given,
  answers: Readonly<Record<string, string>>,
  print: (question: FormQuestion, answer: string) => string,
): MergeValues {
  const printed = given.flatMap(({ name, question }) => {
    const answer = answers[name];
    return question && answer !== undefined ? [[name, print(question, answer)]] : [];
  });
  return { ...fixedValues(given), ...(Object.fromEntries(printed) as Record<string, string>) };
}
