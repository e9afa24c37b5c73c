import { expect, test } from 'vitest';
import { formDate, formDateFormat } from './form-date.ts';

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
])('%s does not format a complete date, whatever the name of the field is', (script) => {
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
])('a field named %s contains a date', (name) => expect(scripted('', ['', name])).toEqual({ format: null }));

test.each(['Ort, Datum', 'Update', 'Date and place', 'Candidate', 'Up to date until', 'dates', ''])(
  'a field named %s may contain other text',
  (name) => expect(scripted('', [name])).toBeUndefined(),
);

test.each([
  ['mm/dd/yyyy', 'MM/dd/yyyy'],
  ['m/d/yy', 'MM/dd/yyyy'],
  ['mm-dd-yyyy', 'MM/dd/yyyy'],
  ['dd/mm/yyyy', 'dd/MM/yyyy'],
  ['dd-mm-yyyy', 'dd/MM/yyyy'],
  ['d.m.yy', 'dd.MM.yyyy'],
  ['yyyy-mm-dd', 'yyyy-MM-dd'],
  ['yy/mm/dd', 'yyyy-MM-dd'],
  ['d-mmm-yy', 'd MMMM yyyy'],
  ['mmmm d, yyyy', 'MMM d, yyyy'],
  [null, undefined],
])('a field with the format %s prints its day as %s', (format, printed) => {
  expect(formDateFormat({ format })).toBe(printed);
});

test.each([
  ['Start date (MM/DD/YYYY)', 'mm/dd/yyyy'],
  ['Date of birth dd/mm/yyyy', 'dd/mm/yyyy'],
  ['Datum (TT.MM.JJJJ)', 'dd.mm.yyyy'],
  ['Date de naissance : jj/mm/aaaa', 'dd/mm/yyyy'],
  ['Fecha (dd/mm/aaaa)', 'dd/mm/yyyy'],
  ['Effective YYYY-MM-DD', 'yyyy-mm-dd'],
])('the label %s asks for %s', (label, format) => {
  expect(formDate({ formatScript: '', names: [label] })).toEqual({ format });
});

test.each(['Expiry (MM/YY)', 'Odds 1/2/3', 'Comm/dd/yyyy-Zone', 'Room dd'])(
  'the label %s asks for no date',
  (label) => {
    expect(formDate({ formatScript: '', names: [label] })).toBeUndefined();
  },
);
