import { isDay } from '../formats/day.ts';

/**
 * The formats of Acrobat's numbered date actions (AFDate_Format), in order. ISO 32000 leaves them to
 * Acrobat's JavaScript reference.
 */
const numbered =
  'm/d|m/d/yy|mm/dd/yy|mm/yy|d-mmm|d-mmm-yy|dd-mmm-yy|yy-mm-dd|mmm-yy|mmmm-yy|mmm d, yyyy|mmmm d, yyyy|m/d/yy h:MM tt|m/d/yy HH:MM'.split(
    '|',
  );

/** Names that forms use for a field with a whole date and nothing else, in the languages of the product. */
const dateName =
  /^(?:(?:\p{L}+ )?date|date (?:of )?(?:birth|hire|issue|signature|signing)|\p{L}*datum|fecha(?: de \p{L}+)?|date de (?:début|fin|naissance|signature)|تاريخ(?: \p{L}+)?)$/u;

/**
 * A text field of a PDF form that holds a date. `format` is Acrobat's notation, if the file specifies one.
 */
export type FormDate = { format: string | null };

/** Detects a text field for a whole date, by the script that formats it or else by its name. */
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
  // Any other script means another kind of value, such as a telephone number.
  if (formatScript !== '') return undefined;
  return names.some((name) => dateName.test(plainName(name))) ? { format: null } : undefined;
}

/** A month alone, or a time of day, is not a date to enter. */
function isWholeDay(format: string): boolean {
  return /d/.test(format) && /m/.test(format) && /y/.test(format) && !/[HhM]|tt/.test(format);
}

/** 'startDate_1' → 'start date' */
function plainName(name: string): string {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[\s_.:*#\-0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}

/**
 * Returns the day (`YYYY-MM-DD`) of a value in the format of the file; undefined if it is not one, or if the
 * format is unknown.
 */
export function formDay(value: string, { format }: FormDate): string | undefined {
  if (isDay(value)) return value;
  const parts = format?.match(/d+|m+|y+/g) ?? [];
  const numbers = value.trim().match(/[0-9]+/g) ?? [];
  if (parts.length !== 3 || numbers.length !== 3 || /mmm/.test(format ?? '')) return undefined;
  const at = (sign: string) => numbers[parts.findIndex((part) => part.startsWith(sign))];
  const [year = '', month = '', date = ''] = [at('y'), at('m'), at('d')];
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}
