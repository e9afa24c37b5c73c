import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalParameters } from '#core/refusal-parameters.ts';
import { uploadRefusalReasons } from '#core/upload-refusal.ts';
import { appLanguages } from '#core/language/language.ts';
import { fieldFaultNames } from '#core/field/field-faults.ts';
import { problemText, readProblem } from './problem.ts';
import type { Texts } from './words.ts';

const others = appLanguages.filter((language) => language !== 'en');
const textsIn = (language: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../locales/problems/${language}.json`), 'utf8'),
  ) as Texts;

test.each(others)('a refusal in %s contains the numbers of the server’s sentence', (language) => {
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
    const isOnOnePage =
      /pdf-picture-damaged|malformed|disagree|anchor|pdf-signed-(?!not-fixed|among-files)/.test(reason);
    expect(text.includes('7')).toBe(isOnOnePage);
  }
});

test('an unknown reason is shown as the server’s own sentence', () => {
  const problem = { code: 'upload-refused', detail: 'Only here.', parameters: { reason: 'of-tomorrow' } };
  expect(problemText(problem, textsIn('de'), 'de')).toMatch(/: Only here\.$/);
});

const reasons = Object.keys(textsIn('de')).filter((key) => /^problem\.value\.(?!unlabelled)/.test(key));

test.each(others)('a refused value in %s names the field, the value and the rule', (language) => {
  expect(reasons.length).toBeGreaterThan(15);
  for (const key of reasons) {
    const reason = key.slice('problem.value.'.length);
    const limit = /^too-(early|late)$/.test(reason) ? '2026-11-27' : 12.5;
    const parameters = {
      reason,
      label: 'Rent',
      page: 7,
      value: '1.234',
      limit,
      first: '1234',
      second: '1.2340',
    };
    const problem = { code: 'field-value-invalid', detail: 'English', parameters };
    const text = problemText(problem, textsIn(language), language);
    expect(text).toMatch(/Rent.*7|7.*Rent/);
    expect(text).not.toMatch(/English|[{}]|undefined/);
    const unlabelled = problemText(
      { ...problem, parameters: { ...parameters, label: '' } },
      textsIn(language),
      language,
    );
    expect(unlabelled).not.toMatch(/Rent|[{}]/);
  }
});

test.each(others)('every fault of a field has a text in %s', (language) => {
  const texts = textsIn(language);
  expect(fieldFaultNames.filter((fault) => !(`problem.value.fault.${fault}` in texts))).toEqual([]);
});

test('numbers and days in a refused value use the reader’s format', () => {
  const about = { label: 'Kaution', page: 1, value: '1.234' };
  const say = (parameters: Record<string, string | number>) =>
    problemText(
      { code: 'field-incomplete', detail: '', parameters: { ...about, ...parameters } },
      textsIn('de'),
      'de',
    );
  expect(say({ reason: 'ambiguous-number', first: '1234', second: '1.2340' })).toContain(
    '1234 oder 1,234 bedeuten',
  );
  expect(say({ reason: 'too-large', limit: 12.5 })).toContain('mehr als 12,5');
  expect(say({ reason: 'too-early', limit: '2026-11-27' })).toContain('27. November 2026');
});

test('in English, and for unknown codes, the server’s own sentence is shown', () => {
  const problem = {
    code: 'field-missing',
    detail: 'Fill in Plate on page 2.',
    parameters: { page: 2 },
  };
  expect(problemText(problem, {}, 'en')).toBe(problem.detail);
  expect(problemText({ ...problem, code: 'of-another-server' }, textsIn('de'), 'de')).toBe(problem.detail);
});

test.each(['', '<h1>502 Bad Gateway</h1>', '[]', '"detail"', '{"detail":7}'])(
  'a response without problem details is not read as one: %s',
  (text) => expect(readProblem(text)).toBeNull(),
);
