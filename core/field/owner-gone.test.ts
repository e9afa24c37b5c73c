import { expect, test } from 'vitest';
import { assignParties } from './assign-parties.ts';
import type { Field } from './field.ts';
import { giveTo, isForOnlySigner, withOwnerGone } from './owner-gone.ts';

const anchored: Field = {
  id: 'a',
  type: 'signature',
  page: 1,
  x: 72,
  y: 450,
  width: 190,
  height: 48,
  recipientId: null,
  required: true,
  label: '',
  properties: { party: 1, help: 'In ink' },
};
const left: Field = { ...anchored, properties: withOwnerGone(anchored.properties) };

test('after Grace is removed, her anchor-placed fields are assigned neither to the new first person nor to the only signer', () => {
  const linus = { id: 'linus', role: 'signer', turn: 1 } as const;
  expect(assignParties([anchored], [linus])).toMatchObject([{ recipientId: 'linus' }]);
  expect(assignParties([left], [linus])).toEqual([left]);
  expect([isForOnlySigner(anchored), isForOnlySigner(left)]).toEqual([true, false]);
});

test('fields that Ada assigns or deliberately unassigns behave like any other field', () => {
  expect(giveTo(left, 'linus')).toEqual({ ...left, recipientId: 'linus', properties: { help: 'In ink' } });
  expect(isForOnlySigner(giveTo(left, null))).toBe(true);
});
