import { createElement as h, type ReactNode } from 'react';
import type { AnswerProblem, AskedQuestion, QuestionType } from '#core/form/form-values.ts';
import { maxTextLength } from '#core/field/text-format.ts';
import { fold } from '#core/language/fold.ts';
import type { Language } from '#core/language/language.ts';
import { hidden, lead } from '../../foundation/http/pages/plain-page.ts';
import { mailMessages } from '../../messages/mail/text/mail-words.ts';

/** Hidden input that identifies what the page shows. */
export const shownInput = 'shown';

/** Returns the input name for a placeholder. */
export const inputName = (name: string): string => `answer ${fold(name)}`;

export type Questions = { questions: readonly AskedQuestion[]; shown: string };

type Asking = {
  language: Language;
  answer: (name: string) => string;
  problems: ReadonlyMap<string, AnswerProblem> | undefined;
};

/** The questions of a form, each with its value and its problem. */
export function questionInputs({ questions, shown }: Questions, asking: Asking): ReactNode[] {
  const say = mailMessages(asking.language);
  const first = questions.find(({ name }) => asking.problems?.has(name))?.name;
  return [
    hidden(shownInput, shown),
    questions.length > 0 &&
      h(
        'fieldset',
        { key: 'questions' },
        h('legend', null, say('form.answers')),
        lead(say('form.answersLead')),
        ...questions.map((question, at) =>
          h(QuestionInput, { key: at, at, question, asking, isFirst: question.name === first }),
        ),
      ),
  ];
}

type InputProps = { at: number; question: AskedQuestion; asking: Asking; isFirst: boolean };

function QuestionInput({ at, question, asking, isFirst }: InputProps): ReactNode {
  const { name, label, type, required, isCertain, choices } = question;
  const say = mailMessages(asking.language);
  const id = `answer-${at}`;
  const problem = asking.problems?.get(name);
  const common = {
    id,
    name: inputName(name),
    defaultValue: asking.answer(name),
    required: required && isCertain,
    autoFocus: isFirst,
    ...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` }),
  };
  return h(
    'div',
    null,
    h('label', { htmlFor: id }, required ? label : say('form.optional', { label })),
    type === 'dropdown'
      ? h(
          'select',
          common,
          h('option', { value: '' }, say('form.choose')),
          ...choices.map((choice) => h('option', { key: choice, value: choice }, choice)),
        )
      : type === 'address'
        ? h('textarea', { ...common, rows: 3, maxLength: maxTextLength, dir: 'auto' })
        : h('input', { ...common, ...inputTypes[type], maxLength: maxTextLength }),
    problem && h('p', { className: 'wrong', id: `${id}-problem` }, problemText(problem, asking.language)),
  );
}

const inputTypes: Readonly<Record<Exclude<QuestionType, 'dropdown' | 'address'>, object>> = {
  text: { type: 'text', dir: 'auto' },
  number: { type: 'text', inputMode: 'decimal', dir: 'ltr' },
  dateEntry: { type: 'date' },
  email: { type: 'email' },
  phone: { type: 'tel', dir: 'ltr' },
};

function problemText(problem: AnswerProblem, language: Language): string {
  const say = mailMessages(language);
  switch (problem.problem) {
    case 'missing':
      return say('form.answer.missing');
    case 'braces':
      return say('form.answer.braces');
    case 'too-long':
      return say('form.answer.long', { limit: String(problem.limit) });
    case 'ambiguous-number':
    case 'ambiguous-date': {
      const [first, second] = problem.readings;
      return say('form.answer.ambiguous', { first, second });
    }
    case 'not-a-number':
      return say('form.answer.number');
    case 'not-a-date':
      return say('form.answer.date');
    case 'not-an-email':
      return say('form.emailWrong');
    case 'not-a-phone':
      return say('form.answer.phone');
    case 'not-a-choice':
      return say('form.answer.choice');
    default:
      return say('form.answer.unprintable');
  }
}
