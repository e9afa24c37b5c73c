import { expect, test } from 'vitest';
import { choicesOf, shownChoices } from './choices-text.ts';

test('reads one choice per line, without duplicates and empty lines', () => {
  expect(choicesOf(' North \n\nSouth\nNorth\n')).toEqual(['North', 'South']);
});

test('keeps the text as Ada types it while it matches the field', () => {
  for (const typed of ['North\n', 'North\n South', '', '\n'])
    expect(shownChoices(typed, choicesOf(typed))).toBe(typed);
});

test('shows the current choices of the field after an undo, which are also sent', () => {
  expect(shownChoices('North\nSouth\nEast', ['North', 'South'])).toBe('North\nSouth');
  expect(shownChoices(null, ['North', 'South'])).toBe('North\nSouth');
});
