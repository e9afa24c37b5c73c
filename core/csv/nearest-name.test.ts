import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const known = ['Email', 'Name', 'Title', 'Start date', 'Hourly rate', 'Mayor'];

test.each([
  ['Emial', 'Email'],
  ['e mail', 'Email'],
  ['Startdate', 'Start date'],
  ['Hourly rat', 'Hourly rate'],
  ['Hourli-rade', 'Hourly rate'],
  ['TITLE ', 'Title'],
  ['Nme', 'Name'],
])('%s is most likely %s', (name, nearest) => expect(nearestName(name, known)).toBe(nearest));

test.each(['Comment', 'Rate', 'Tail', 'E', ''])('no known name is similar to ‘%s’', (name) =>
  expect(nearestName(name, known)).toBeNull(),
);
