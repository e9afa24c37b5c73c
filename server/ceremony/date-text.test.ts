import { expect, test } from 'vitest';
import { smallestFieldOf } from '#core/field/field.ts';
import { fitText } from '#pdf/text/fit-text.ts';
import { dateText } from '#core/field/date-text.ts';

test('the smallest date field holds every date of a leap year', () => {
  const days = Array.from({ length: 366 }, (_, day) => dateText(Date.UTC(2028, 0, 1 + day)));
  expect(days.filter((day) => !fitText(day, smallestFieldOf('date')).fits)).toEqual([]);
});
