import { expect, test } from 'vitest';
import { addDays, dayIn, daysIn, isDay, printDay } from './day.ts';
import { changeFormats, dateFormats, guessFormats, numberFormats, readFormats } from './formats.ts';
import { lookOf, readLook } from './look.ts';
import { formatNumber } from './number.ts';
import { isTimeZone, placeOf } from './time-zone.ts';

test('accepts time zones of the tz database only in their exact spelling', () => {
  const good = ['UTC', 'Pacific/Auckland', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'US/Pacific'];
  expect(good.filter((name) => !isTimeZone(name))).toEqual([]);
  const bad = ['', 'utc', 'europe/berlin', 'Europe/berlin', 'Europe/Atlantis', '+01:00', 'Etc/GMT+5', 'EST'];
  expect([...bad, 'Europe/Berlin ', 'Europe/Berlin\n'].filter(isTimeZone)).toEqual([]);
  expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
});

test.each([
  // One moment in four time zones.
  ['2026-11-27T19:59:59Z', '2026-11-28', '2026-11-27', '2026-11-27', '2026-11-28'],
  ['2026-11-27T07:30:00Z', '2026-11-27', '2026-11-26', '2026-11-27', '2026-11-27'],
  // Berlin, one hour before and after clocks go forward, and the hour that occurs twice.
  ['2026-03-28T22:59:59Z', '2026-03-29', '2026-03-28', '2026-03-28', '2026-03-29'],
  ['2026-03-28T23:00:00Z', '2026-03-29', '2026-03-28', '2026-03-29', '2026-03-29'],
  ['2026-03-29T21:59:59Z', '2026-03-30', '2026-03-29', '2026-03-29', '2026-03-30'],
  ['2026-03-29T22:00:00Z', '2026-03-30', '2026-03-29', '2026-03-30', '2026-03-30'],
  ['2026-10-25T22:59:59Z', '2026-10-26', '2026-10-25', '2026-10-25', '2026-10-26'],
  ['2026-10-25T23:00:00Z', '2026-10-26', '2026-10-25', '2026-10-26', '2026-10-26'],
])('the day at %s in Auckland, Los Angeles, Berlin and Kolkata', (at, ...days) => {
  const zones = ['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata'];
  expect(zones.map((zone) => dayIn(Date.parse(at), zone))).toEqual(days);
});

test('a time zone that is unknown to this machine counts as UTC', () => {
  expect(dayIn(Date.parse('2026-11-27T23:59:59Z'), 'Mars/Phobos')).toBe('2026-11-27');
});

test('prints a day in each format', () => {
  const printed = (day: string) => dateFormats.map((format) => printDay(day, format));
  expect(printed('2026-11-27')).toEqual([
    ...['Nov 27, 2026', '27 November 2026', '27.11.2026', '27/11/2026', '11/27/2026', '2026-11-27'],
    ...['27. November 2026', '27 de noviembre de 2026', '27 novembre 2026', '27 نوفمبر 2026'],
  ]);
  expect(printed('2026-03-01')).toEqual([
    ...['Mar 1, 2026', '1 March 2026', '01.03.2026', '01/03/2026', '03/01/2026', '2026-03-01'],
    ...['1. März 2026', '1 de marzo de 2026', '1er mars 2026', '1 مارس 2026'],
  ]);
});

test('English dates match those of en-US, as in the specification', () => {
  const english = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  for (let day = '2028-01-01'; day < '2029-01-01'; day = addDays(day, 1))
    expect(printDay(day, 'MMM d, yyyy')).toBe(english.format(Date.parse(day)));
});

test('accepts only days that exist', () => {
  expect(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'].every(isDay)).toBe(true);
  const none = [
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '0000-01-01',
  ];
  expect(none.filter(isDay)).toEqual([]);
  expect([1, 2, 4].map((month) => daysIn(2028, month))).toEqual([31, 29, 30]);
});

test('prints a number in each format', () => {
  const printed = (number: string) => numberFormats.map((format) => formatNumber(number, format));
  expect(printed('-1234567.50')).toEqual([
    ...['-1,234,567.50', '-1.234.567,50', '-1\u00a0234\u00a0567,50', '-1’234’567.50'],
    ...['-12,34,567.50', '-1234567.50'],
  ]);
  expect(printed('999')).toEqual(['999', '999', '999', '999', '999', '999']);
  expect(formatNumber('n/a', '1,234.56')).toBe('n/a');
});

test('an account without formats gets the formats for its language and time zone', () => {
  expect(guessFormats('de', 'Europe/Berlin')).toEqual({
    timeZone: 'Europe/Berlin',
    dateFormat: 'dd.MM.yyyy',
    numberFormat: '1.234,56',
  });
  expect(guessFormats('de', 'Europe/Zurich').numberFormat).toBe("1'234.56");
  expect(guessFormats(null, 'nowhere')).toEqual({
    timeZone: 'UTC',
    dateFormat: 'MMM d, yyyy',
    numberFormat: '1,234.56',
  });
});

test('a new look replaces the previous one, and an empty look removes it', () => {
  const formats = guessFormats('fr', 'Europe/Paris');
  const look = { size: 9, align: 'right', weight: 'bold', color: 'blue' } as const;
  const styled = changeFormats(formats, { look });
  expect(readFormats(JSON.parse(JSON.stringify(styled)))).toEqual({ ...formats, look });
  expect(changeFormats(styled, { dateFormat: 'dd.MM.yyyy' }).look).toEqual(look);
  expect(changeFormats(styled, { look: { size: 'fit' } }).look).toEqual({ size: 'fit' });
  expect(changeFormats(styled, { look: {} })).toEqual(formats);
  expect(readLook({ size: 3, align: 'top', color: 'red', weight: 1 })).toBeUndefined();
});

test("a field's look overrides individual properties of its document's look", () => {
  const formats = { look: { size: 9, align: 'right' } } as const;
  expect(lookOf({ properties: { size: 12 } }, formats)).toEqual({ size: 12, align: 'right' });
  expect(lookOf({}, null)).toEqual({});
});

test('parses stored formats strictly', () => {
  const formats = guessFormats('fr', 'Europe/Paris');
  expect(readFormats(formats)).toEqual(formats);
  for (const none of [
    null,
    undefined,
    'x',
    [],
    {},
    { ...formats, dateFormat: 'x' },
    { ...formats, timeZone: 1 },
  ])
    expect(readFormats(none)).toBeNull();
});
