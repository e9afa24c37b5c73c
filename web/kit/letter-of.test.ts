import { expect, test } from 'vitest';
import { letterOf } from './letter-of.ts';

test('a key without a Latin letter returns the letter at its position on an English keyboard', () => {
  expect(letterOf({ key: 'ن', code: 'KeyK' })).toBe('k');
  expect(letterOf({ key: 'Ζ', code: 'KeyZ' })).toBe('z');
  expect(letterOf({ key: 'Я', code: 'KeyZ' })).toBe('z');
});

test('a Latin layout keeps its own letters', () => {
  expect(letterOf({ key: 'Z', code: 'KeyY' })).toBe('z');
  expect(letterOf({ key: 'a', code: 'KeyQ' })).toBe('a');
  expect(letterOf({ key: 'ö', code: 'Semicolon' })).toBe('ö');
  expect(letterOf({ key: 'Escape', code: 'Escape' })).toBe('escape');
});
