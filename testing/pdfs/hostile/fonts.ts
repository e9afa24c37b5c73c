import { hostilePage, packedStream, rawStream, type RawObjects } from '../raw-pdf.ts';
import {
  ADVANCE,
  block,
  BLANK,
  cffFont,
  codesOf,
  digitGlyphs,
  NINE,
  ONE,
  type1Font,
  type CffToMake,
  type MadeGlyph,
  type Type1ToMake,
} from './font-programs.ts';
import { assemble, digitBlocks, trueTypeFont, type TrueTypeToMake } from './true-type.ts';

/** Shows text in the hostile font, large enough that the shapes of its glyphs are far apart. */
const lineOf = (shown: string): string => `BT /H 40 Tf 60 540 Td ${shown} Tj ET\n`;

const pageWith = (objects: RawObjects, shown = '(19 91)'): Uint8Array =>
  hostilePage({ content: lineOf(shown), resources: '/Font<</H 20 0 R>>', objects });

const DESCRIPTOR =
  '/Type/FontDescriptor/FontName/ABCDEF+Made/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80';

type Simple = {
  subtype?: string;
  /** Additional entries of the font. `descriptor` has additional entries of its font descriptor. */
  font?: string;
  flags?: number;
  files?: string;
  descriptor?: string;
  shown?: string;
  objects?: RawObjects;
};

/** Returns a page with a simple font whose file is in object 22. */
const simple = (file: string, made: Simple = {}): Uint8Array =>
  pageWith(
    {
      20: `<</Type/Font/Subtype/${made.subtype ?? 'Type1'}/BaseFont/ABCDEF+Made/FirstChar 32/LastChar 57/Widths[${`${ADVANCE} `.repeat(26)}]/FontDescriptor 21 0 R${made.font ?? ''}>>`,
      21: `<<${DESCRIPTOR}/Flags ${made.flags ?? 4}${made.files ?? ''}${made.descriptor ?? ''}>>`,
      22: file,
      ...made.objects,
    },
    made.shown,
  );

const cff = (made: CffToMake, how: Simple = {}): Uint8Array =>
  simple(packedStream('/Subtype/Type1C', cffFont(made)), { files: '/FontFile3 22 0 R', ...how });

const lengthsOf = ([clear, hidden, tail]: readonly number[]): string =>
  `/Length1 ${clear}/Length2 ${hidden}/Length3 ${tail}`;

function type1(made: Type1ToMake, how: Simple & { lengths?: string } = {}): Uint8Array {
  const { bytes, lengths } = type1Font(made);
  return simple(packedStream(how.lengths ?? lengthsOf(lengths), bytes), {
    files: '/FontFile 22 0 R',
    ...how,
  });
}

export const trueType = (made: TrueTypeToMake, how: Simple = {}): Uint8Array => {
  const font = trueTypeFont(made);
  return simple(packedStream(`/Length1 ${font.length}`, font), {
    subtype: 'TrueType',
    files: '/FontFile2 22 0 R',
    ...how,
  });
};

/** Encoding table of a CFF font: codes 32, 49 and 57 for glyphs 1, 2 and 3. */
const CODES = [0, 3, 32, 49, 57];
const twice: readonly MadeGlyph[] = [...digitGlyphs, ['one', NINE]];
export const differences = (...items: (number | string)[]): string =>
  `/Encoding<</Type/Encoding/Differences[${items.map((item) => (typeof item === 'number' ? item : `/${item}`)).join(' ')}]>>`;

const compact: Record<string, () => Uint8Array> = {
  plain: () => cff({ encoding: CODES }),
  'a name twice': () => cff({ glyphs: twice, encoding: CODES }),
  'a name twice, by differences': () => cff({ glyphs: twice }, { font: differences(49, 'one', 57, 'nine') }),
  'a name twice, as its own string': () =>
    cff(
      { sids: [0, 1, 18, 26, 391], glyphs: [...digitGlyphs, ['one', NINE]] },
      { font: differences(49, 'one') },
    ),
  'names swapped by differences': () =>
    cff({ encoding: CODES }, { font: differences(49, 'nine', 57, 'one') }),
  'codes swapped': () => cff({ encoding: [0, 3, 32, 57, 49] }),
  'codes swapped, not symbolic': () => cff({ encoding: [0, 3, 32, 57, 49] }, { flags: 32 }),
  'codes swapped, with an encoding': () =>
    cff({ encoding: [0, 3, 32, 57, 49] }, { font: '/Encoding/WinAnsiEncoding', flags: 32 }),
  'codes swapped, with an unknown encoding': () =>
    cff({ encoding: [0, 3, 32, 57, 49] }, { font: '/Encoding/FooEncoding' }),
  'codes swapped, with empty differences': () =>
    cff({ encoding: [0, 3, 32, 57, 49] }, { font: '/Encoding<</Type/Encoding>>' }),
  'codes swapped, with empty differences, not symbolic': () =>
    cff({ encoding: [0, 3, 32, 57, 49] }, { font: '/Encoding<</Type/Encoding>>', flags: 32 }),
  'codes swapped, with an unknown base': () =>
    cff({ encoding: [0, 3, 32, 57, 49] }, { font: '/Encoding<</BaseEncoding/Foo/Differences[32/space]>>' }),
  'codes swapped, standard by name': () =>
    cff({ encoding: [0, 3, 32, 57, 49] }, { font: '/Encoding/StandardEncoding' }),
  'codes swapped, of experts by name': () =>
    cff({ encoding: [0, 3, 32, 57, 49] }, { font: '/Encoding/MacExpertEncoding' }),
  'a code twice': () => cff({ encoding: [0, 3, 32, 49, 49] }, { shown: '(1 1)' }),
  'a code supplemented': () => cff({ encoding: [128, 3, 32, 49, 57, 1, 49, 0, 26] }),
  'a code supplemented only': () => cff({ encoding: [128, 1, 32, 2, 49, 0, 26, 57, 0, 18] }),
  'codes in ranges': () => cff({ encoding: [1, 2, 32, 0, 49, 0] }),
  'codes in overlapping ranges': () => cff({ encoding: [1, 2, 49, 0, 48, 8] }),
  'codes for more glyphs': () => cff({ encoding: [0, 9, 32, 57, 49, 1, 2, 3, 4, 5, 6] }),
  'codes of an unknown format': () => cff({ encoding: [7, 3, 32, 49, 57] }),
  'codes of experts': () => cff({ encoding: 1 }),
  'codes at the end of the file': () => cff({ encoding: 99_999 }),
  'a predefined charset': () =>
    cff({ charset: 0, encoding: CODES }, { font: differences(49, 'space', 57, 'exclam') }),
  'a charset of experts': () =>
    cff({ charset: 1, encoding: CODES }, { font: differences(49, 'one', 57, 'nine') }),
  'a charset at the end of the file': () =>
    cff({ charset: 99_999, encoding: CODES }, { font: differences(49, 'one', 57, 'nine') }),
  'names beyond the strings': () => cff({ sids: [0, 1, 4000, 5000], encoding: CODES }),
  'names of zero': () => cff({ sids: [0, 0, 0, 0], encoding: CODES }),
  'a name that is missing': () => cff({ encoding: CODES }, { font: differences(49, 'two') }),
  'a name by Unicode': () => cff({ encoding: CODES }, { font: differences(49, 'uni0039', 57, 'u0031') }),
  'a name by number': () => cff({ encoding: CODES }, { font: differences(49, 'g3', 57, 'glyph2') }),
  'a name by CID': () => cff({ encoding: CODES }, { font: differences(49, 'cid3', 57, 'index2') }),
  'a name by code': () => cff({ encoding: CODES }, { font: differences(49, 'C57', 57, 'a49') }),
  'a name with a suffix': () => cff({ encoding: CODES }, { font: differences(49, 'nine.alt', 57, 'one.1') }),
  'two names in one': () => cff({ encoding: CODES }, { font: differences(49, 'nine_one', 57, 'one_nine') }),
  'no glyph by name': () => cff({ encoding: CODES }, { font: differences(49, '.notdef') }),
  'an empty name': () => cff({ encoding: CODES }, { font: '/Encoding<</Differences[49/ /nine]>>' }),
  'differences without a code': () =>
    cff({ encoding: CODES }, { font: '/Encoding<</Differences[/nine 49/nine]>>' }),
  'differences beyond 255': () =>
    cff({ encoding: CODES }, { font: differences(305, 'nine', 256, 'one', -207, 'nine') }),
  'differences with fractions': () =>
    cff({ encoding: CODES }, { font: '/Encoding<</Differences[49.9/nine 56.5/one]>>' }),
  'differences of strings': () =>
    cff({ encoding: CODES }, { font: '/Encoding<</Differences[49(nine) 57(one)]>>' }),
  'differences twice': () =>
    cff({ encoding: CODES }, { font: differences(49, 'nine', 49, 'one', 57, 'nine') }),
  'a list of encodings': () => cff({ encoding: CODES }, { font: '/Encoding[49/nine]' }),
  'keyed by CID in a simple font': () =>
    cff({ cids: [0, 1, 2, 3] }, { font: differences(49, 'one', 57, 'nine') }),
  'keyed by CID, with codes as CIDs': () => cff({ cids: [0, 32, 57, 49] }),
  'a matrix': () => cff({ encoding: CODES, top: '0.002 0 0 0.002 0 0 matrix' }),
  'a matrix that flips': () => cff({ encoding: CODES, top: '0.001 0 0 -0.001 0 0.9 matrix' }),
  'a matrix that moves': () => cff({ encoding: CODES, top: '0.001 0 0 0.001 0.9 0.5 matrix' }),
  'a matrix of nothing': () => cff({ encoding: CODES, top: '0 0 0 0 0 0 matrix' }),
  'a matrix of three': () => cff({ encoding: CODES, top: '0.001 0 0 matrix' }),
  'stroked letters': () => cff({ encoding: CODES, top: '2 paint' }),
  'charstrings of type 1': () => cff({ encoding: CODES, top: '1 type' }),
  'two fonts in one': () => cff({ encoding: CODES, fonts: ['Other', 'ABCDEF+Made'] }),
  'composed of two': () =>
    cff(
      { glyphs: [...digitGlyphs, ['A', '0 0 49 57']], encoding: [0, 4, 32, 49, 57, 65] },
      {
        shown: '(A1)',
        font: '/FirstChar 32/LastChar 65',
      },
    ),
  'a subroutine': () => cff({ glyphs: called('-107 callsubr'), encoding: CODES, subrs: [`${NINE} endchar`] }),
  'a subroutine that is missing': () =>
    cff({ glyphs: called('-7 callsubr'), encoding: CODES, subrs: [NINE] }),
  'a subroutine in itself': () =>
    cff({ glyphs: called('-107 callsubr'), encoding: CODES, subrs: [`${NINE} -107 callsubr`] }),
  'a global subroutine': () => cff({ glyphs: called('-107 callgsubr'), encoding: CODES, globals: [NINE] }),
  'an unknown operator': () => cff({ glyphs: called(`unknown ${NINE}`), encoding: CODES }),
  'a reserved operator': () => cff({ glyphs: called(`5 reserved ${NINE}`), encoding: CODES }),
  'an operator of Type 1': () => cff({ glyphs: called(`0 1200 hsbw ${NINE} closepath`), encoding: CODES }),
  'a condition': () => cff({ glyphs: called(`50 850 0 1 2 ifelse 0 rmoveto ${NINE}`), encoding: CODES }),
  'a calculation': () => cff({ glyphs: called(`1700 2 div 0 rmoveto ${NINE}`), encoding: CODES }),
  'a stored number': () => cff({ glyphs: called(`850 3 put 3 get 0 rmoveto ${NINE}`), encoding: CODES }),
  'numbers that are not used': () => cff({ glyphs: called(`9 8 7 6 5 ${NINE}`), encoding: CODES }),
  'too many numbers': () => cff({ glyphs: called(`${'1 '.repeat(60)} rlineto ${NINE}`), encoding: CODES }),
  'lines before a move': () =>
    cff({ glyphs: called('850 0 rlineto 0 700 rlineto -200 0 rlineto'), encoding: CODES }),
  'a hint mask': () => cff({ glyphs: called(`0 200 hstem hintmask ${NINE}`), encoding: CODES }),
  'an end in the middle': () => cff({ glyphs: called(`${NINE} endchar ${ONE}`), encoding: CODES }),
  'a glyph far outside': () => cff({ glyphs: called(`${block(20_000)}`), encoding: CODES }),
  'named Type1 inside, TrueType outside': () => cff({ encoding: CODES }, { subtype: 'TrueType' }),
  'named MMType1': () => cff({ encoding: CODES }, { subtype: 'MMType1' }),
  'without a subtype of the file': () =>
    simple(packedStream('', cffFont({ encoding: CODES })), { files: '/FontFile3 22 0 R' }),
  'as a Type 1 file': () =>
    simple(packedStream('', cffFont({ encoding: CODES })), { files: '/FontFile 22 0 R' }),
  'as a TrueType file': () =>
    simple(packedStream('', cffFont({ encoding: CODES })), { files: '/FontFile2 22 0 R' }),
  'as OpenType': () =>
    simple(packedStream('/Subtype/OpenType', openType({})), {
      files: '/FontFile3 22 0 R',
      font: differences(49, 'one'),
    }),
  'as OpenType with another map': () =>
    simple(packedStream('/Subtype/OpenType', openType({ 32: 1, 49: 3, 57: 2 })), {
      files: '/FontFile3 22 0 R',
    }),
  'as OpenType with another map, encoded': () =>
    simple(packedStream('/Subtype/OpenType', openType({ 32: 1, 49: 3, 57: 2 })), {
      files: '/FontFile3 22 0 R',
      font: '/Encoding/WinAnsiEncoding',
      flags: 32,
    }),
  'two files': () =>
    cff(
      { encoding: CODES },
      { files: '/FontFile3 22 0 R/FontFile2 23 0 R', objects: { 23: packedStream('', swapped()) } },
    ),
  'two files, the other named first': () =>
    cff(
      { encoding: CODES },
      { files: '/FontFile2 23 0 R/FontFile3 22 0 R', objects: { 23: packedStream('', swapped()) } },
    ),
  'two files, both of glyph names': () =>
    cff(
      { encoding: CODES },
      {
        files: '/FontFile3 22 0 R/FontFile 23 0 R',
        objects: { 23: packedStream('', type1Font({ glyphs: swappedGlyphs }).bytes) },
      },
    ),
};

/** Returns the digit glyphs with another charstring for the digit 1. */
function called(outline: string): readonly MadeGlyph[] {
  return digitGlyphs.map(([glyph, own]) => [glyph, glyph === 'one' ? outline : own]);
}

const swappedGlyphs: readonly MadeGlyph[] = [
  ['.notdef', BLANK],
  ['space', BLANK],
  ['one', NINE],
  ['nine', ONE],
];

function swapped(): Buffer {
  return trueTypeFont({
    cmaps: [
      [3, 1, { 32: 1, 49: 3, 57: 2 }],
      [1, 0, { 32: 1, 49: 3, 57: 2 }],
    ],
  });
}

function openType(map: Readonly<Record<number, number>>): Buffer {
  const base = trueTypeFont({
    cmaps: [
      [3, 1, map],
      [1, 0, map],
    ],
  });
  const tables: Record<string, Buffer> = {};
  for (let at = 12; at < 12 + base.readUInt16BE(4) * 16; at += 16) {
    const tag = base.toString('latin1', at, at + 4);
    const start = base.readUInt32BE(at + 8);
    if (!['glyf', 'loca'].includes(tag))
      tables[tag] = base.subarray(start, start + base.readUInt32BE(at + 12));
  }
  return assemble({ ...tables, 'CFF ': cffFont({ encoding: CODES }) }, 'OTTO');
}

const one = [32, 'space'] as const;
const hex = (made: Type1ToMake): Uint8Array => type1({ ...made, isHex: true });

const twoTables = codesOf([one, [49, 'nine'], [57, 'one']]) + '/Encoding StandardEncoding def\n';

const postScript: Record<string, () => Uint8Array> = {
  plain: () => type1({}),
  'a name twice': () => type1({ glyphs: twice }),
  'a name twice, by differences': () =>
    type1({ glyphs: twice }, { font: differences(49, 'one', 57, 'nine') }),
  'a name twice, the first empty': () =>
    type1({
      glyphs: [
        ['.notdef', BLANK],
        ['space', BLANK],
        ['one', BLANK],
        ['nine', NINE],
        ['one', ONE],
      ],
    }),
  'no glyph twice': () => type1({ glyphs: [...digitGlyphs, ['.notdef', NINE]] }),
  'a code twice': () => type1({ encoding: codesOf([one, [49, 'one'], [49, 'nine'], [57, 'nine']]) }),
  'codes swapped': () => type1({ encoding: codesOf([one, [49, 'nine'], [57, 'one']]) }),
  'codes swapped, not symbolic': () =>
    type1({ encoding: codesOf([one, [49, 'nine'], [57, 'one']]) }, { flags: 32 }),
  'codes swapped, with empty differences': () =>
    type1({ encoding: codesOf([one, [49, 'nine'], [57, 'one']]) }, { font: '/Encoding<<>>', flags: 32 }),
  'codes swapped, with an unknown encoding': () =>
    type1({ encoding: codesOf([one, [49, 'nine'], [57, 'one']]) }, { font: '/Encoding/FooEncoding' }),
  'codes swapped, with a base': () =>
    type1({ encoding: codesOf([one, [49, 'nine'], [57, 'one']]) }, { font: '/Encoding/WinAnsiEncoding' }),
  'two tables of codes': () =>
    type1({
      encoding: codesOf([one, [49, 'one'], [57, 'nine']]) + codesOf([one, [49, 'nine'], [57, 'one']]),
    }),
  'two tables of codes, the last one standard': () => type1({ encoding: twoTables }),
  'two tables of codes, the first one standard': () =>
    type1({ encoding: '/Encoding StandardEncoding def\n' + codesOf([one, [49, 'nine'], [57, 'one']]) }),
  'two tables of codes, with a base': () =>
    type1({ encoding: twoTables }, { font: '/Encoding/WinAnsiEncoding' }),
  'two tables of codes, with a base, not symbolic': () =>
    type1({ encoding: twoTables }, { font: '/Encoding/MacRomanEncoding', flags: 32 }),
  'two tables of codes, with a base and differences': () =>
    type1(
      { encoding: twoTables },
      { font: '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[49/one]>>', flags: 32 },
    ),
  'two tables of codes, with the base of experts': () =>
    type1({ encoding: twoTables }, { font: '/Encoding/MacExpertEncoding' }),
  'no table of codes': () => type1({ encoding: '' }),
  'codes in a list': () =>
    type1({ encoding: `/Encoding [${'/.notdef '.repeat(49)}/nine ${'/.notdef '.repeat(7)}/one] def\n` }),
  'codes in octal': () =>
    type1({
      encoding:
        '/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 8#61 /nine put\ndup 16#39 /one put\nreadonly def\n',
    }),
  'codes in the encrypted part': () => type1({ hidden: codesOf([one, [49, 'nine'], [57, 'one']]) }),
  'glyphs twice': () => type1({ behind: '', hidden: '/CharStrings 1 dict dup begin end def\n' }),
  'a matrix': () => type1({ matrix: '0.002 0 0 0.002 0 0' }),
  'a matrix that flips': () => type1({ matrix: '0.001 0 0 -0.001 0 0.9' }),
  'two matrices': () => type1({ clear: '/FontMatrix [0.001 0 0 -0.001 0 0.9] def\n' }),
  'a matrix in braces': () => type1({ clear: '/FontMatrix {0.001 0 0 -0.001 0 0.9} def\n' }),
  'in hexadecimal': () => hex({}),
  'without padding': () => type1({ lenIV: 0 }),
  'without encryption': () => type1({ lenIV: -1 }),
  'padding that is not stated': () => type1({ lenIV: 1, writtenLenIV: '/lenIV 4 def\n' }),
  'padding stated twice': () => type1({ lenIV: 4, writtenLenIV: '/lenIV 0 def\n/lenIV 4 def\n' }),
  'lengths of zero': () => type1({}, { lengths: '/Length1 0/Length2 0/Length3 0' }),
  'lengths that are too large': () => type1({}, { lengths: '/Length1 99999/Length2 99999/Length3 0' }),
  'lengths that are too small': () => type1({}, { lengths: '/Length1 20/Length2 30/Length3 0' }),
  'no lengths': () => type1({}, { lengths: '' }),
  'composed of two': () => type1({ glyphs: called('0 0 0 49 57 seac') }),
  'composed by standard codes': () =>
    type1({
      glyphs: called('0 0 0 49 57 seac'),
      encoding: codesOf([one, [49, 'one'], [57, 'one'], [50, 'nine']]),
    }),
  'a width set sideways': () =>
    type1({ glyphs: called(`0 500 1200 0 sbw ${NINE} closepath endchar`).map(([a, b]) => [a, b]) }),
  'a side bearing': () => type1({ glyphs: called(`300 1200 hsbw ${NINE} closepath endchar`) }),
  'no width': () => type1({ glyphs: called(`hsbw ${NINE} closepath endchar`) }),
  'a subroutine': () =>
    type1({
      glyphs: called('0 1200 hsbw 2 callsubr'),
      subrs: ['return', 'return', `${NINE} closepath endchar`],
    }),
  'a subroutine in itself': () =>
    type1({ glyphs: called('0 1200 hsbw 0 callsubr endchar'), subrs: [`${NINE} closepath 0 callsubr`] }),
  'a subroutine that is missing': () =>
    type1({ glyphs: called(`0 1200 hsbw 44 callsubr ${NINE} closepath endchar`) }),
  'another subroutine': () =>
    type1({ glyphs: called(`0 1200 hsbw 1 2 0 99 callothersubr pop ${NINE} closepath endchar`) }),
  'a point that is set': () =>
    type1({ glyphs: called(`0 1200 hsbw 850 0 setcurrentpoint ${NINE} closepath endchar`) }),
  'a division': () => type1({ glyphs: called(`0 1200 hsbw 1700 2 div 0 rmoveto ${NINE} closepath endchar`) }),
  'an unknown operator': () => type1({ glyphs: called(`0 1200 hsbw unknown ${NINE} closepath endchar`) }),
  'a path that is not closed': () => type1({ glyphs: called(`0 1200 hsbw ${NINE} endchar`) }),
  'stroked letters': () => type1({ clear: '/PaintType 2 def\n/StrokeWidth 40 def\n' }),
  'multiple masters': () => type1({ clear: '/WeightVector [0.5 0.5] def\n' }),
  'a Type 1 file as a compact one': () =>
    simple(packedStream('/Subtype/Type1C', type1Font().bytes), { files: '/FontFile3 22 0 R' }),
  'a Type 1 file as TrueType': () =>
    simple(packedStream('', type1Font().bytes), { files: '/FontFile2 22 0 R' }),
  'in a TrueType font': () => type1({}, { subtype: 'TrueType' }),
  'TrueType as a Type 1 file': () => simple(packedStream('', trueTypeFont()), { files: '/FontFile 22 0 R' }),
  'TrueType as a compact file': () =>
    simple(packedStream('/Subtype/Type1C', trueTypeFont()), { files: '/FontFile3 22 0 R' }),
  'widths of nothing': () => type1({}, { font: '/Widths[0 0 0]/FirstChar 49' }),
  'widths below zero': () => type1({}, { font: `/Widths[${'-500 '.repeat(26)}]` }),
  'widths that are missing': () =>
    type1({}, { font: '/Widths[]/FirstChar 0/LastChar 0', descriptor: '/MissingWidth 250' }),
  'widths that begin at another code': () => type1({}, { font: '/FirstChar 50' }),
};

const NAMED: readonly (readonly [string, readonly [number, number] | undefined])[] = [
  ...digitBlocks,
  ['one', digitBlocks[3]![1]],
];
const swappedCodes = { 32: 1, 49: 3, 57: 2 };
const codes = { 32: 1, 49: 2, 57: 3 };

const outlines: Record<string, () => Uint8Array> = {
  plain: () => trueType({}),
  'bearings of nothing': () => trueType({ bearing: 0 }),
  'names swapped by differences, not symbolic': () =>
    trueType({}, { font: differences(49, 'nine', 57, 'one'), flags: 32 }),
  'names swapped in the file': () =>
    trueType(
      { glyphs: [digitBlocks[0]!, digitBlocks[1]!, ['nine', [50, 250]], ['one', [850, 1050]]] },
      { font: differences(49, 'one'), flags: 32 },
    ),
  'names swapped in the file, no map': () =>
    trueType(
      { glyphs: [digitBlocks[0]!, digitBlocks[1]!, ['nine', [50, 250]], ['one', [850, 1050]]], cmaps: [] },
      { font: differences(49, 'one', 57, 'nine'), flags: 32 },
    ),
  'a name twice': () => trueType({ glyphs: NAMED, cmaps: [] }, { font: differences(49, 'one'), flags: 32 }),
  'a map of the Macintosh only': () =>
    trueType({ cmaps: [[1, 0, swappedCodes]] }, { font: '/Encoding/WinAnsiEncoding', flags: 32 }),
  'a map of symbols only': () => trueType({ cmaps: [[3, 0, { 61489: 3, 61497: 2 }]] }),
  'a map of symbols only, encoded': () =>
    trueType({ cmaps: [[3, 0, { 61489: 3, 61497: 2 }]] }, { font: '/Encoding/WinAnsiEncoding', flags: 32 }),
  'a map of symbols in another area': () => trueType({ cmaps: [[3, 0, { 61745: 3, 61753: 2 }]] }),
  'a map of symbols with plain codes': () => trueType({ cmaps: [[3, 0, { ...codes, 61489: 3, 61497: 2 }]] }),
  'a map of symbols and one of letters': () =>
    trueType({
      cmaps: [
        [3, 0, { 61489: 3, 61497: 2 }],
        [3, 1, codes],
      ],
    }),
  'a map of Unicode beside one of Microsoft': () =>
    trueType({
      cmaps: [
        [0, 3, swappedCodes],
        [3, 1, codes],
      ],
    }),
  'a map of Unicode only': () => trueType({ cmaps: [[0, 3, swappedCodes]] }),
  'a map of an unknown platform': () => trueType({ cmaps: [[7, 9, swappedCodes]] }),
  'two equal maps that differ': () =>
    trueType({
      cmaps: [
        [3, 1, codes],
        [3, 1, swappedCodes],
      ],
    }),
  'maps that contradict': () =>
    trueType({
      cmaps: [
        [1, 0, swappedCodes],
        [3, 1, codes],
      ],
    }),
  'a map of a full width digit': () =>
    trueType({ cmaps: [[3, 1, { 0xff11: 3, 49: 2 }]] }, { font: differences(49, 'uniFF11'), flags: 32 }),
  'no map': () => trueType({ cmaps: [] }),
  'no map, encoded': () => trueType({ cmaps: [] }, { font: '/Encoding/WinAnsiEncoding', flags: 32 }),
  'no map and no names': () =>
    trueType({ cmaps: [], isNamed: false }, { font: '/Encoding/WinAnsiEncoding', flags: 32 }),
  'no table of a map': () => trueType({ tables: { cmap: undefined } }),
  'no names': () => trueType({ isNamed: false }, { font: differences(49, 'nine'), flags: 32 }),
  'no table of widths': () => trueType({ tables: { hmtx: undefined } }),
  'no head': () => trueType({ tables: { head: undefined } }),
  'no places': () => trueType({ tables: { loca: undefined } }),
  'no outlines': () => trueType({ tables: { glyf: undefined } }),
  'both kinds of flags': () =>
    trueType(
      {
        cmaps: [
          [1, 0, swappedCodes],
          [3, 1, codes],
        ],
      },
      { flags: 36, font: '/Encoding/WinAnsiEncoding' },
    ),
  'no flags': () =>
    trueType(
      {
        cmaps: [
          [1, 0, swappedCodes],
          [3, 0, { 61489: 2, 61497: 3 }],
        ],
      },
      { flags: 0, font: '/Encoding/MacRomanEncoding' },
    ),
  'a version of the Macintosh': () => trueType({ version: 'true' }),
  'a version of OpenType': () => trueType({ version: 'OTTO' }),
  'a collection': () => trueType({ version: 'ttcf' }),
  'in a Type 1 font': () => trueType({}, { subtype: 'Type1', font: '/Encoding/WinAnsiEncoding' }),
  'as OpenType': () =>
    simple(packedStream('/Subtype/OpenType', trueTypeFont()), {
      subtype: 'TrueType',
      files: '/FontFile3 22 0 R',
    }),
  'without a descriptor': () =>
    pageWith({
      20: `<</Type/Font/Subtype/TrueType/BaseFont/Arial/FirstChar 49/LastChar 57/Widths[${'500 '.repeat(9)}]>>`,
    }),
  'a descriptor of a list': () => trueType({}, { font: '/FontDescriptor[21 0 R]' }),
  'an unknown subtype': () => trueType({}, { subtype: 'Foo' }),
  'no subtype': () =>
    pageWith({
      20: '<</Type/Font/BaseFont/ABCDEF+Made/FontDescriptor 21 0 R>>',
      21: `<<${DESCRIPTOR}/Flags 4/FontFile2 22 0 R>>`,
      22: packedStream('', trueTypeFont()),
    }),
};

type Composite = {
  encoding?: string;
  subtype?: string;
  /** Entries of the descendant font, the composite font and the descriptor. */
  descendant?: string;
  system?: string;
  font?: string;
  files?: string;
  file?: string;
  shown?: string;
  objects?: RawObjects;
};

const WIDTHS = `/DW ${ADVANCE}`;
const IDENTITY = '<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>';

/** Returns a page with a composite font. Its descendant is in object 23, and its file in object 22. */
const composite = (made: Composite = {}): Uint8Array =>
  pageWith(
    {
      20: `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Made/Encoding${made.encoding ?? '/Identity-H'}/DescendantFonts[23 0 R]${made.font ?? ''}>>`,
      21: `<<${DESCRIPTOR}/Flags 4${made.files ?? '/FontFile2 22 0 R'}>>`,
      22: made.file ?? packedStream('', trueTypeFont()),
      23: `<</Type/Font/Subtype/${made.subtype ?? 'CIDFontType2'}/BaseFont/ABCDEF+Made/CIDSystemInfo${made.system ?? IDENTITY}/FontDescriptor 21 0 R${WIDTHS}${made.descendant ?? '/CIDToGIDMap/Identity'}>>`,
      ...made.objects,
    },
    made.shown ?? '<0002000300030002>',
  );

const CID_FILE = '/FontFile3 22 0 R';
const compactCid = (made: CffToMake, how: Composite = {}, subtype = 'CIDFontType0C'): Uint8Array =>
  composite({
    subtype: 'CIDFontType0',
    descendant: '',
    files: CID_FILE,
    file: packedStream(`/Subtype/${subtype}`, cffFont(made)),
    ...how,
  });

const cmap = (lines: string, entries = ''): string =>
  rawStream(
    `/Type/CMap/CMapName/Made/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>${entries}`,
    `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end def\n/CMapName /Made def\n/CMapType 1 def\n${lines}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`,
  );
const TWO_BYTES = '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n';
const mapped = (lines: string, how: Composite & { entries?: string } = {}): Uint8Array =>
  composite({ encoding: ' 24 0 R', ...how, objects: { 24: cmap(lines, how.entries), ...how.objects } });
const glyphMap = (bytes: string): Pick<Composite, 'descendant' | 'objects'> => ({
  descendant: '/CIDToGIDMap 25 0 R',
  objects: { 25: rawStream('', bytes) },
});

const cid: Record<string, () => Uint8Array> = {
  plain: () => composite(),
  'glyphs swapped': () => composite(glyphMap('\0\0\0\x01\0\x03\0\x02')),
  'a map of glyphs that is short': () => composite(glyphMap('\0\0\0\x01\0\x03')),
  'a map of glyphs of an odd length': () => composite(glyphMap('\0\0\0\x01\0\x03\0')),
  'an empty map of glyphs': () => composite(glyphMap('')),
  'a map to glyphs that are missing': () => composite(glyphMap('\0\0\0\x01\x01\x03\xff\x02')),
  'a map of glyphs with another name': () => composite({ descendant: '/CIDToGIDMap/Foo' }),
  'no map of glyphs': () => composite({ descendant: '' }),
  'a map of glyphs for a compact font': () =>
    compactCid({ cids: [0, 1, 2, 3] }, glyphMap('\0\0\0\x01\0\x03\0\x02')),
  'a compact font': () => compactCid({ cids: [0, 1, 2, 3] }),
  'a compact font, CIDs swapped': () => compactCid({ cids: [0, 1, 3, 2] }),
  'a compact font, a CID twice': () => compactCid({ cids: [0, 1, 2, 2] }, { shown: '<0002000100020002>' }),
  'a compact font, a CID twice in a row': () =>
    compactCid({
      cids: [0, 2, 2, 3],
      glyphs: [
        ['.notdef', BLANK],
        ['a', ONE],
        ['b', NINE],
        ['c', ONE],
      ],
    }),
  'a compact font without CIDs': () => compactCid({ encoding: CODES }),
  'a compact font without CIDs, codes swapped': () =>
    compactCid({
      glyphs: [
        ['.notdef', BLANK],
        ['space', BLANK],
        ['nine', ONE],
        ['one', NINE],
      ],
    }),
  'a compact font without CIDs, of another subtype': () => compactCid({}, {}, 'Type1C'),
  'a compact font of Type 2': () => compactCid({ cids: [0, 1, 3, 2] }, { subtype: 'CIDFontType2' }),
  'a compact font of Type 2 with a map of glyphs': () =>
    compactCid({ cids: [0, 1, 3, 2] }, { subtype: 'CIDFontType2', ...glyphMap('\0\0\0\x01\0\x03\0\x02') }),
  'a compact font of Type 2, without CIDs': () =>
    compactCid({}, { subtype: 'CIDFontType2', descendant: '/CIDToGIDMap/Identity' }),
  'a compact font in OpenType': () =>
    composite({
      subtype: 'CIDFontType0',
      descendant: '',
      files: CID_FILE,
      file: packedStream('/Subtype/OpenType', openType({ 49: 3, 57: 2 })),
    }),
  'a compact font in OpenType, of Type 2': () =>
    composite({ files: CID_FILE, file: packedStream('/Subtype/OpenType', openType({ 49: 3, 57: 2 })) }),
  'a compact font in OpenType, of Type 2, swapped': () =>
    composite({
      files: CID_FILE,
      file: packedStream('/Subtype/OpenType', openType({ 49: 3, 57: 2 })),
      ...glyphMap('\0\0\0\x01\0\x03\0\x02'),
    }),
  'TrueType of Type 0': () => composite({ subtype: 'CIDFontType0' }),
  'TrueType of Type 0, swapped': () =>
    composite({ subtype: 'CIDFontType0', ...glyphMap('\0\0\0\x01\0\x03\0\x02') }),
  'Type 1 of Type 0': () =>
    composite({
      subtype: 'CIDFontType0',
      descendant: '',
      files: '/FontFile 22 0 R',
      file: packedStream('', type1Font().bytes),
    }),
  'a matrix in both dictionaries': () =>
    compactCid({ cids: [0, 1, 2, 3], top: '0.002 0 0 0.002 0 0 matrix' }),
  'codes of one byte': () =>
    mapped('1 begincodespacerange\n<00> <ff>\nendcodespacerange\n1 begincidrange\n<00> <ff> 0\nendcidrange', {
      shown: '<02030302>',
    }),
  'codes of one and two bytes': () =>
    mapped(
      '2 begincodespacerange\n<00> <7f>\n<8000> <ffff>\nendcodespacerange\n2 begincidrange\n<00> <7f> 0\n<8000> <80ff> 0\nendcidrange',
      { shown: '<028003800203>' },
    ),
  'codes of overlapping lengths': () =>
    mapped(
      '2 begincodespacerange\n<00> <ff>\n<0000> <ffff>\nendcodespacerange\n2 begincidrange\n<00> <ff> 0\n<0000> <00ff> 0\nendcidrange',
    ),
  'codes of two spaces': () =>
    mapped(
      `${TWO_BYTES}1 begincodespacerange\n<00> <03>\nendcodespacerange\n1 begincidrange\n<0000> <00ff> 0\nendcidrange`,
    ),
  'codes that are outside': () =>
    mapped(
      '1 begincodespacerange\n<0000> <0002>\nendcodespacerange\n1 begincidrange\n<0000> <00ff> 0\nendcidrange',
    ),
  'codes of no space': () => mapped('1 begincidrange\n<0000> <00ff> 0\nendcidrange'),
  'codes of three bytes': () =>
    mapped(
      '1 begincodespacerange\n<000000> <ffffff>\nendcodespacerange\n1 begincidrange\n<000000> <0000ff> 0\nendcidrange',
      { shown: '<000002000003>' },
    ),
  'ranges that overlap': () =>
    mapped(`${TWO_BYTES}2 begincidrange\n<0000> <00ff> 0\n<0002> <0002> 3\nendcidrange`),
  'ranges that overlap, the small one first': () =>
    mapped(`${TWO_BYTES}2 begincidrange\n<0002> <0002> 3\n<0000> <00ff> 0\nendcidrange`),
  'a range and a code': () =>
    mapped(`${TWO_BYTES}1 begincidchar\n<0002> 3\nendcidchar\n1 begincidrange\n<0000> <00ff> 0\nendcidrange`),
  'a code twice': () => mapped(`${TWO_BYTES}3 begincidchar\n<0002> 2\n<0003> 3\n<0002> 3\nendcidchar`),
  'a range that is turned': () =>
    mapped(`${TWO_BYTES}2 begincidrange\n<0003> <0002> 2\n<0000> <00ff> 0\nendcidrange`),
  'a range without its end': () => mapped(`${TWO_BYTES}1 begincidrange\n<0000> <00ff> 0\n`),
  'ranges that are counted wrong': () =>
    mapped(`${TWO_BYTES}1 begincidrange\n<0000> <00ff> 0\n<0002> <0002> 3\nendcidrange`),
  'numbers as codes': () => mapped(`${TWO_BYTES}1 begincidrange\n0 255 0\nendcidrange`),
  'codes of text': () =>
    mapped(
      `${TWO_BYTES}1 beginbfrange\n<0000> <00ff> <0001>\nendbfrange\n1 begincidrange\n<0000> <00ff> 0\nendcidrange`,
    ),
  'codes of text only': () => mapped(`${TWO_BYTES}1 beginbfrange\n<0000> <00ff> <0000>\nendbfrange`),
  'codes without a glyph': () =>
    mapped(
      `${TWO_BYTES}1 beginnotdefrange\n<0000> <00ff> 3\nendnotdefrange\n1 begincidrange\n<0002> <0002> 2\nendcidrange`,
    ),
  'another map by operator': () =>
    mapped(`/Identity-H usecmap\n${TWO_BYTES}1 begincidchar\n<0002> 3\nendcidchar`),
  'another map by entry': () =>
    mapped(`${TWO_BYTES}1 begincidchar\n<0002> 3\nendcidchar`, { entries: '/UseCMap/Identity-H' }),
  'itself by entry': () =>
    mapped(`${TWO_BYTES}1 begincidrange\n<0000> <00ff> 0\nendcidrange`, { entries: '/UseCMap 24 0 R' }),
  'two other maps': () => mapped('/Identity-V usecmap', { entries: '/UseCMap/Identity-H' }),
  'an unknown map by operator': () =>
    mapped(`/Foo usecmap\n${TWO_BYTES}1 begincidrange\n<0000> <00ff> 0\nendcidrange`),
  'vertical by entry': () =>
    mapped(`${TWO_BYTES}1 begincidrange\n<0000> <00ff> 0\nendcidrange`, { entries: '/WMode 1' }),
  'vertical by operator': () =>
    mapped(`/WMode 1 def\n${TWO_BYTES}1 begincidrange\n<0000> <00ff> 0\nendcidrange`),
  'vertical by operator, not by entry': () =>
    mapped(`/WMode 1 def\n${TWO_BYTES}1 begincidrange\n<0000> <00ff> 0\nendcidrange`, {
      entries: '/WMode 0',
    }),
  'a map named as a known one': () =>
    composite({
      encoding: ' 24 0 R',
      objects: {
        24: cmap(`${TWO_BYTES}1 begincidrange\n<0000> <00ff> 1\nendcidrange`).replaceAll(
          '/Made',
          '/Identity-H',
        ),
      },
    }),
  'a map that is empty': () =>
    composite({ encoding: ' 24 0 R', objects: { 24: rawStream('/Type/CMap/CMapName/Identity-H', '') } }),
  'no map': () => composite({ encoding: ' null' }),
  'an unknown map': () => composite({ encoding: '/Foo-H' }),
  'a map of Unicode': () => composite({ encoding: '/UniGB-UCS2-H', shown: '<00310039>' }),
  'a map of Unicode, of its order': () =>
    composite({
      encoding: '/UniGB-UCS2-H',
      shown: '<00310039>',
      system: '<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>',
    }),
  'a map of Japanese, without glyphs of it': () =>
    composite({
      encoding: '/90ms-RKSJ-H',
      shown: '(19)',
      descendant: '',
      system: '<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>',
    }),
  'another order': () =>
    composite({ system: '<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>', descendant: '' }),
  'another order, a map of glyphs with another name': () =>
    composite({
      system: '<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>',
      descendant: '/CIDToGIDMap/Foo',
    }),
  'another order, Korean': () =>
    composite({ system: '<</Registry(Adobe)/Ordering(Korea1)/Supplement 2>>', descendant: '' }),
  'another order, Chinese, with a map of glyphs': () =>
    composite({ system: '<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>' }),
  'a compact font, another order': () =>
    compactCid({ cids: [0, 1, 2, 3] }, { system: '<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>' }),
  'an OpenType font, another order': () =>
    compactCid(
      { cids: [0, 1, 2, 3] },
      { system: '<</Registry(Adobe)/Ordering(CNS1)/Supplement 2>>' },
      'OpenType',
    ),
  'half a code at the end': () => composite({ shown: '<00020003000>' }),
  'codes in a list': () =>
    hostilePage({
      content: 'BT /H 40 Tf 60 540 Td [<00> -500 <02> <0003>] TJ ET\n',
      resources: '/Font<</H 20 0 R>>',
      objects: {
        20: '<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Made/Encoding/Identity-H/DescendantFonts[23 0 R]>>',
        21: `<<${DESCRIPTOR}/Flags 4/FontFile2 22 0 R>>`,
        22: packedStream('', trueTypeFont()),
        23: `<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Made/CIDSystemInfo${IDENTITY}/FontDescriptor 21 0 R${WIDTHS}/CIDToGIDMap/Identity>>`,
      },
    }),
  'two descendants': () =>
    composite({
      font: '/DescendantFonts[23 0 R 26 0 R]',
      objects: {
        26: `<</Type/Font/Subtype/CIDFontType2/BaseFont/Other/CIDSystemInfo${IDENTITY}/FontDescriptor 21 0 R>>`,
      },
    }),
  'a descendant outside of a list': () => composite({ font: '/DescendantFonts 23 0 R' }),
  'no descendant': () => composite({ font: '/DescendantFonts[]' }),
  'widths that overlap': () => composite({ descendant: '/CIDToGIDMap/Identity/W[0 9 500 2[1500] 2 2 100]' }),
  'widths that are turned': () => composite({ descendant: '/CIDToGIDMap/Identity/W[9 0 900 2[1500 200]]' }),
  'widths that end early': () => composite({ descendant: '/CIDToGIDMap/Identity/W[2[1500 200] 3]' }),
  'widths of names': () => composite({ descendant: '/CIDToGIDMap/Identity/W[2[/a 200] /b 3 700]' }),
  'a width for all that is a name': () => composite({ descendant: '/CIDToGIDMap/Identity/DW/wide' }),
  'a width for all below zero': () => composite({ descendant: '/CIDToGIDMap/Identity/DW -500' }),
};

const named = (family: string, made: Record<string, () => Uint8Array>): [string, () => Uint8Array][] =>
  Object.entries(made).map(([kind, make]) => [`font, ${family}, ${kind}`, make]);

export const hostileFonts: Record<string, () => Uint8Array> = Object.fromEntries([
  ...named('compact', compact),
  ...named('Type 1', postScript),
  ...named('TrueType', outlines),
  ...named('composite', cid),
]);
