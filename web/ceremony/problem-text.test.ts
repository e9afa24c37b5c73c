import { expect, test } from 'vitest';
import { refusalParameters } from '#core/refusal.ts';
import { languages } from '#core/language/language.ts';
import { problemText } from './problem-text.ts';

const others = languages.filter((language) => language !== 'en');

test.each(others)('a refusal in %s carries the numbers of the server’s sentence', async (language) => {
  for (const [code, names] of Object.entries(refusalParameters)) {
    const parameters = Object.fromEntries(names.map((name, index) => [name, 700 + index]));
    const text = await problemText({ code, detail: 'English', parameters }, language);
    for (const value of Object.values(parameters)) expect(text).toContain(String(value));
    expect(text).not.toMatch(/English|[{}]/);
  }
});

test('in English, and where a code is unknown, the server’s own sentence stands', async () => {
  const problem = {
    code: 'field-missing',
    detail: 'Still to fill in: Plate on page 2.',
    parameters: { page: 2 },
  };
  expect(await problemText(problem, 'en')).toBe(problem.detail);
  expect(await problemText({ ...problem, code: 'of-another-server' }, 'de')).toBe(problem.detail);
});
