import { familyKey } from '../../../ports/docx-converter.ts';

/**
 * Replacements for fonts that the server lacks: first metrically compatible fonts, then those with the
 * closest widths, measured on lowercase text. Names are normalized by `familyKey`. Noto Sans ships with the
 * product; the others are installed by the setup and in the container image
 * (scripts/set-up/system-programs.mjs).
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

/** By the font family class that the document states (ECMA-376 part 1, 17.8.3.9). */
const byKind: Readonly<Record<string, string>> = { roman: 'Liberation Serif', modern: 'Liberation Mono' };

/** Symbol fonts, for which LibreOffice has its own tables. */
const signs = /symbol|dings|marlett|emoji|icon|awesome|barcode|music/i;
/**
 * Character sets of Western, Central European, Baltic, Turkish, Greek, Cyrillic and Vietnamese fonts
 * ([MS-WMF] 2.1.1.5).
 */
const alphabets = /^(?:00|01|4D|A1|A2|A3|BA|CC|EE)$/i;

/** All replacement fonts. */
export const substituteFonts: readonly string[] = [
  ...new Set([...families.map(([standIn]) => standIn), ...Object.values(byKind), 'Liberation Sans']),
];

/** Undefined if the converter should choose: for symbol fonts and for scripts that the replacements lack. */
export function substituteFor(name: string, kind?: string, characterSet = '00'): string | undefined {
  const known = byFamily.get(familyKey(name));
  if (known !== undefined) return known;
  // A font name in another script belongs to a font for that script.
  if (signs.test(name) || !alphabets.test(characterSet) || /[^\x20-\x7e]/.test(name)) return undefined;
  return byKind[kind ?? ''] ?? 'Liberation Sans';
}
