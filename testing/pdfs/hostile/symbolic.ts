import { differences, trueType } from './fonts.ts';
import { digitBlocks, type TrueTypeToMake } from './true-type.ts';

const [ONE, NINE] = [2, 3];
const codes = { 32: 1, 49: ONE, 57: NINE };
const swapped = { 32: 1, 49: NINE, 57: ONE };
const symbols = { 61472: 1, 61489: ONE, 61497: NINE };
const swappedSymbols = { 61472: 1, 61489: NINE, 61497: ONE };
/** Digits at codes that programs translate to other characters. */
const high = { 32: 1, 146: ONE, 213: NINE };
const highSymbols = { 61472: 1, 61586: NINE, 61653: ONE };

const maps: Record<string, NonNullable<TrueTypeToMake['cmaps']>> = {
  'for symbols': [[3, 0, symbols]],
  'for symbols, plain codes': [[3, 0, codes]],
  'for the Macintosh': [[1, 0, codes]],
  'for both': [
    [1, 0, codes],
    [3, 0, symbols],
  ],
  'for both, against each other': [
    [1, 0, swapped],
    [3, 0, symbols],
  ],
  'for both, above ASCII, against each other': [
    [1, 0, high],
    [3, 0, highSymbols],
  ],
  'for the Macintosh, above ASCII': [[1, 0, { ...high, 237: ONE, 130: NINE, 234: ONE }]],
  'for letters': [[3, 1, codes]],
  'for letters and the Macintosh': [
    [1, 0, codes],
    [3, 1, codes],
  ],
  'for symbols and letters, against each other': [
    [3, 0, swappedSymbols],
    [3, 1, codes],
  ],
  'for all three': [
    [1, 0, codes],
    [3, 0, symbols],
    [3, 1, codes],
  ],
  none: [],
};

const encodings: Record<string, string> = {
  none: '',
  swapped: differences(49, 'nine', 57, 'one'),
  'one swapped': differences(49, 'nine'),
  confirmed: differences(49, 'one', 57, 'nine'),
  'swapped by number': differences(49, 'uni0039', 57, 'uni0031'),
  'swapped by glyph': differences(49, 'g3', 57, 'g2'),
  'swapped on a base': '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[49/nine 57/one]>>',
  'swapped on a Macintosh base': '/Encoding<</BaseEncoding/MacRomanEncoding/Differences[49/nine 57/one]>>',
  'of unknown names': differences(49, 'foo', 57, 'bar'),
  'of other codes': differences(146, 'one', 213, 'nine'),
  'a base without differences': '/Encoding<</BaseEncoding/WinAnsiEncoding>>',
  'by name': '/Encoding/WinAnsiEncoding',
  'for the Macintosh by name': '/Encoding/MacRomanEncoding',
};

const flagged: Record<string, number> = {
  symbolic: 4,
  'of both kinds': 36,
  'of no kind': 0,
  'of letters': 32,
};

/** Fonts whose glyph names contradict their character maps. */
const misnamed: TrueTypeToMake['glyphs'] = [
  digitBlocks[0]!,
  digitBlocks[1]!,
  ['nine', digitBlocks[2]![1]],
  ['one', digitBlocks[3]![1]],
];

const shownIn = (map: string): string =>
  map.includes('above ASCII') ? '(\\222\\325 \\325\\222)' : '(19 91)';
const everyCode = `/LastChar 255/Widths[${'1200 '.repeat(224)}]`;

/** Symbolic TrueType fonts. Programs treat their encoding in different ways (ISO 32000-2, 9.6.5.4). */
export const hostileSymbolic: Record<string, () => Uint8Array> = Object.fromEntries(
  Object.entries(maps).flatMap(([map, cmaps]) =>
    Object.entries(encodings).flatMap(([encoding, font]) => [
      ...Object.entries(flagged).map(([kind, flags]): [string, () => Uint8Array] => [
        `font, ${kind}, map ${map}, encoding ${encoding}`,
        () => trueType({ cmaps }, { flags, font: font + everyCode, shown: shownIn(map) }),
      ]),
      [
        `font, misnamed, map ${map}, encoding ${encoding}`,
        () =>
          trueType({ cmaps, glyphs: misnamed }, { flags: 4, font: font + everyCode, shown: shownIn(map) }),
      ],
    ]),
  ),
);
