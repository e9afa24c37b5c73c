import { expect, test } from 'vitest';
import en from '../locales/app/en.json' with { type: 'json' };
import { partOf } from './split-texts.ts';

test('each text is in one of the two parts', () => {
  const first = partOf(en, 'first');
  const later = partOf(en, 'later');
  expect({ ...first, ...later }).toEqual(en);
  expect(Object.keys(first).filter((key) => key in later)).toEqual([]);
  expect(first).toHaveProperty(['dashboard.title']);
  expect(later).toHaveProperty(['landing.demo.title']);
});
