import { familyKey, type WantedFont } from '../../ports/docx-converter.ts';

/** Metrically compatible fonts, which do not change line breaks. */
const equals: Readonly<Record<string, readonly string[]>> = {
  liberationsans: ['arial', 'helvetica'],
  liberationserif: ['timesnewroman', 'times'],
  liberationmono: ['couriernew', 'courier'],
  liberationsansnarrow: ['arialnarrow'],
  arimo: ['arial', 'helvetica'],
  tinos: ['timesnewroman', 'times'],
  cousine: ['couriernew', 'courier'],
  // The light variant differs by less than one letter per line.
  carlito: ['calibri', 'calibrilight'],
  caladea: ['cambria'],
  gelasio: ['georgia'],
  nimbussans: ['helvetica', 'arial'],
  nimbusroman: ['times', 'timesnewroman'],
  nimbusmonops: ['courier', 'couriernew'],
};

/** List bullets, which Word takes from symbol fonts. */
const bullets = 'opensymbol';

/**
 * Returns the replaced fonts in a converted Word document, where line and page breaks may differ from Word:
 * 'Aptos → Liberation Sans', or only the replacement if the original is unknown. `pdf` must be the
 * converter's output, with uncompressed dictionaries.
 */
export function replacedFonts(wanted: readonly WantedFont[], pdf: Uint8Array): string[] {
  const fonts = fontsIn(pdf);
  const families = fonts.map(familyKey);
  const isThere = (name: string): boolean => families.some((family) => isSet(family, name));
  const replaced = wanted.filter(
    ({ name, printed, standIn }) =>
      printed && standIn !== undefined && families.includes(familyKey(standIn)) && !isThere(name),
  );
  const explained = new Set(replaced.map(({ standIn = '' }) => familyKey(standIn)));
  const unexplained = fonts.filter((name) => {
    const family = familyKey(name);
    return family !== bullets && !explained.has(family) && !wanted.some((one) => isSet(family, one.name));
  });
  return [...replaced.map(({ name, standIn }) => `${name} → ${standIn}`), ...unexplained];
}

const isSet = (family: string, name: string): boolean =>
  family.startsWith(familyKey(name)) || isEqual(family, name);

const isEqual = (family: string, name: string): boolean => equals[family]?.includes(familyKey(name)) === true;
/** Returns the font names in file order, without the six-letter subset prefix and the style. */
function fontsIn(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const names = new Set<string>();
  const word = '/FontName';
  for (let at = file.indexOf(word, 0, 'latin1'); at >= 0; at = file.indexOf(word, at + 1, 'latin1')) {
    const rest = file.toString('latin1', at + word.length, at + word.length + 128);
    const name = /^\s*\/(?:[A-Z]{6}\+)?([^\s/<>[\](){}%]+)/.exec(rest)?.[1] ?? '';
    const plain = name.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (plain !== '') names.add(plain.replace(/[-,].*$/, ''));
  }
  return [...names];
}
