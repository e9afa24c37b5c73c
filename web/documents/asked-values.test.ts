import { expect, test } from 'vitest';
import type { TemplateView } from '#contract/documents/templates.ts';
import { initialValues, isComplete, questionsOf, valuesOf } from './asked-values.ts';

const field = (id: string, label: string, properties: object): TemplateView['signatureFields'][number] => ({
  ...{ id, label, type: 'text', page: 1, x: 0, y: 0, width: 90, height: 20, roleId: 'r', required: true },
  properties,
});
const template = {
  signatureFields: [
    field('f1', 'Rent', { askSender: true, value: '950', name: 'rent' }),
    field('f2', 'Rent again', { askSender: true, value: '950', name: 'rent' }),
    field('f3', 'Company', { askSender: true }),
    field('f4', 'Notes', {}),
  ],
  placeholders: [
    { name: 'company', kind: 'text' as const },
    { name: 'guarantor', kind: 'condition' as const, shown: [{ name: 'bank', kind: 'text' as const }] },
    {
      name: 'items',
      kind: 'list' as const,
      columns: [
        { name: 'title', kind: 'text' as const },
        { name: 'note', kind: 'text' as const, optional: true as const },
      ],
    },
  ],
};
const keys = (entered: object) => questionsOf(template, entered as never).map(({ key }) => key);

test('asks once for each name, and for values inside a condition only if the condition is on', () => {
  expect(keys({})).toEqual(['f1', 'company', 'guarantor', 'items']);
  expect(keys({ guarantor: true })).toEqual(['f1', 'company', 'guarantor', 'bank', 'items']);
});

test('is complete once every required value is entered, also in rows', () => {
  const complete = (entered: object) => {
    const all = { ...initialValues(template), ...entered } as never;
    return isComplete(questionsOf(template, all), all);
  };
  expect(complete({ company: ' ' })).toBe(false);
  expect(complete({ company: 'Harbour' })).toBe(true);
  expect(complete({ company: 'Harbour', guarantor: true })).toBe(false);
  expect(complete({ company: 'Harbour', items: [{ note: 'x' }] })).toBe(false);
  expect(complete({ company: 'Harbour', items: [{ title: 'Rope' }] })).toBe(true);
});

test('sends every value by its key', () => {
  const entered = { f1: '900', company: 'Harbour', items: [{ title: 'Rope' }] } as const;
  expect(valuesOf(questionsOf(template, entered), entered)).toEqual({
    ...{ f1: '900', company: 'Harbour', guarantor: false },
    items: [{ title: 'Rope', note: '' }],
  });
});
