import { normalizeEntry } from '../field/check-value.ts';
import { printNumber } from '../field/values/number-format.ts';
import { printDay } from '../formats/day.ts';
import type { DocumentFormats } from '../formats/formats.ts';
import { readDay } from '../formats/read-day.ts';
import type { Placeholder } from '../template/placeholders.ts';
import {
  answerProblem,
  askedQuestions,
  missingAnswers,
  propertiesOf,
  type AnswerProblem,
  type FormPlaceholder,
  type FormQuestion,
} from './form-values.ts';

/** Normalized answers by placeholder name. Blank answers are omitted. */
export type Answers = Record<string, string>;
export type ReadAnswers = { answers: Answers; problems: ReadonlyMap<string, AnswerProblem> };

type Form = { placeholders: readonly Placeholder[]; given: readonly FormPlaceholder[] };
type Formats = Pick<DocumentFormats, 'dateFormat' | 'numberFormat'>;

/** Parses a visitor's answers, and returns the problem of each invalid one. */
export function readAnswers(
  { placeholders, given }: Form,
  typed: (name: string) => string,
  formats: Formats,
): ReadAnswers {
  const answers: Answers = {};
  const problems = new Map<string, AnswerProblem>();
  for (const question of askedQuestions(placeholders, given)) {
    const { name } = question;
    const answer = normalizeAnswer(question, typed(name), formats);
    if (answer === '') continue;
    const problem = answerProblem(question, answer);
    if (problem) problems.set(name, problem);
    answers[name] = answer;
  }
  for (const name of missingAnswers(placeholders, given, answers)) problems.set(name, { problem: 'missing' });
  return { answers, problems };
}

/** Normalizes an answer. Dates are stored like `2026-11-27`. */
function normalizeAnswer(question: FormQuestion, typed: string, { dateFormat }: Formats): string {
  const { type } = question;
  const text = normalizeEntry({ type, properties: propertiesOf(question) }, typed);
  return type === 'dateEntry' ? (readDay(text, dateFormat) ?? text) : text;
}

/** Returns an answer in its printed form. */
export function printAnswer(
  { type }: Pick<FormQuestion, 'type'>,
  answer: string,
  { dateFormat, numberFormat }: Formats,
): string {
  if (type === 'number') return printNumber(answer, numberFormat);
  return type === 'dateEntry' ? printDay(answer, dateFormat) : answer;
}
