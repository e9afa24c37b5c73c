import { canonicalNumber, looksLikeThousands } from './number-format.ts';

/** A parsed number: its canonical form, or the two numbers that it could mean. */
export type NumberReading = { value: string } | { readings: readonly [thousands: string, decimals: string] };

/** Maximum numbers of digits. Longer numbers are not amounts, and programs cannot represent them exactly. */
const maxDigits = { whole: 15, fraction: 10 };

/**
 * Parses a number as people write it, or returns undefined. The separators decide, not the language:
 *
 * - If there are two different separators, the last one is the decimal separator (`1.234,50`, `1,234.50`,
 * `1’234.50`).
 * - Spaces and apostrophes only group thousands. So does a comma or period that occurs several times.
 * - A single comma or period is the decimal separator, unless three digits follow one to three digits. `25.000`
 * and `25,000` mean 25000 to some readers and 25 to others, in every language, so both readings are returned.
 *
 * Groups have three digits, or two before the last three as in India (`12,34,567`).
 */
export function readNumber(typed: string): NumberReading | undefined {
  const parts = /^([-+]?) ?([0-9].*|[.,٫][0-9]+)$/.exec(plainSigns(typed));
  if (!parts) return undefined;
  const isNegative = parts[1] === '-';
  const body = parts[2]!;
  const separators = new Set(body.replaceAll(/[0-9]/g, ''));
  if ([...separators].some((sign) => !` '.,٫`.includes(sign))) return undefined;
  const only = separators.size === 1 && body.match(/[^0-9]/g)?.length === 1 ? [...separators][0]! : undefined;
  const decimal = decimalOf(body, separators, only);
  if (decimal === null) return undefined;
  const at = decimal === '' ? body.length : body.lastIndexOf(decimal);
  const whole = ungrouped(body.slice(0, at));
  const fraction = body.slice(at + 1);
  if (whole === undefined || !/^[0-9]*$/.test(fraction)) return undefined;
  if (decimal !== '' && fraction === '') return undefined;
  if (whole.length > maxDigits.whole || fraction.length > maxDigits.fraction) return undefined;
  const value = canonicalNumber(whole, fraction, isNegative);
  return (only === '.' || only === ',') && looksLikeThousands(whole, fraction)
    ? { readings: [canonicalNumber(whole + fraction, '', isNegative), value] }
    : { value };
}

/** Returns the decimal separator, '' if there is none, or null if the separators contradict each other. */
function decimalOf(body: string, separators: ReadonlySet<string>, only: string | undefined): string | null {
  if (separators.size === 0) return '';
  if (separators.size > 2) return null;
  const last = body.match(/[^0-9](?=[0-9]*$)/)?.[0] ?? null;
  if (separators.size === 2) return last !== null && '.,٫'.includes(last) && isOnce(body, last) ? last : null;
  if (only !== undefined) return '.,٫'.includes(only) ? only : '';
  return separators.has('٫') ? null : '';
}

function isOnce(body: string, sign: string): boolean {
  return body.indexOf(sign) === body.lastIndexOf(sign);
}

/** Returns the digits of a whole number without group separators, or undefined if the groups are invalid. */
function ungrouped(whole: string): string | undefined {
  const groups = whole.split(/[^0-9]/);
  if (groups.length === 1) return whole;
  const [first = '', ...rest] = groups;
  if (!/^[1-9]/.test(first)) return undefined;
  const last = rest.at(-1)!;
  const isThousands = first.length <= 3 && rest.every(({ length }) => length === 3);
  const isIndian =
    !whole.includes('.') &&
    first.length <= 2 &&
    last.length === 3 &&
    rest.slice(0, -1).every(({ length }) => length === 2);
  return isThousands || isIndian ? groups.join('') : undefined;
}

/** The zeros of the accepted scripts: full-width, Arabic-Indic, Eastern Arabic-Indic and Devanagari. */
const zeros = ['\uff10', '\u0660', '\u06f0', '\u0966'];

/** Converts digits of other scripts to ASCII digits. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const zero = zeros.findLast(
      (candidate) => candidate <= digit && digit.charCodeAt(0) - candidate.charCodeAt(0) < 10,
    )!;
    return String(digit.charCodeAt(0) - zero.charCodeAt(0));
  });
}

/** Matches all dashes and minus signs. */
export const anyHyphen = /[\p{Pd}\u2212]/gu;

/** Returns the number with unified characters: ASCII digits, `-`, space, apostrophe, comma, period and `٫`. */
function plainSigns(typed: string): string {
  return asciiDigits(typed)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\t\p{Zs}]/gu, ' ')
    .replaceAll(anyHyphen, '-')
    .replaceAll('\uff0b', '+')
    .replaceAll(/[’‘ʼ′`´\uff07\u066c]/g, "'")
    .replaceAll(/[\u060c\uff0c\ufe50]/g, ',')
    .replaceAll(/[\uff0e\ufe52]/g, '.')
    .trim();
}
