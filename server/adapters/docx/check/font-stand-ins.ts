import { familyKey } from '../../../ports/docx-converter.ts';

/**
 * Replacements for fonts that the server lacks: first metrically compatible fonts, then those with the
 * closest widths, measured on lowercase text. Names are normalized with `familyKey`. Noto Sans ships with the
 * product; the setup and the container image install the others (scripts/set-up/system-programs.mjs).
 */
const families: readonly [standIn: string, names: string][] = [
  ['Liberation Serif', 'timesnewroman times timesroman tinos'],
  ['Liberation Sans', 'arial helvetica arimo'],
  ['Liberation Mono', 'couriernew courier cousine'],
  ['Liberation Sans Narrow', 'arialnarrow helveticaneuecondensed aptosnarrow'],
  ['Carlito', 'calibri calibrilight'],
  ['Caladea', 'cambria cambriamath'],
  [
    'Liberation Sans',
    'aptos aptosdisplay aptoslight helveticaneue roboto segoeui segoeuilight tahoma trebuchetms inter arialnova ubuntu sfpro',
  ],
  ['Carlito', 'candara corbel gillsans gillsansmt franklingothicbook sourcesanspro sourcesans3 lato'],
  ['Caladea', 'georgia bookantiqua palatino palatinolinotype constantia centuryschoolbook merriweather'],
  ['Liberation Serif', 'garamond ebgaramond baskerville baskervilleoldface goudyoldstyle'],
  ['DejaVu Sans', 'verdana centurygothic montserrat poppins lucidasans lucidasansunicode'],
  ['Noto Sans', 'opensans droidsans'],
  ['Liberation Mono', 'consolas lucidaconsole monaco menlo'],
];

const byFamily = new Map(
  families.flatMap(([standIn, names]) => names.split(' ').map((name) => [name, standIn] as const)),
);

/** Replacements by the font family class in the document (ECMA-376 part 1, 17.8.3.9). */
const byKind: Readonly<Record<string, string>> = { roman: 'Liberation Serif', modern: 'Liberation Mono' };

/** Symbol fonts, for which LibreOffice has its own tables. */
const signs = /symbol|dings|marlett|emoji|icon|awesome|barcode|music/i;
/**
 * Codes for Western, Central European, Baltic, Turkish, Greek, Cyrillic and Vietnamese character sets
 * ([MS-WMF] 2.1.1.5).
 */
const alphabets = /^(?:00|01|4D|A1|A2|A3|BA|CC|EE)$/i;

export const substituteFonts: readonly string[] = [
  ...new Set([...families.map(([standIn]) => standIn), ...Object.values(byKind), 'Liberation Sans']),
];

/**
 * Returns the replacement for a font; undefined for symbol fonts and for scripts that the replacements lack,
 * for which the converter chooses.
 */
export function substituteFor(name: string, kind?: string, characterSet = '00'): string | undefined {
  const known = byFamily.get(familyKey(name));
  if (known !== undefined) return known;
  // A font with a name in another script is usually made for that script.
  if (signs.test(name) || !alphabets.test(characterSet) || /[^\x20-\x7e]/.test(name)) return undefined;
  return byKind[kind ?? ''] ?? 'Liberation Sans';
}
