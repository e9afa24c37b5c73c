import { afterEach, expect, test, vi } from 'vitest';
import { speakWith } from '../words.ts';
import { restoreDocuments } from './library.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  // Other test files in the same process use English.
  speakWith('en', {});
});

test('the reasons why documents were not changed are in the language of the page and contain the numbers', async () => {
  vi.stubGlobal('window', globalThis);
  const key = 'problem.plan-limit-documents';
  speakWith('de', { [key]: 'Ihr Plan hat {{limit}}, verbraucht sind {{used}}.' });
  const refused = [
    {
      id: 'a',
      code: 'plan-limit-documents',
      detail: 'Your plan includes 3.',
      parameters: { limit: 3, used: 2 },
    },
    { id: 'b', code: 'unheard-of', detail: 'It is not there.' },
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ done: [], refused })));
  const answer = await restoreDocuments(['a', 'b']);
  expect(answer.refused.map(({ detail }) => detail)).toEqual([
    'Ihr Plan hat 3, verbraucht sind 2.',
    'It is not there.',
  ]);
});
