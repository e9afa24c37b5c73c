import { expect, test } from 'vitest';
import { letterOf } from './letter-of.ts';

test('a key that types no Latin letter is the one at its place', () => {
  expect(letterOf({ key: 'ن', code: 'KeyK' })).toBe('k');
  expect(letterOf({ key: 'Ζ', code: 'KeyZ' })).toBe('z');
  expect(letterOf({ key: 'Я', code: 'KeyZ' })).toBe('z');
});

test('a Latin layout has its letters where it has them', () => {
  expect(letterOf({ key: 'Z', code: 'KeyY' })).toBe('z');
  expect(letterOf({ key: 'a', code: 'KeyQ' })).toBe('a');
  expect(letterOf({ key: 'ö', code: 'Semicolon' })).toBe('ö');
  expect(letterOf({ key: 'Escape', code: 'Escape' })).toBe('escape');
});
