import { expect, test } from 'vitest';
import { initialsOf, shortInitials } from './initials.ts';

test.each([
  ['Grace Brewster Murray Lindqvist', 'GBML'],
  ['Anne-Marie ‘Ana’ Koch', 'AMAK'],
  ['Ada Byron King Noel Lovelace', 'ABKN'],
  ['  Jean-Luc   de la Tour ', 'JLDL'],
  ['øystein', 'Ø'],
  ['', ''],
])('%s is offered the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a Turkish name keeps its dotted and dotless i', () => {
  expect(initialsOf('ismail ışık', 'tr')).toBe('İI');
  expect(initialsOf('ismail ışık', 'en')).toBe('II');
});

test.each([
  ['Grace Brewster Lindqvist', '', 'GL'],
  ['Ada', 'ada@harbour.example', 'A'],
  ['(Harbour) – Robotics', '', 'R'],
  ['', 'hr@harbour.example', 'H'],
  ['', '', '?'],
])('%s with the address %s is shown as %s', (name, address, initials) => {
  expect(shortInitials(name, address)).toBe(initials);
});
