import type { DateFormat } from '../../formats/formats.ts';

/**
 * Formats of Acrobat's numbered date actions (AFDate_Format), in order. They are documented in Acrobat's
 * JavaScript reference, not in ISO 32000.
 */
const numbered =
  'm/d|m/d/yy|mm/dd/yy|mm/yy|d-mmm|d-mmm-yy|dd-mmm-yy|yy-mm-dd|mmm-yy|mmmm-yy|mmm d, yyyy|mmmm d, yyyy|m/d/yy h:MM tt|m/d/yy HH:MM'.split(
    '|',
  );

/** Form field names that mean exactly one full date, in the languages of the product. */
const dateName =
  /^(?:(?:\p{L}+ )?date|date (?:of )?(?:birth|hire|issue|signature|signing)|\p{L}*datum|fecha(?: de \p{L}+)?|date de (?:début|fin|naissance|signature)|تاريخ(?: \p{L}+)?)$/u;

/**
 * A text field of a PDF form that contains a date. `format` is in Acrobat's notation; null if the file specifies
 * none.
 */
export type FormDate = { format: string | null };

/** Detects a text field for a full date by its format script or else by its name. */
export function formDate({
  formatScript,
  names,
}: {
  formatScript: string;
  names: readonly string[];
}): FormDate | undefined {
  const [, quoted, number] =
    /\bAFDate_Format(?:Ex)?\s*\(\s*(?:["']([^"']{1,40})["']|([0-9]{1,2}))\s*\)/.exec(formatScript) ?? [];
  const format = quoted ?? (number === undefined ? undefined : numbered[Number(number)]);
  if (format !== undefined) return isWholeDay(format) ? { format } : undefined;
  // Any other script indicates a different kind of value, such as a telephone number.
  if (formatScript !== '') return undefined;
  const requested = names.map(askedFormat).find((one) => one !== undefined);
  if (requested !== undefined) return { format: requested };
  return names.some((name) => dateName.test(plainName(name))) ? { format: null } : undefined;
}

/** Format letters for day, month and year in other languages, as in TT.MM.JJJJ and jj/mm/aaaa. */
const inOtherLanguages =
  /\b(?:(tt)([./-])(mm)\2(j{4}|j{2})|(jj)([./-])(mm)\6(a{4}|a{2})|(dd)([./-])(mm)\10(a{4}|a{2}))\b/i;
const inEnglish =
  /\b(?:d{1,2}([./-])m{1,2}\1(?:y{4}|y{2})|m{1,2}([./-])d{1,2}\2(?:y{4}|y{2})|y{4}([./-])m{1,2}\3d{1,2})\b/i;

/**
 * Returns the format in a field name: 'Start date (MM/DD/YYYY)' gives 'mm/dd/yyyy', and 'Datum (TT.MM.JJJJ)'
 * gives 'dd.mm.yyyy'.
 */
function askedFormat(name: string): string | undefined {
  const english = inEnglish.exec(name)?.[0];
  if (english !== undefined) return english.toLowerCase();
  const separator = inOtherLanguages
    .exec(name)
    ?.slice(1)
    .find((part) => part && /^[./-]$/.test(part));
  return separator === undefined ? undefined : ['dd', 'mm', 'yyyy'].join(separator);
}

/**
 * Returns the format in which a form field prints dates. The order of day, month and year follows the form,
 * because readers will assume it, and years have four digits. Returns undefined if the form specifies none, and
 * the document's format then applies.
 */
export function formDateFormat({ format }: FormDate): DateFormat | undefined {
  if (format === null) return undefined;
  if (/^[^dm]*y/.test(format)) return 'yyyy-MM-dd';
  const isDayFirst = format.indexOf('d') < format.indexOf('m');
  if (format.includes('mmm')) return isDayFirst ? 'd MMMM yyyy' : 'MMM d, yyyy';
  if (!isDayFirst) return 'MM/dd/yyyy';
  return format.includes('.') ? 'dd.MM.yyyy' : 'dd/MM/yyyy';
}

/** Excludes formats with only a month or a time. */
function isWholeDay(format: string): boolean {
  return /d/.test(format) && /m/.test(format) && /y/.test(format) && !/[HhM]|tt/.test(format);
}

/** Converts a field name to words: 'startDate_1' becomes 'start date'. */
function plainName(name: string): string {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[\s_.:*#\-0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}
