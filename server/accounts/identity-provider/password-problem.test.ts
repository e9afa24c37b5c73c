import { expect, test } from 'vitest';
import { passwordProblem } from './password-problem.ts';

const owner = ['grace@harbour.example', 'Grace', 'Hopper'];

test.each([
  ['short', 'problem.passwordShort'],
  ['password', 'problem.passwordCommon'],
  ['Password1!', 'problem.passwordCommon'],
  ['!Welcome24', 'problem.passwordCommon'],
  ['P@ssw0rd!', 'problem.passwordCommon'],
  ['23456789', 'problem.passwordCommon'],
  ['harbour-1', 'problem.passwordOwn'],
  ['x'.repeat(201), 'problem.passwordLong'],
])('%s is refused', (password, word) => {
  expect(passwordProblem(password, owner)?.word).toBe(word);
});

test.each([
  ['ink on paper, 1843'],
  ['my password is a line'],
  ['welcome to the quay'],
  ['Password and 20 ropes'],
  ['49-lantern-8812'],
])('%s is accepted', (password) => {
  expect(passwordProblem(password, owner)).toBeUndefined();
});
