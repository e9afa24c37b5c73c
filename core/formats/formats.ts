import type { AppLanguage } from '../language/language.ts';
import { readLook, type ValueLook } from './look.ts';
import { currentName, isTimeZone } from './time-zone.ts';

/** Formats for dates on the pages of a document. `long-…` is the long form of a language. */
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

/** Formats for numbers on the pages of a document. */
export const numberFormats = [
  '1,234.56',
  '1.234,56',
  '1 234,56',
  "1'234.56",
  '12,34,567.89',
  '1234.56',
] as const;
export type NumberFormat = (typeof numberFormats)[number];

/** A document's print formats for dates and numbers. They are part of the agreement that everyone signs. */
export type DocumentFormats = {
  /** An IANA name such as 'Europe/Berlin', which determines the signing day. */
  timeZone: string;
  dateFormat: DateFormat;
  numberFormat: NumberFormat;
  /** Appearance of values, unless a field has its own. */
  look?: ValueLook | undefined;
  /** True to print name, local time and a short id below each signature (signature-line.ts). */
  signatureLine?: boolean | undefined;
};

/** A document's print formats; null if it was sent before documents had formats. */
export type PrintFormats =
  | Pick<DocumentFormats, 'dateFormat' | 'numberFormat' | 'look' | 'signatureLine'>
  | null
  | undefined;

/** Formats of documents that were sent before formats existed. */
export const formatsBefore = { timeZone: 'UTC', dateFormat: 'MMM d, yyyy' } as const;

const usual: Readonly<Record<AppLanguage, Omit<DocumentFormats, 'timeZone'>>> = {
  en: { dateFormat: 'MMM d, yyyy', numberFormat: '1,234.56' },
  de: { dateFormat: 'dd.MM.yyyy', numberFormat: '1.234,56' },
  es: { dateFormat: 'dd/MM/yyyy', numberFormat: '1.234,56' },
  fr: { dateFormat: 'dd/MM/yyyy', numberFormat: '1 234,56' },
  ar: { dateFormat: 'dd/MM/yyyy', numberFormat: '1,234.56' },
};

/** Time zones whose number format differs from the language's usual one. */
const numbersOf: Readonly<Record<string, NumberFormat>> = {
  'Europe/Zurich': "1'234.56",
  'Europe/Vaduz': "1'234.56",
  'Asia/Kolkata': '12,34,567.89',
};

/** Guesses the formats of an account that has not chosen any, from its members' language and time zone. */
export function guessFormats(language: AppLanguage | null, timeZone: string | null): DocumentFormats {
  const zone = timeZone !== null && isTimeZone(timeZone) ? currentName(timeZone) : 'UTC';
  const { dateFormat, numberFormat } = usual[language ?? 'en'];
  return { timeZone: zone, dateFormat, numberFormat: numbersOf[zone] ?? numberFormat };
}

/** Parses stored formats. Returns null if there are none or they are invalid. */
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

/** Adds only options that are set, so that the hashes of earlier agreements remain valid. */
function withOptions(
  formats: DocumentFormats,
  stored: { look?: unknown; signatureLine?: unknown },
): DocumentFormats {
  const look = readLook(stored.look);
  return { ...formats, ...(look && { look }), ...(stored.signatureLine === true && { signatureLine: true }) };
}

/** Returns the date format in the stored properties of a field, or undefined. */
export function readDateFormat(properties: unknown): DateFormat | undefined {
  const { dateFormat } = (properties ?? {}) as { dateFormat?: unknown };
  return dateFormats.find((one) => one === dateFormat);
}

/** Some of a document's formats, as given in a request. */
export type FormatsChange = { [Name in keyof DocumentFormats]?: DocumentFormats[Name] | undefined };

/** Returns the formats with the given ones replaced. A new look replaces the previous one completely. */
export function changeFormats(before: DocumentFormats, change: FormatsChange = {}): DocumentFormats {
  const { look = before.look, signatureLine = before.signatureLine } = change;
  const formats = {
    timeZone: change.timeZone ?? before.timeZone,
    dateFormat: change.dateFormat ?? before.dateFormat,
    numberFormat: change.numberFormat ?? before.numberFormat,
  };
  return withOptions(formats, { look, signatureLine });
}
