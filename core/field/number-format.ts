import type { Language } from '../language/language.ts';

/** How a document prints its numbers, named by the group separator and the decimal separator. */
export const numberFormats = [
  'comma-point',
  'point-comma',
  'space-comma',
  'apostrophe-point',
  'indian',
  'plain',
] as const;
export type NumberFormat = (typeof numberFormats)[number];

type Separators = { group: string; decimal: string };

/** A no-break space, so that a number is never divided between two lines. */
const noBreakSpace = '\u00a0';

const separators: Record<NumberFormat, Separators> = {
  'comma-point': { group: ',', decimal: '.' },
  'point-comma': { group: '.', decimal: ',' },
  'space-comma': { group: noBreakSpace, decimal: ',' },
  'apostrophe-point': { group: '’', decimal: '.' },
  indian: { group: ',', decimal: '.' },
  plain: { group: '', decimal: '.' },
};

const ofLanguage: Record<Language, NumberFormat> = {
  en: 'comma-point',
  de: 'point-comma',
  es: 'point-comma',
  fr: 'space-comma',
  ar: 'comma-point',
};

/** The number format that readers of the language expect. */
export function numberFormatOf(language: Language): NumberFormat {
  return ofLanguage[language];
}

/** A number in canonical form; see `canonicalNumber`. */
const canonical = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/**
 * A canonical number as the document prints it. Documents from before number formats have none, and print the
 * canonical form. A text that is no canonical number is returned unchanged.
 */
export function printNumber(value: string, format: NumberFormat | undefined): string {
  const parts = canonical.exec(value);
  if (!parts || format === undefined) return value;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const { group, decimal } = separators[format];
  const digits = whole.replace(/^0+(?=[0-9])/, '');
  const shown = isGuarded(digits, fraction) ? fraction.slice(0, -1) : fraction;
  return sign + grouped(digits, group, format) + (shown && decimal + shown);
}

/** The canonical number that the format prints in this way; undefined when it prints none so. */
export function readPrinted(printed: string, format: NumberFormat): string | undefined {
  const { group, decimal } = separators[format];
  const [whole = '', fraction, ...rest] = printed.split(decimal);
  const plain = group === '' ? whole : whole.replaceAll(group, '');
  if (rest.length > 0 || !/^-?[0-9]+$/.test(plain) || (fraction !== undefined && !/^[0-9]+$/.test(fraction)))
    return undefined;
  const value = canonicalNumber(plain.replace('-', ''), fraction ?? '', plain.startsWith('-'));
  return printNumber(value, format) === printed ? value : undefined;
}

function grouped(digits: string, group: string, format: NumberFormat): string {
  if (group === '' || digits.length <= 3) return digits;
  const size = format === 'indian' ? /\B(?=([0-9]{2})+$)/g : /\B(?=([0-9]{3})+$)/g;
  return digits.slice(0, -3).replace(size, group) + group + digits.slice(-3);
}

/**
 * The form in which a number is stored: digits and a decimal point, decimals as they were written. Three decimals
 * after one to three digits look like thousands (`12.500`), so trailing zeros are dropped from them (`12.5`), or a
 * zero is added (`12.345` is `12.3450`). A canonical number therefore reads the same everywhere.
 */
export function canonicalNumber(whole: string, fraction: string, isNegative: boolean): string {
  const digits = whole.replace(/^0+(?=[0-9])/, '') || '0';
  const isZero = /^0*$/.test(digits + fraction);
  const kept = looksLikeThousands(digits, fraction) ? unlikeThousands(fraction) : fraction;
  return (isNegative && !isZero ? '-' : '') + digits + (kept && `.${kept}`);
}

/** Whether what is written as `digits,fraction` could also be a number of thousands. */
export function looksLikeThousands(digits: string, fraction: string): boolean {
  return /^[1-9][0-9]{0,2}$/.test(digits) && /^[0-9]{3}$/.test(fraction);
}

function unlikeThousands(fraction: string): string {
  return fraction.endsWith('0') ? fraction.replace(/0+$/, '') : `${fraction}0`;
}

/** Whether the last zero of the fraction is there only to keep the number from looking like thousands. */
function isGuarded(digits: string, fraction: string): boolean {
  return (
    fraction.endsWith('0') && looksLikeThousands(digits, fraction.slice(0, -1)) && !/0{2}$/.test(fraction)
  );
}
