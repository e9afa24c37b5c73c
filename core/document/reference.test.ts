import { describe, expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { mergeMetadata, readReference } from './reference.ts';

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));

describe('document references', () => {
  test('texts remain unchanged except for surrounding spaces and Unicode composition', () =>
    expect(
      readReference({ externalId: ' hr-17 ', metadata: { 'Cost centre': '  Cafe\u0301  2 ' } }),
    ).toMatchObject({ externalId: 'hr-17', metadata: { 'Cost centre': 'Caf\u00e9  2' } }));

  test('an empty external ID removes it, and an omitted one is unchanged', () => {
    expect(readReference({ externalId: ' ' })).toMatchObject({ externalId: null });
    expect(readReference({})).toMatchObject({ externalId: undefined, metadata: undefined });
  });

  test.each([
    ['a long id', { externalId: 'x'.repeat(201) }],
    ['a hidden character', { externalId: 'HR\u200b17' }],
    ['a line break', { metadata: { note: 'a\nb' } }],
    ['text with reversed direction', { metadata: { note: '\u202etxt' } }],
    ['a hidden character in a key', { metadata: { 'a\u00ad': 'b' } }],
    ['a long key', { metadata: { ['k'.repeat(41)]: 'b' } }],
    ['an empty key', { metadata: { ' ': 'b' } }],
    ['the same key twice', { metadata: { a: '1', 'a ': '2' } }],
    ['a long value', { metadata: { k: 'v'.repeat(501) } }],
    ['too many keys', { metadata: many(21) }],
  ])('%s is refused', (_, reference) =>
    expect(readReference(reference)).toMatchObject({ refused: 'reference-invalid' }),
  );

  test('page URLs are accepted as values', () =>
    expect(isRefusal(readReference({ metadata: { url: 'https://crm.example.com/deals/17' } }))).toBe(false));

  test('merging replaces equal keys and applies the same limits', () => {
    expect(mergeMetadata({ a: '1', b: '2' }, { b: '3' })).toEqual({ a: '1', b: '3' });
    expect(isRefusal(mergeMetadata(many(20), { k0: 'w' }))).toBe(false);
    expect(mergeMetadata(many(20), { other: 'w' })).toMatchObject({ refused: 'reference-invalid' });
  });
});
