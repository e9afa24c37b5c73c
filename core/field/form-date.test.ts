import { expect, test } from 'vitest';
import { formDate, formDay } from './form-date.ts';

const scripted = (formatScript: string, names: string[] = []) => formDate({ formatScript, names });

test.each([
  ['AFDate_FormatEx("dd/mm/yyyy");', 'dd/mm/yyyy'],
  ["AFDate_FormatEx('yyyy-mm-dd')", 'yyyy-mm-dd'],
  ['AFDate_Format(2);', 'mm/dd/yy'],
  ['AFDate_FormatEx("mmmm d, yyyy");', 'mmmm d, yyyy'],
])('%s formats a date', (script, format) => {
  expect(scripted(script)).toEqual({ format });
});

test.each([
  'AFNumber_Format(2, 0, 0, 0, "", true);',
  'AFDate_FormatEx("mm/yyyy");',
  'AFDate_FormatEx("d/m/yyyy HH:MM");',
  'AFDate_Format(12);',
  'AFDate_Format(99);',
  'AFTime_Format(0);',
])('%s does not format a whole day, whatever the field is called', (script) => {
  expect(scripted(script, ['Date'])).toBeUndefined();
});

test.each([
  'Date',
  'date of birth',
  'startDate_1',
  'Geburtsdatum',
  'Fecha de nacimiento',
  'DATE DE DÉBUT',
  'تاريخ الميلاد',
])('a field called %s holds a date', (name) => expect(scripted('', ['', name])).toEqual({ format: null }));

test.each(['Ort, Datum', 'Update', 'Date and place', 'Candidate', 'Up to date until', 'dates', ''])(
  'a field called %s may hold other text',
  (name) => expect(scripted('', [name])).toBeUndefined(),
);

test.each([
  ['27.11.2026', 'dd.mm.yyyy', '2026-11-27'],
  ['11/27/2026', 'mm/dd/yyyy', '2026-11-27'],
  ['2026-11-27', null, '2026-11-27'],
  ['27/11/2026', 'mm/dd/yyyy', undefined],
  ['03/04/2026', null, undefined],
  ['27/11/26', 'dd/mm/yy', undefined],
  ['27-Nov-2026', 'dd-mmm-yyyy', undefined],
  ['tomorrow', 'dd/mm/yyyy', undefined],
])('%s in the format %s is %s', (value, format, day) => {
  expect(formDay(value, { format })).toBe(day);
});
