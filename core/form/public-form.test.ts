import { expect, test } from 'vitest';
import { formState, type FormRules } from './public-form.ts';

const rules: FormRules = { on: true, maxTotal: 10, maxPerHour: 5, endsAt: 1_000 };
const unused = { inAll: 0, lastHour: 0 };

test('a form is open until it is turned off, has reached its limit or has ended', () => {
  expect(formState(rules, unused, 999)).toBe('open');
  expect(formState({ ...rules, on: false }, unused, 0)).toBe('closed');
  expect(formState(rules, unused, 1_000)).toBe('closed');
  expect(formState(rules, { ...unused, inAll: 10 }, 0)).toBe('closed');
  expect(formState({ ...rules, maxTotal: null, endsAt: null }, { ...unused, inAll: 10_000 }, 2_000)).toBe(
    'open',
  );
});

test('a form at its hourly limit pauses but is not closed', () => {
  expect(formState(rules, { inAll: 9, lastHour: 5 }, 0)).toBe('busy');
  expect(formState(rules, { inAll: 10, lastHour: 5 }, 0)).toBe('closed');
});
