import { expect, test } from 'vitest';
import { addDays, printDay } from './day.ts';
import { dateFormats } from './formats.ts';
import { readDate, readDay } from './read-day.ts';

test.each(dateFormats)('every printed day of a leap year can be parsed back: %s', (format) => {
  for (let day = '2028-01-01'; day < '2029-01-01'; day = addDays(day, 1))
    expect(readDay(printDay(day, format), format)).toBe(day);
});

test.each([
  ['dd.MM.yyyy', '3.4.2026', '2026-04-03'],
  ['dd/MM/yyyy', '03/04/2026', '2026-04-03'],
  ['MM/dd/yyyy', '03/04/2026', '2026-03-04'],
  ['dd.MM.yyyy', '3. 4. 2026', '2026-04-03'],
  ['dd.MM.yyyy', '04/27/2026', '2026-04-27'],
  ['dd.MM.yyyy', '2026-04-03', '2026-04-03'],
  ['MM/dd/yyyy', '2026/3/4', '2026-03-04'],
  ['MMM d, yyyy', 'november 27 2026', '2026-11-27'],
  ['MMM d, yyyy', '27 Nov 2026', '2026-11-27'],
  ['MMM d, yyyy', '27/11/2026', '2026-11-27'],
  ['MMM d, yyyy', '4/4/2026', '2026-04-04'],
  ['d MMMM yyyy', '1st May 2026', '2026-05-01'],
  ['long-de', '3. MÄRZ 2026', '2026-03-03'],
  ['long-fr', '1er févr. 2026', '2026-02-01'],
  ['long-es', '5 de ago de 2026', '2026-08-05'],
  ['long-ar', '٢٧ نوفمبر ٢٠٢٦', '2026-11-27'],
  ['dd/MM/yyyy', '２７/１１/２０２６', '2026-11-27'],
] as const)('in %s, %s is read as %s', (format, typed, day) => {
  expect(readDay(typed, format)).toBe(day);
});

test.each([
  ['long-fr', 'jui 3 2026'],
  ['dd.MM.yyyy', '3.4.26'],
  ['dd/MM/yyyy', '04/27/2026'],
  ['MM/dd/yyyy', '27/04/2026'],
  ['dd.MM.yyyy', '31.02.2026'],
  ['yyyy-MM-dd', '2026-02-29'],
  ['d MMMM yyyy', '27 Brumaire 2026'],
  ['d MMMM yyyy', 'tomorrow'],
  ['d MMMM yyyy', ''],
] as const)('in %s, %j is not a date', (format, typed) => {
  expect(readDay(typed, format)).toBeUndefined();
});

const slashes = ['dd/MM/yyyy', 'MM/dd/yyyy'];

test.each(dateFormats)('a date with the separator of a different format is ambiguous: %s', (format) => {
  const readings = ['2026-04-03', '2026-03-04'];
  for (const typed of ['03/04/2026', '3.4.2026', '03-04-2026', '3 4 2026', '03.04/2026']) {
    const isOwn =
      format === 'dd.MM.yyyy' ? typed === '3.4.2026' : slashes.includes(format) && typed === '03/04/2026';
    if (isOwn) expect(readDay(typed, format)).toBe(format === 'MM/dd/yyyy' ? '2026-03-04' : '2026-04-03');
    else expect(readDate(typed, format)).toEqual({ readings });
  }
});
