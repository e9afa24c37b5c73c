import { expect, test } from 'vitest';
import { answerColumns, questionsOf } from './columns.ts';

const text = (label: string) => ({ type: 'text' as const, label, properties: {} });
const button = (choice: string) => ({
  type: 'radio' as const,
  label: '',
  properties: { group: 'Payment', choice },
});
const headings = (documents: Parameters<typeof answerColumns>[0], taken: string[] = []) =>
  answerColumns(documents, taken).map(({ heading }) => heading);

test('columns have the field labels in field order, with one column per radio group and none for signatures', () => {
  const fields = [
    { type: 'signature' as const, label: 'Signature', properties: {} },
    text('Company'),
    button('Monthly'),
    button('Yearly'),
    { ...text(''), type: 'checkbox' as const },
    text('Reference'),
  ];
  expect(headings([fields])).toEqual(['Company', 'Payment', 'Checkbox', 'Reference']);
  expect(questionsOf(fields).map((question) => question?.name)).toEqual([
    ...[undefined, 'Company', 'Payment', 'Payment', 'Checkbox', 'Reference'],
  ]);
});

test("duplicate labels, and labels that equal another column's name, are numbered", () => {
  expect(headings([[text('Name'), text('Name'), text('Title')]], ['Title'])).toEqual([
    ...['Name', 'Name 2', 'Title 2'],
  ]);
  expect(headings([[text('Name'), text('Name 2'), text('Name')]])).toEqual(['Name', 'Name 2', 'Name 3']);
});

test('different versions of a document share the columns that they have in common', () => {
  const [before, after] = [
    [text('Company'), text('Fax')],
    [text('Company'), text('Email'), text('Company')],
  ];
  expect(headings([before, after])).toEqual(['Company', 'Fax', 'Email', 'Company 2']);
  expect(headings([[text('__proto__')], [text('constructor')]])).toEqual(['__proto__', 'constructor']);
});
