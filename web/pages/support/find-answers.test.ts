import { describe, expect, test } from 'vitest';
import entries from '../../locales/support/en.json' with { type: 'json' };
import { findAnswers } from './find-answers.ts';

const idsFor = (search: string) => findAnswers(entries, search).map(({ id }) => id);

describe('searching the answers', () => {
  test('without a word all are shown', () => {
    expect(idsFor('  ')).toHaveLength(entries.length);
  });
  test('every word has to be there, in any case and order', () => {
    expect(idsFor('ROOT pdfsig')).toEqual(['verify']);
    expect(idsFor('pdfsig zebra')).toEqual([]);
  });
  test('accents do not matter', () => {
    expect(idsFor('sèal')).toContain('seal');
  });
});

test('each answer has an id of its own', () => {
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect(entries.length).toBeGreaterThanOrEqual(8);
});
