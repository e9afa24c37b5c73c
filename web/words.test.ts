import { afterEach, expect, test, vi } from 'vitest';
import en from './locales/app/en.json' with { type: 'json' };
import { problemText, shownLanguage, speakWith, t } from './words.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  // Other test files in the same process use English.
  speakWith('en', {});
});

test('a wrong key and a missing placeholder do not compile', () => {
  speakWith('en', en);
  expect(t('library.allFolders', { total: 3 })).toBe('Show all 3 folders');
  expect(t('library.documentCount', { count: 1 })).toBe('1 document');
  // @ts-expect-error there is no such text
  expect(t('library.allFoldersOfMine')).toBe('library.allFoldersOfMine');
  // @ts-expect-error the count is required
  expect(t('library.allFolders')).toBe('Show all  folders');
  // @ts-expect-error the placeholder has another name
  t('library.allFolders', { count: 3 });
  // @ts-expect-error the plural form needs a number
  t('library.documentCount', { count: '1' });
  // @ts-expect-error the text has no placeholder
  t('library.folders', { count: 1 });
  const any = 'overdue' as 'completed' | 'overdue';
  // @ts-expect-error not every possible status has a text
  expect(t(`status.${any}`)).toBe('status.overdue');
});

test('shows a refusal in the language of the page if there is a sentence for it', () => {
  speakWith('de', { 'problem.gone': 'Weg: {{detail}}' });
  expect(shownLanguage()).toBe('de');
  expect(problemText({ code: 'gone', detail: 'x' })).toBe('Weg: x');
  expect(problemText({ code: 'other', detail: 'x' })).toBe('x');
});
