/**
 * Stand-ins for a font that the server lacks: first fonts of exactly the same widths, then those with the nearest
 * ones, measured on lower-case text. Names as `familyKey` writes them. Noto Sans comes with the product; the others are
 * installed by the set-up and in the container image (scripts/set-up/system-programs.mjs).
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

/** By the kind that the document itself says of a font (ECMA-376 part 1, 17.8.3.9). */
const byKind: Readonly<Record<string, string>> = { roman: 'Liberation Serif', modern: 'Liberation Mono' };

/** Signs instead of letters: LibreOffice has tables for those. */
const signs = /symbol|dings|marlett|emoji|icon|awesome|barcode|music/i;
/** Character sets of Western, Central European, Baltic, Turkish, Greek, Cyrillic and Vietnamese fonts ([MS-WMF] 2.1.1.5). */
const alphabets = /^(?:00|01|4D|A1|A2|A3|BA|CC|EE)$/i;

/** Every font that is put in the place of another. */
export const standIns: readonly string[] = [
  ...new Set([...families.map(([standIn]) => standIn), ...Object.values(byKind), 'Liberation Sans']),
];

/** Undefined where the converter chooses: for fonts of signs and of scripts that the stand-ins lack. */
export function standInFor(name: string, kind?: string, characterSet = '00'): string | undefined {
  const known = byFamily.get(familyKey(name));
  if (known !== undefined) return known;
  // A name in another script is that of a font for that script.
  if (signs.test(name) || !alphabets.test(characterSet) || /[^\x20-\x7e]/.test(name)) return undefined;
  return byKind[kind ?? ''] ?? 'Liberation Sans';
}

/** The family in a PostScript name ('TimesNewRomanPS-BoldMT') or a full one, without blanks and in lower case. */
export function familyKey(name: string): string {
  return name
    .replace(/[-,].*$/, '')
    .replace(/\s(?:CYR|CE|Tur|Greek|Baltic)$/, '')
    .replace(/(?:Regular|(?:PS)?MT|PS)$/, '')
    .replaceAll(/[\s_]/g, '')
    .toLowerCase();
}
