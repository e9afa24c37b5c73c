import type { AppLanguage } from '../language/language.ts';
import { readLook, type ValueLook } from './look.ts';
import { currentName, isTimeZone } from './time-zone.ts';

/** Formats for printing a day on the pages of a document; `long-…` is the long form of a language. */
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

/** Formats for printing a number on the pages of a document. */
export const numberFormats = [
  '1,234.56',
  '1.234,56',
  '1 234,56',
  "1'234.56",
  '12,34,567.89',
  '1234.56',
] as const;
export type NumberFormat = (typeof numberFormats)[number];

/**
 * The print formats of a document for dates and numbers. They are part of the agreement that everyone signs.
 */
export type DocumentFormats = {
  /** An IANA name such as 'Europe/Berlin'. It determines the signing day. */
  timeZone: string;
  dateFormat: DateFormat;
  numberFormat: NumberFormat;
  /** The look of values, unless a field has its own. */
  look?: ValueLook | undefined;
  /** Name, local time and a short id under each signature (signature-line.ts). */
  signatureLine?: boolean | undefined;
};

/** The print formats of a document; null if it was sent before documents had formats. */
export type PrintFormats =
  | Pick<DocumentFormats, 'dateFormat' | 'numberFormat' | 'look' | 'signatureLine'>
  | null
  | undefined;

/** Documents that were sent before formats existed have none and use these. */
export const formatsBefore = { timeZone: 'UTC', dateFormat: 'MMM d, yyyy' } as const;

const usual: Readonly<Record<AppLanguage, Omit<DocumentFormats, 'timeZone'>>> = {
  en: { dateFormat: 'MMM d, yyyy', numberFormat: '1,234.56' },
  de: { dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' },
  es: { dateFormat: 'dd/MM/yyyy', numberFormat: '1.234,56' },
  fr: { dateFormat: 'dd/MM/yyyy', numberFormat: '1 234,56' },
  ar: { dateFormat: 'dd/MM/yyyy', numberFormat: '1,234.56' },
};

/** Regions whose number format differs from what the language alone suggests. */
const numbersOf: Readonly<Record<string, NumberFormat>> = {
  'Europe/Zurich': "1'234.56",
  'Europe/Vaduz': "1'234.56",
  'Asia/Kolkata': '12,34,567.89',
};

/** Guesses the formats of an account that has not chosen any, from what is known about its members. */
export function guessFormats(language: AppLanguage | null, timeZone: string | null): DocumentFormats {
  const zone = timeZone !== null && isTimeZone(timeZone) ? currentName(timeZone) : 'UTC';
  const { dateFormat, numberFormat } = usual[language ?? 'en'];
  return { timeZone: zone, dateFormat, numberFormat: numbersOf[zone] ?? numberFormat };
}

/** Parses stored formats; null if there are none or they are invalid. */
export function readFormats(stored: unknown): DocumentFormats | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { timeZone, dateFormat, numberFormat, ...options } = stored as Partial<
    Record<keyof DocumentFormats, unknown>
  >;
  const [date, number] = [
    dateFormats.find((one) => one === dateFormat),
    numberFormats.find((one) => one === numberFormat),
  ];
  return typeof timeZone === 'string' && date && number
    ? withOptions({ timeZone, dateFormat: date, numberFormat: number }, options)
    : null;
}

/** Options that are not set are no members, so that the hashes of earlier agreements remain valid. */
function withOptions(
  formats: DocumentFormats,
  stored: { look?: unknown; signatureLine?: unknown },
): DocumentFormats {
  const look = readLook(stored.look);
  return { ...formats, ...(look && { look }), ...(stored.signatureLine === true && { signatureLine: true }) };
}

/** Returns the date format in the stored properties of a field; undefined if there is none. */
export function readDateFormat(properties: unknown): DateFormat | undefined {
  const { dateFormat } = (properties ?? {}) as { dateFormat?: unknown };
  return dateFormats.find((one) => one === dateFormat);
}

/** A subset of a document's formats, as given in a request. */
export type FormatsChange = { [Name in keyof DocumentFormats]?: DocumentFormats[Name] | undefined };

/** Returns the formats with the given ones replaced. A look replaces the earlier one as a whole. */
export function changeFormats(before: DocumentFormats, change: FormatsChange = {}): DocumentFormats {
  const { look = before.look, signatureLine = before.signatureLine } = change;
  const formats = {
    timeZone: change.timeZone ?? before.timeZone,
    dateFormat: change.dateFormat ?? before.dateFormat,
    numberFormat: change.numberFormat ?? before.numberFormat,
  };
  return withOptions(formats, { look, signatureLine });
}
