import { isArray, isName, PdfDict, PdfName, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { decodeStream } from '../source/decode-stream.ts';
import { InflateBudget } from '../source/inflate-budget.ts';
import type { OutputFile } from '../source/output-file.ts';
import { baseCharacters, characterOf, glyphsByName, macCodeOf } from './glyph-names.ts';
import { glyphIn, readSubtables, tableOf, type Subtable } from './settle-cmaps.ts';

const SYMBOLIC = 4;
const NONSYMBOLIC = 32;

/** The character or glyph name that an encoding assigns to a code. */
type Named = { character: number | undefined; name: string | undefined };

/**
 * Makes the codes of an embedded TrueType font unambiguous (ISO 32000-2, 9.6.5.4). Its flags decide whether
 * PDFium uses the codes (symbolic) or the names of the encoding. The encoding of a symbolic font is removed if
 * it contradicts the codes, because the standard and PDFium ignore it but other programs use it. An encoding
 * that agrees with the codes is kept, because texts are read from it.
 */
export function settleSymbolic(output: OutputFile, font: PdfDict, descriptor: PdfDict): void {
  const file = output.deref(descriptor.get('FontFile2') ?? null);
  if (!isName(output.deref(font.get('Subtype') ?? null), 'TrueType') || !(file instanceof PdfStream)) return;
  const given = output.deref(descriptor.get('Flags') ?? null) ?? NONSYMBOLIC;
  const kinds = Number(given) & (SYMBOLIC | NONSYMBOLIC);
  const encoding = output.deref(font.get('Encoding') ?? null);
  if (encoding === null ? kinds === SYMBOLIC : kinds === NONSYMBOLIC) return;
  const maps = readMaps(output, file);
  // Without an encoding, programs look up the codes in different maps. This matters only if the maps differ.
  if (kinds === NONSYMBOLIC && !haveContradiction(maps?.subtables ?? [])) return;
  const isSymbolic = isReadByCode(output, kinds, encoding, maps?.subtables ?? []);
  const flags = Number(given) & ~(SYMBOLIC | NONSYMBOLIC);
  descriptor.set('Flags', flags | (isSymbolic ? SYMBOLIC : NONSYMBOLIC));
  if (isSymbolic && maps && contradicts(maps, namesOf(output, encoding))) font.delete('Encoding');
}

/** Returns true if PDFium uses the codes of a font and not the names of its encoding. */
function isReadByCode(
  output: OutputFile,
  kinds: number,
  encoding: PdfObject,
  subtables: readonly Subtable[],
): boolean {
  if (encoding === null) return true;
  const [hasSymbols, hasLetters] = [subtables.some(isSymbol), subtables.some(isUnicode)];
  if ((kinds & NONSYMBOLIC) !== 0) return hasSymbols && !hasLetters && !subtables.some(isMac);
  const base = encoding instanceof PdfDict ? output.deref(encoding.get('BaseEncoding') ?? null) : encoding;
  const hasDifferences = encoding instanceof PdfDict && encoding.has('Differences');
  const isNamed = !hasDifferences && base instanceof PdfName && baseCharacters(base.value).size > 0;
  return !isNamed || (hasSymbols && !hasLetters);
}

const isSymbol = ({ platform, encoding }: Subtable): boolean => platform === 3 && encoding === 0;
const isMac = ({ platform, encoding }: Subtable): boolean => platform === 1 && encoding === 0;
const isUnicode = ({ platform, encoding }: Subtable): boolean => platform === 3 && encoding === 1;

type Maps = { subtables: Subtable[]; named: ReadonlyMap<string, number> };

/** Returns undefined for a font with unreadable tables. The comparison of engines detects any differences. */
function readMaps(output: OutputFile, file: PdfStream): Maps | undefined {
  const bytes = decodeStream(file, (value) => output.deref(value ?? null), new InflateBudget());
  if (bytes === undefined) return undefined;
  const font = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const [cmap, post] = [tableOf(font, 'cmap'), tableOf(font, 'post')];
    const named = post ? glyphsByName(post) : new Map<string, number>();
    const subtables = cmap ? readSubtables(cmap) : [];
    // Reads all subtables once to find one that ends early.
    for (const subtable of subtables) codeGlyphs([subtable]);
    return { subtables, named };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the character or name that an encoding assigns to each code. */
function namesOf(output: OutputFile, encoding: PdfObject): Map<number, Named> {
  const names = new Map<number, Named>();
  const base = encoding instanceof PdfDict ? output.deref(encoding.get('BaseEncoding') ?? null) : encoding;
  if (base instanceof PdfName)
    for (const [code, character] of baseCharacters(base.value))
      names.set(code, { character, name: undefined });
  const differences = encoding instanceof PdfDict ? output.deref(encoding.get('Differences') ?? null) : null;
  let code = 0;
  for (const item of isArray(differences) ? differences : []) {
    const value = output.deref(item);
    if (typeof value === 'number') code = Math.trunc(value);
    else if (value instanceof PdfName) {
      names.set(code, { character: characterOf(value.value), name: value.value });
      code += 1;
    }
  }
  return names;
}

function contradicts({ subtables, named }: Maps, names: ReadonlyMap<number, Named>): boolean {
  try {
    const codes = codeGlyphs(subtables);
    const hasLetters = subtables.some(isUnicode);
    return [...names].some(([code, given]) => {
      const glyph = codes[code] ?? 0;
      const others = glyphsOf(given, subtables, named);
      // Poppler draws nothing for a character that is missing in a map with letters.
      const isMissing = hasLetters && given.character !== undefined && others.length === 0;
      return glyph !== 0 && (isMissing || others.some((other) => other !== glyph));
    });
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns true if the symbol map and the Macintosh map have different glyphs for a code. */
function haveContradiction(subtables: readonly Subtable[]): boolean {
  const [symbols, mac] = [codeGlyphs(subtables.filter(isSymbol)), codeGlyphs(subtables.filter(isMac))];
  return symbols.some((glyph, code) => glyph !== 0 && (mac[code] ?? 0) !== 0 && mac[code] !== glyph);
}

/** Returns the glyphs of codes 0 to 255, from the first map that has any, in PDFium's order. */
function codeGlyphs(subtables: readonly Subtable[]): number[] {
  const others = subtables.filter((one) => !isSymbol(one) && !isMac(one));
  const ordered = [...subtables.filter(isSymbol), ...subtables.filter(isMac), ...others];
  for (const subtable of ordered) {
    const glyphs = Array.from({ length: 256 }, (_, code) => glyphIn(subtable, code));
    if (glyphs.some((glyph) => glyph !== 0)) return glyphs;
  }
  return [];
}

function glyphsOf(
  { character, name }: Named,
  subtables: readonly Subtable[],
  named: ReadonlyMap<string, number>,
): number[] {
  const mapped = subtables.map((one) => {
    const code = character !== undefined && isMac(one) ? macCodeOf(character) : character;
    return code === undefined ? 0 : glyphIn(one, code);
  });
  return [...mapped, (name !== undefined && named.get(name)) || 0].filter((glyph) => glyph !== 0);
}
