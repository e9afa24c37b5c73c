import { expect, test } from 'vitest';
import { choicesOf, shownChoices } from './choices-text.ts';

test('one choice a line, each once and none that is empty', () => {
  expect(choicesOf(' North \n\nSouth\nNorth\n')).toEqual(['North', 'South']);
});

test('the box stays as Ada types it, as long as the field holds just that', () => {
  for (const typed of ['North\n', 'North\n South', '', '\n'])
    expect(shownChoices(typed, choicesOf(typed))).toBe(typed);
});

test('after a step back it shows what the field holds, and is sent, by now', () => {
  expect(shownChoices('North\nSouth\nEast', ['North', 'South'])).toBe('North\nSouth');
  expect(shownChoices(null, ['North', 'South'])).toBe('North\nSouth');
});
