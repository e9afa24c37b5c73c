import { expect, test } from 'vitest';
import { referenceOf, typedReference } from './typed-reference.ts';

test('a reference that is edited and saved does not change', () => {
  const reference = { externalId: 'hr-17', metadata: { department: 'HR', empty: '' } };
  expect(referenceOf(typedReference(reference))).toEqual(reference);
  expect(referenceOf(typedReference({ externalId: null, metadata: {} }))).toEqual({
    externalId: null,
    metadata: {},
  });
});

test('empty rows are left out, and unnamed or repeated keys are reported', () => {
  const typed = (...pairs: { key: string; value: string }[]) => referenceOf({ externalId: ' ', pairs });
  expect(typed({ key: ' ', value: '' })).toEqual({ externalId: null, metadata: {} });
  expect(typed({ key: '', value: 'x' })).toBe('key-missing');
  expect(typed({ key: 'a', value: '1' }, { key: 'a ', value: '2' })).toBe('key-twice');
});
