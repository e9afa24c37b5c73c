import { expect, test } from 'vitest';
import en from '../locales/app/en.json' with { type: 'json' };
import signer from '../locales/signer/en.json' with { type: 'json' };
import { partOf } from './split-texts.ts';

test.each([
  ['app', en],
  ['signer', signer],
] as const)('each text of %s is in one of the two parts', (page, texts) => {
  const first = partOf(texts, 'first', page);
  const later = partOf(texts, 'later', page);
  expect({ ...first, ...later }).toEqual(texts);
  expect(Object.keys(first).filter((key) => key in later)).toEqual([]);
  expect(first).toHaveProperty([page === 'app' ? 'dashboard.title' : 'sign.act']);
  expect(later).toHaveProperty([page === 'app' ? 'landing.demo.title' : 'problem.decimals']);
});
