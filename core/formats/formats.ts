import type { Language } from '../language/language.ts';
import { currentName, isTimeZone } from './time-zone.ts';

/** How a day is printed on the pages of a document; `long-…` is the long form of a language. */
export const dateFormats = [
  'MMM d, yyyy',
  'd MMMM yyyy',
  'dd.MM.yyyy',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'yyyy-MM-dd',
  'long-de',
  'long-es',
  'long-fr',
  'long-ar',
] as const;
export type DateFormat = (typeof dateFormats)[number];

/** How a number is printed on the pages of a document. */
export const numberFormats = [
  '1,234.56',
  '1.234,56',
  '1 234,56',
  "1'234.56",
  '12,34,567.89',
  '1234.56',
] as const;
export type NumberFormat = (typeof numberFormats)[number];

/** How a document prints dates and numbers: part of the agreement that everyone signs. */
export type DocumentFormats = {
  /** An IANA name such as 'Europe/Berlin': the day of signing is the day there. */
  timeZone: string;
  dateFormat: DateFormat;
  numberFormat: NumberFormat;
};

/** How values are printed; null of a document that was sent before documents had formats. */
export type PrintFormats = Pick<DocumentFormats, 'dateFormat' | 'numberFormat'> | null | undefined;

/** Documents that were sent before there were formats have none, and keep these. */
export const formatsBefore = { timeZone: 'UTC', dateFormat: 'MMM d, yyyy' } as const;

const usual: Readonly<Record<Language, Omit<DocumentFormats, 'timeZone'>>> = {
  en: { dateFormat: 'MMM d, yyyy', numberFormat: '1,234.56' },
  de: { dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' },
  es: { dateFormat: 'dd/MM/yyyy', numberFormat: '1.234,56' },
  fr: { dateFormat: 'dd/MM/yyyy', numberFormat: '1 234,56' },
  ar: { dateFormat: 'dd/MM/yyyy', numberFormat: '1,234.56' },
};

/** Where numbers are written in another way than the language alone suggests. */
const numbersOf: Readonly<Record<string, NumberFormat>> = {
  'Europe/Zurich': "1'234.56",
  'Europe/Vaduz': "1'234.56",
  'Asia/Kolkata': '12,34,567.89',
};

/** The formats of an account that has chosen none, by what is known of its people. */
export function guessFormats(language: Language | null, timeZone: string | null): DocumentFormats {
  const zone = timeZone !== null && isTimeZone(timeZone) ? currentName(timeZone) : 'UTC';
  const { dateFormat, numberFormat } = usual[language ?? 'en'];
  return { timeZone: zone, dateFormat, numberFormat: numbersOf[zone] ?? numberFormat };
}

/** Formats as a database holds them; null for nothing, and for what is none. */
export function readFormats(stored: unknown): DocumentFormats | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { timeZone, dateFormat, numberFormat } = stored as Partial<Record<keyof DocumentFormats, unknown>>;
  const [date, number] = [
    dateFormats.find((one) => one === dateFormat),
    numberFormats.find((one) => one === numberFormat),
  ];
  return typeof timeZone === 'string' && date && number
    ? { timeZone, dateFormat: date, numberFormat: number }
    : null;
}

/** Some of a document's formats, as a request gives them. */
export type FormatsChange = { [Name in keyof DocumentFormats]?: DocumentFormats[Name] | undefined };

/** The formats with those that are given in their place. */
export function changeFormats(before: DocumentFormats, change: FormatsChange = {}): DocumentFormats {
  return {
    timeZone: change.timeZone ?? before.timeZone,
    dateFormat: change.dateFormat ?? before.dateFormat,
    numberFormat: change.numberFormat ?? before.numberFormat,
  };
}
