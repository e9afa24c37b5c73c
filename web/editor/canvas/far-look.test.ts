import { expect, test } from 'vitest';
import type { Field } from '#core/field/field.ts';
import { offscreenProps } from './offscreen-props.ts';

const field = (id: string, page: number): Field => ({
  id,
  page,
  type: 'initial',
  recipientId: null,
  label: '',
  required: true,
  x: 0,
  y: 0,
  width: 60,
  height: 30,
});
const [first, second] = [field('a', 1), field('b', 2)];
const on = (...fields: Field[]) => Map.groupBy(fields, ({ page }) => page);
const shown = { fields: on(first, second), selected: [], recipients: [], gathering: false };
const alike = (one: unknown[], other: unknown[]) =>
  one.length === other.length && one.every((value, index) => value === other[index]);

test('an off-screen page does not change when a field on another page does', () => {
  const now = { ...shown, fields: on(first, { ...second, label: 'Here' }) };
  expect(alike(offscreenProps(shown, 1), offscreenProps(now, 1))).toBe(true);
  expect(alike(offscreenProps(shown, 2), offscreenProps(now, 2))).toBe(false);
});

test('an off-screen page changes with its selection, the recipients and the multi-select mode', () => {
  const changed = (change: Partial<typeof shown>) =>
    !alike(offscreenProps(shown, 1), offscreenProps({ ...shown, ...change }, 1));
  expect(changed({ selected: ['a'] as never[] })).toBe(true);
  expect(changed({ selected: ['b'] as never[] })).toBe(false);
  expect(changed({ recipients: [] })).toBe(true);
  expect(changed({ gathering: true })).toBe(true);
  expect(changed({ fields: on(second) })).toBe(true);
});
