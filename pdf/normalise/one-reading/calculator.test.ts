import { expect, test } from 'vitest';
import { isSoundProgram } from './calculator.ts';

test.each([
  ['{ 1 exch sub }', 1, 1],
  ['{ dup 0.5 mul exch 0.25 mul }', 1, 2],
  ['{ 2 copy add 2 div 3 1 roll pop pop }', 2, 1],
])('%s has one result in all programs', (program, inputs, outputs) => {
  expect(isSoundProgram(program, inputs, outputs)).toBe(true);
});

test.each([
  ['divides by its input', '{ 1 exch div }'],
  ['divides by zero', '{ 0 div }'],
  ['compares', '{ 0.5 gt { 0 } { 1 } ifelse }'],
  ['takes more than there is', '{ pop pop 1 }'],
  ['leaves too much', '{ dup }'],
  ['rolls by its input', '{ 1 1 3 -1 roll roll }'],
  ['has an unknown operator', '{ nonsense }'],
  ['has a malformed number', '{ pop 1-0 }'],
  ['has no braces', '1 exch sub'],
])('a program that %s has no common result', (_, program) => {
  expect(isSoundProgram(program, 1, 1)).toBe(false);
});
