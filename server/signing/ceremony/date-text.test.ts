import { expect, test } from 'vitest';
import { minFieldSize } from '#core/field/field.ts';
import { addDays, printDay, wideDays } from '#core/formats/day.ts';
import { dateFormats, type DateFormat } from '#core/formats/formats.ts';
import { fitText } from '#pdf/text/fit-text.ts';

const daysOf = (format: DateFormat) =>
  Array.from({ length: 366 }, (_, day) => printDay(addDays('2028-01-01', day), format));

test.each(dateFormats.filter((format) => format.length > 7 && format !== 'd MMMM yyyy'))(
  'the smallest date field fits every day of a leap year as %s',
  (format) => {
    expect(daysOf(format).filter((day) => !fitText(day, minFieldSize('date')).fits)).toEqual([]);
  },
);

test.each(dateFormats)('a box that fits the widest dates in %s fits every date', (format) => {
  const fits = (day: string, width: number) => fitText(day, { width, height: 8 }).fits;
  const narrowest = Array.from({ length: 300 }, (_, at) => 20 + at * 0.5).find((width) =>
    wideDays.every((day) => fits(printDay(day, format), width)),
  )!;
  expect(daysOf(format).filter((day) => !fits(day, narrowest))).toEqual([]);
});
