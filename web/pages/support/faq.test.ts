import { describe, expect, test } from 'vitest';
import entries from '../../locales/support/en.json' with { type: 'json' };
import { findAnswers } from './faq.tsx';

const idsFor = (search: string) => findAnswers(entries, search).map(({ id }) => id);

describe('searching the answers', () => {
  test('shows all answers for an empty search', () => {
    expect(idsFor('  ')).toHaveLength(entries.length);
  });
  test('matches every word, in any case and order', () => {
    expect(idsFor('ROOT pdfsig')).toEqual(['verify']);
    expect(idsFor('pdfsig zebra')).toEqual([]);
  });
  test('ignores accents', () => {
    expect(idsFor('sèal')).toContain('seal');
  });
});

test('each answer has a unique id', () => {
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  expect(entries.length).toBeGreaterThanOrEqual(8);
});
