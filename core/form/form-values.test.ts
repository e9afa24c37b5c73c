import { expect, test } from 'vitest';
import type { Placeholder } from '../template/placeholders.ts';
import {
  askedQuestions,
  checkFormPlaceholders,
  forForm,
  formValues,
  type FormPlaceholder,
} from './form-values.ts';
import { printAnswer, readAnswers } from './read-answers.ts';

const company: Placeholder = { name: 'company', kind: 'text' };
const lease: Placeholder[] = [
  company,
  { name: 'rent', kind: 'text' },
  { name: 'pets', kind: 'condition', shown: [{ name: 'Pet', kind: 'text' }] },
  { name: 'guarantor', kind: 'text', optional: true, shown: [{ name: 'Guarantor’s city', kind: 'text' }] },
  { name: 'items', kind: 'list', columns: [{ name: 'title', kind: 'text' }] },
];
const withQuestion = (name: string, more: Partial<FormPlaceholder['question']> = {}): FormPlaceholder => ({
  name,
  question: { label: '', type: 'text', required: true, choices: [], ...more },
});
const settings: FormPlaceholder[] = [
  withQuestion('Company', { label: 'Your company' }),
  withQuestion('rent', { type: 'number' }),
  { name: 'pets', value: false },
  withQuestion('guarantor', { required: false }),
  withQuestion('guarantor’s city'),
  { name: 'items', value: [{ title: 'Berth' }] },
];
const without = (name: string) => settings.filter((one) => one.name !== name);
const formats = { dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' } as const;

test('a form has a value or a question for each placeholder that may be printed', () => {
  expect(checkFormPlaceholders(lease, settings)).toBeUndefined();
  expect(checkFormPlaceholders(lease, without('rent'))).toMatchObject({
    refused: 'template-values-missing',
    detail: expect.stringContaining('‘rent’') as string,
  });
  // The city is printed only if there is a guarantor, which depends on the visitor's answer.
  expect(checkFormPlaceholders(lease, without('guarantor’s city'))).toMatchObject({
    refused: 'template-values-missing',
  });
  const withPets = [...without('pets'), { name: 'pets', value: true }];
  expect(checkFormPlaceholders(lease, withPets)).toMatchObject({
    detail: expect.stringContaining('‘Pet’') as string,
  });
});

test.each<[string, FormPlaceholder, string]>([
  ['a question about a list', withQuestion('items'), 'form-question-invalid'],
  ['a question about a condition', withQuestion('pets'), 'form-question-invalid'],
  [
    'a choice without options',
    withQuestion('rent', { type: 'dropdown', choices: [' '] }),
    'form-question-invalid',
  ],
  [
    'an option with braces',
    withQuestion('rent', { type: 'dropdown', choices: ['{{pet}}'] }),
    'form-question-invalid',
  ],
  ['an unknown placeholder', { name: 'rant', value: '1' }, 'field-name-unknown'],
  ['a value of another kind', { name: 'pets', value: 'yes' }, 'field-value-invalid'],
  ['a value with braces', { name: 'rent', value: '{{signature:2}}' }, 'field-value-invalid'],
  ['a row without a value', { name: 'items', value: [{}] }, 'template-values-missing'],
  ['a blank value', { name: 'rent', value: ' ' }, 'template-values-missing'],
])('%s is refused', (_, change, refused) => {
  const changed = [...without(change.name), change];
  expect(checkFormPlaceholders(lease, changed)).toMatchObject({ refused });
});

test('a placeholder that is listed twice is refused, even with different spelling', () => {
  expect(checkFormPlaceholders(lease, [...settings, { name: 'RENT', value: '1' }])).toMatchObject({
    refused: 'form-question-invalid',
  });
});

test('visitors are asked for all values that may be printed, and must answer those that are always printed', () => {
  const questions = askedQuestions(lease, settings);
  expect(questions.map(({ name, label, isCertain }) => [name, label, isCertain])).toEqual([
    ['Company', 'Your company', true],
    ['rent', 'rent', true],
    ['guarantor', 'guarantor', true],
    ['guarantor’s city', 'guarantor’s city', false],
  ]);
});

const read = (typed: Record<string, string>) =>
  readAnswers({ placeholders: lease, given: settings }, (name) => typed[name] ?? '', formats);

test('answers follow the rules of fields of the same type', () => {
  const { answers, problems } = read({ Company: ' Harbour ', rent: '1 250,50' });
  expect([answers, problems.size]).toEqual([{ Company: 'Harbour', rent: '1250.50' }, 0]);
  const problemOf = (typed: Record<string, string>, name: string) =>
    read({ Company: 'Harbour', rent: '1', ...typed }).problems.get(name)?.problem;
  expect(problemOf({ Company: '\u200b \u2800' }, 'Company')).toBe('missing');
  expect(problemOf({ Company: 'a{b' }, 'Company')).toBe('braces');
  expect(problemOf({ Company: 'a\u202eb' }, 'Company')).toBe('unprintable');
  expect(problemOf({ Company: 'a'.repeat(1001) }, 'Company')).toBe('too-long');
  expect(problemOf({ rent: 'much' }, 'rent')).toBe('not-a-number');
  expect(problemOf({ rent: '1.250' }, 'rent')).toBe('ambiguous-number');
  expect(problemOf({ guarantor: 'Linus' }, 'guarantor’s city')).toBe('missing');
  expect(problemOf({}, 'guarantor’s city')).toBeUndefined();
});

test("numbers and dates are printed in the document's formats, and blank optional answers print nothing", () => {
  const { answers } = read({ Company: 'Harbour', rent: '1250.50' });
  const values = formValues(settings, answers, (question, answer) => printAnswer(question, answer, formats));
  expect(values).toEqual({ Company: 'Harbour', rent: '1.250,50', pets: false, items: [{ title: 'Berth' }] });
  expect(printAnswer({ type: 'dateEntry' }, '2026-11-27', formats)).toBe('27.11.2026');
  expect(forForm([company], [withQuestion('company', { required: false })])).toEqual([
    { ...company, optional: true },
  ]);
});
