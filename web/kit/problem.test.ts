import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalParameters } from '#core/refusal.ts';
import { uploadRefusalReasons } from '#core/upload-refusal.ts';
import { languages } from '#core/language/language.ts';
import { problemText, readProblem } from './problem.ts';
import type { Texts } from './words.ts';

const others = languages.filter((language) => language !== 'en');
const textsIn = (language: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../locales/problems/${language}.json`), 'utf8'),
  ) as Texts;

test.each(others)('a refusal in %s carries the numbers of the server’s sentence', (language) => {
  for (const [code, names] of Object.entries(refusalParameters)) {
    const parameters = Object.fromEntries(names.map((name, index) => [name, 700 + index]));
    const text = problemText({ code, detail: 'English', parameters }, textsIn(language), language);
    for (const value of Object.values(parameters)) expect(text).toContain(String(value));
    expect(text).not.toMatch(/English|[{}]/);
  }
});

test.each(others)('a refused file has a sentence in %s for each reason', (language) => {
  for (const reason of uploadRefusalReasons) {
    const problem = {
      code: 'upload-refused',
      detail: 'English',
      parameters: { reason, page: 7, words: 'Rent' },
    };
    const text = problemText(problem, textsIn(language), language);
    expect(text).not.toMatch(/English|[{}]/);
    const isOnOnePage = /picture-damaged|malformed|disagree/.test(reason);
    expect(text.includes('7')).toBe(isOnOnePage);
  }
});

test('a reason that is not known yet is told in the words of the server', () => {
  const problem = { code: 'upload-refused', detail: 'Only here.', parameters: { reason: 'of-tomorrow' } };
  expect(problemText(problem, textsIn('de'), 'de')).toMatch(/: Only here\.$/);
});

test('in English, and where a code is unknown, the server’s own sentence stands', () => {
  const problem = {
    code: 'field-missing',
    detail: 'Still to fill in: Plate on page 2.',
    parameters: { page: 2 },
  };
  expect(problemText(problem, {}, 'en')).toBe(problem.detail);
  expect(problemText({ ...problem, code: 'of-another-server' }, textsIn('de'), 'de')).toBe(problem.detail);
});

test.each(['', '<h1>502 Bad Gateway</h1>', '[]', '"detail"', '{"detail":7}'])(
  'an answer that is none of ours is no problem of ours: %s',
  (text) => expect(readProblem(text)).toBeNull(),
);
