/** Fonts as wide as those that they are made to stand in for: no line breaks elsewhere. */
const equals: Readonly<Record<string, readonly string[]>> = {
  liberationsans: ['arial', 'helvetica'],
  liberationserif: ['timesnewroman', 'times'],
  liberationmono: ['couriernew', 'courier'],
  liberationsansnarrow: ['arialnarrow'],
  arimo: ['arial', 'helvetica'],
  tinos: ['timesnewroman', 'times'],
  cousine: ['couriernew', 'courier'],
  carlito: ['calibri'],
  caladea: ['cambria'],
  gelasio: ['georgia'],
  nimbussans: ['helvetica', 'arial'],
  nimbusroman: ['times', 'timesnewroman'],
  nimbusmonops: ['courier', 'couriernew'],
};

/** The bullets of lists, which Word takes from fonts of signs. */
const bullets = 'opensymbol';

/**
 * The fonts of a converted Word document that it did not ask for and that are not as wide as one of those: lines and
 * pages may break otherwise than in Word. `pdf` is as the converter writes it, its dictionaries uncompressed.
 */
export function replacedFonts(wanted: readonly string[], pdf: Uint8Array): string[] {
  const asked = wanted.map(familyOf);
  const stands = (family: string): boolean =>
    family === bullets ||
    asked.some((one) => family.startsWith(one) || equals[family]?.includes(one) === true);
  return fontsIn(pdf).filter((name) => !stands(familyOf(name)));
}

/** In the order in which the file names them, without the six capitals of a subset and without their styles. */
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

function familyOf(name: string): string {
  return name
    .replace(/[-,].*$/, '')
    .replace(/(?:Regular|(?:PS)?MT)$/, '')
    .replaceAll(/[\s_]/g, '')
    .toLowerCase();
}
