import { expect, test } from 'vitest';
import type { FieldView } from '#contract/documents/documents.ts';
import { pageWork } from './page-work.ts';

const field = (
  id: string,
  page: number,
  type: FieldView['type'],
  change: Partial<FieldView> = {},
): FieldView => ({
  id,
  page,
  type,
  x: 0,
  y: 0,
  width: 100,
  height: 20,
  recipientId: 'grace',
  label: '',
  required: true,
  properties: {},
  ...change,
});

test('a page shows the number of its remaining required fields until all are filled', () => {
  const fields = [
    field('sign', 1, 'signature'),
    field('city', 2, 'text'),
    field('ship', 2, 'text'),
    field('note', 3, 'text', { required: false }),
    field('day', 3, 'date'),
  ];
  const done = { values: { city: 'Bergen' }, hasSignature: true, hasInitials: false, consents: false };
  expect([...pageWork(fields, done)]).toEqual([
    [1, { left: 0 }],
    [2, { left: 1 }],
  ]);
});
