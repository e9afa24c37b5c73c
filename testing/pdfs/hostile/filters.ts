import { CLAUSE, hostilePage, RENT, TITLE } from '../raw-pdf.ts';
import {
  ascii85,
  differences,
  flate,
  hexadecimal,
  lzw,
  predicted,
  rawFlate,
  runLengths,
  storedFlate,
} from './encoders.ts';
import { trueTypeFont } from './true-type.ts';

/**
 * Entries of a stream and its data. The stated length is that of the data unless `entries` contain another
 * one.
 */
type Coded = { entries: string; data: string };

/** Bytes per row for the predictors. */
const COLUMNS = 16;
const half = (data: string): number => data.length >> 1;
const cut = (data: string): [string, string] => [data.slice(0, half(data)), data.slice(half(data))];
const inserted = (data: string, text: string): string => cut(data).join(text);
const hex = (data: string): string => `${hexadecimal(data)}>`;
const base = (data: string): string => `${ascii85(data)}~>`;
const runs = (data: string): string => `${runLengths(data)}\x80`;

const by =
  (entries: string, encode: (data: string) => string) =>
  (data: string): Coded => ({
    entries,
    data: encode(data),
  });

const simple: Record<string, (data: string) => Coded> = {
  hexadecimal: by('/Filter/ASCIIHexDecode', hex),
  'hexadecimal, half a byte at the end': by('/Filter/ASCIIHexDecode', (data) => `${hexadecimal(data)}2>`),
  'hexadecimal, half a byte is missing': by(
    '/Filter/ASCIIHexDecode',
    (data) => `${hexadecimal(data).slice(0, -1)}>`,
  ),
  'hexadecimal, other letters': by('/Filter/ASCIIHexDecode', (data) => inserted(hex(data), 'xyz')),
  'hexadecimal, one other letter': by('/Filter/ASCIIHexDecode', (data) => inserted(hex(data), '$')),
  'hexadecimal, blanks': by('/Filter/ASCIIHexDecode', (data) => inserted(hex(data), ' \n\t\0\f')),
  'hexadecimal, not ended': by('/Filter/ASCIIHexDecode', hexadecimal),
  'hexadecimal, ended early': by(
    '/Filter/ASCIIHexDecode',
    (data) => `${hex(cut(data)[0])}${hex(cut(data)[1])}`,
  ),
  'hexadecimal, in brackets': by('/Filter/ASCIIHexDecode', (data) => `<${hex(data)}`),
  'base 85': by('/Filter/ASCII85Decode', base),
  'base 85, z in a group': by('/Filter/ASCII85Decode', (data) => inserted(base(data), 'z')),
  'base 85, z before a group': by('/Filter/ASCII85Decode', (data) => `z${base(data)}`),
  'base 85, half an end': by('/Filter/ASCII85Decode', (data) => `${ascii85(data)}~`),
  'base 85, another end': by('/Filter/ASCII85Decode', (data) => `${ascii85(data)}~x`),
  'base 85, half an end in the middle': by('/Filter/ASCII85Decode', (data) => inserted(base(data), '~')),
  'base 85, blanks in the end': by('/Filter/ASCII85Decode', (data) => `${ascii85(data)}~ >`),
  'base 85, not ended': by('/Filter/ASCII85Decode', ascii85),
  'base 85, with a beginning': by('/Filter/ASCII85Decode', (data) => `<~${base(data)}`),
  'base 85, other letters': by('/Filter/ASCII85Decode', (data) => inserted(base(data), 'v{|')),
  'base 85, other bytes': by('/Filter/ASCII85Decode', (data) => inserted(base(data), '\x80\xff')),
  'base 85, one letter at the end': by(
    '/Filter/ASCII85Decode',
    (data) => `${ascii85(data + ' '.repeat(4 - (data.length % 4)))}!~>`,
  ),
  'base 85, too large a group': by('/Filter/ASCII85Decode', (data) => `uuuuu${base(data)}`),
  'run lengths': by('/Filter/RunLengthDecode', runs),
  'run lengths, not ended': by('/Filter/RunLengthDecode', runLengths),
  'run lengths, ended early': by(
    '/Filter/RunLengthDecode',
    (data) => `${runs(cut(data)[0])}${runs(cut(data)[1])}`,
  ),
  'run lengths, cut': by('/Filter/RunLengthDecode', (data) => runLengths(data).slice(0, -10)),
  'run lengths, a repetition at the end': by('/Filter/RunLengthDecode', (data) => `${runLengths(data)}\xf0`),
  LZW: by('/Filter/LZWDecode', (data) => lzw(data)),
  'LZW, changed late': by('/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>', (data) =>
    lzw(data, { early: 0 }),
  ),
  'LZW, changed late, not stated': by('/Filter/LZWDecode', (data) => lzw(data, { early: 0 })),
  'LZW, changed early, stated as late': by('/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>', (data) =>
    lzw(data),
  ),
  'LZW, changed by a name': by('/Filter/LZWDecode/DecodeParms<</EarlyChange/No>>', (data) => lzw(data)),
  'LZW, changed by two': by('/Filter/LZWDecode/DecodeParms<</EarlyChange 2>>', (data) => lzw(data)),
  'LZW, not ended': by('/Filter/LZWDecode', (data) => lzw(data, { isEnded: false })),
  'LZW, not cleared': by('/Filter/LZWDecode', (data) => lzw(data, { isCleared: false })),
  'LZW, ended early': by('/Filter/LZWDecode', (data) => lzw(cut(data)[0]) + lzw(cut(data)[1])),
  'LZW, another byte before': by('/Filter/LZWDecode', (data) => `\n${lzw(data)}`),
  'LZW, predicted': by(`/Filter/LZWDecode/DecodeParms<</Predictor 12/Columns ${COLUMNS}>>`, (data) =>
    lzw(predicted(data, COLUMNS, 2)),
  ),
};

const FLATE = '/Filter/FlateDecode';
const withParms = (parms: string): string => `${FLATE}/DecodeParms ${parms}`;
const up = (data: string): string => flate(predicted(data, COLUMNS, 2));
const columns = (entries: string): string => withParms(`<</Columns ${COLUMNS}${entries}>>`);

const flates: Record<string, (data: string) => Coded> = {
  plain: by(FLATE, flate),
  'not compressed': by(FLATE, storedFlate),
  cut: by(FLATE, (data) => flate(data).slice(0, -12)),
  'without its last byte': by(FLATE, (data) => flate(data).slice(0, -1)),
  'without a checksum': by(FLATE, (data) => flate(data).slice(0, -4)),
  'with a wrong checksum': by(FLATE, (data) => `${flate(data).slice(0, -4)}abcd`),
  'with more behind it': by(FLATE, (data) => `${flate(data)} more bytes`),
  'with a second one behind it': by(FLATE, (data) => flate(cut(data)[0]) + flate(cut(data)[1])),
  'with a line before it': by(FLATE, (data) => `\r\n${flate(data)}`),
  'with a byte before it': by(FLATE, (data) => `x${flate(data)}`),
  'without a header': by(FLATE, rawFlate),
  'with a wrong header': by(FLATE, (data) => `\x78\x00${flate(data).slice(2)}`),
  'with a window that is too large': by(FLATE, (data) => `\xf8\x1d${flate(data).slice(2)}`),
  'with a dictionary': by(FLATE, (data) => `\x78\xbb\0\0\0\x01${flate(data).slice(2)}`),
  'changed in the middle': by(FLATE, (data) => inserted(flate(data), '\x55\xaa\x55')),
  'not compressed, changed length': by(FLATE, (data) => storedFlate(data).replace(/^(..)./s, '$1\x00')),
  'not compressed at all': by(FLATE, (data) => data),
  empty: by(FLATE, () => ''),
  'of nothing': by(FLATE, () => flate('')),
  predicted: by(columns('/Predictor 12'), up),
  'predicted, another number': by(columns('/Predictor 15'), up),
  'predicted, the least number': by(columns('/Predictor 10'), up),
  'predicted, beyond the last number': by(columns('/Predictor 16'), up),
  'predicted, between the numbers': by(columns('/Predictor 5'), up),
  'predicted, not stated': by(columns(''), up),
  'predicted, stated as none': by(columns('/Predictor 1'), up),
  'predicted, stated below zero': by(columns('/Predictor -12'), up),
  'predicted, stated by name': by(columns('/Predictor/Up'), up),
  'predicted, stated as a fraction': by(columns('/Predictor 12.5'), up),
  'predicted, of an unknown kind': by(columns('/Predictor 12'), (data) => flate(predicted(data, COLUMNS, 7))),
  'predicted, of kinds that change': by(columns('/Predictor 12'), (data) =>
    flate(
      predicted(cut(data)[0].slice(0, half(data) - (half(data) % COLUMNS)), COLUMNS, 0) +
        predicted(data.slice(half(data) - (half(data) % COLUMNS)), COLUMNS, 9),
    ),
  ),
  'predicted, without columns': by(withParms('<</Predictor 12>>'), up),
  'predicted, no columns': by(withParms('<</Predictor 12/Columns 0>>'), up),
  'predicted, columns below zero': by(withParms('<</Predictor 12/Columns -16>>'), up),
  'predicted, columns of a name': by(withParms('<</Predictor 12/Columns/Wide>>'), up),
  'predicted, other columns': by(withParms('<</Predictor 12/Columns 8>>'), up),
  'predicted, far too many columns': by(withParms('<</Predictor 12/Columns 100000>>'), up),
  'predicted, a fraction of columns': by(withParms('<</Predictor 12/Columns 16.9>>'), up),
  'predicted, no colors': by(columns('/Predictor 12/Colors 0'), up),
  'predicted, too many colors': by(columns('/Predictor 12/Colors 99'), up),
  'predicted, three colors': by(columns('/Predictor 12/Colors 3'), up),
  'predicted, three bits': by(columns('/Predictor 12/BitsPerComponent 3'), up),
  'predicted, no bits': by(columns('/Predictor 12/BitsPerComponent 0'), up),
  'predicted, 16 bits': by(columns('/Predictor 12/BitsPerComponent 16'), up),
  'predicted, not in the data': by(columns('/Predictor 12'), flate),
  'predicted, cut': by(columns('/Predictor 12'), (data) => flate(predicted(data, COLUMNS, 2).slice(0, -5))),
  'predicted as TIFF': by(columns('/Predictor 2'), (data) => flate(differences(data, COLUMNS))),
  'predicted as TIFF, not in the data': by(columns('/Predictor 2'), flate),
  'predicted as TIFF, 4 bits': by(columns('/Predictor 2/BitsPerComponent 4'), flate),
  'predicted as TIFF, 16 bits': by(columns('/Predictor 2/BitsPerComponent 16'), flate),
  'predicted as TIFF, 1 bit': by(columns('/Predictor 2/BitsPerComponent 1'), flate),
  'parameters of null': by(withParms('null'), flate),
  'parameters in a list': by(withParms(`[<</Predictor 12/Columns ${COLUMNS}>>]`), up),
  'parameters in a list of null': by(withParms('[null]'), flate),
  'parameters in an empty list': by(withParms('[]'), flate),
  'parameters of a name': by(withParms('/None'), flate),
  'parameters that are missing': by(withParms('99 0 R'), flate),
  'parameters by their short name': by(`${FLATE}/DP<</Predictor 12/Columns ${COLUMNS}>>`, up),
  'parameters twice': by(
    `${FLATE}/DecodeParms<</Predictor 12/Columns 8>>/DecodeParms<</Predictor 12/Columns ${COLUMNS}>>`,
    up,
  ),
};

const chained = (filters: string, encode: (data: string) => string) => by(`/Filter ${filters}`, encode);

const chains: Record<string, (data: string) => Coded> = {
  'of none': chained('[]', (data) => data),
  'of null': chained('null', (data) => data),
  'of null in a list': chained('[null]', (data) => data),
  'of one': chained('[/FlateDecode]', flate),
  'of two': chained('[/ASCIIHexDecode/FlateDecode]', (data) => hex(flate(data))),
  'of two, in the wrong order': chained('[/FlateDecode/ASCIIHexDecode]', (data) => hex(flate(data))),
  'of two, with null': chained('[/ASCIIHexDecode null/FlateDecode]', (data) => hex(flate(data))),
  'of two, with a string': chained('[/ASCIIHexDecode(x)/FlateDecode]', (data) => hex(flate(data))),
  'of two, in a list of lists': chained('[[/ASCIIHexDecode/FlateDecode]]', (data) => hex(flate(data))),
  'of two, one in a list': chained('[/ASCIIHexDecode[/FlateDecode]]', (data) => hex(flate(data))),
  'of two, with parameters for one': by(
    `/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms<</Predictor 12/Columns ${COLUMNS}>>`,
    (data) => hex(up(data)),
  ),
  'of two, with parameters in order': by(
    `/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[null<</Predictor 12/Columns ${COLUMNS}>>]`,
    (data) => hex(up(data)),
  ),
  'of two, with parameters in the wrong order': by(
    `/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[<</Predictor 12/Columns ${COLUMNS}>>null]`,
    (data) => hex(up(data)),
  ),
  'of two, with too few parameters': by(
    `/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[<</Predictor 12/Columns ${COLUMNS}>>]`,
    (data) => hex(up(data)),
  ),
  'of two, with parameters for none': by(
    `/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[null null<</Predictor 12/Columns ${COLUMNS}>>]`,
    (data) => hex(flate(data)),
  ),
  'of short names': chained('[/AHx/Fl]', (data) => hex(flate(data))),
  'of one short name': chained('/A85', base),
  'of other letters': chained('/flatedecode', flate),
  'of a string': chained('(FlateDecode)', flate),
  'of the same one twice': chained('[/FlateDecode/FlateDecode]', (data) => flate(flate(data))),
  'of twelve': chained(`[${'/RunLengthDecode'.repeat(12)}]`, (data) => {
    let coded = data;
    for (let at = 0; at < 12; at += 1) coded = runs(coded);
    return coded;
  }),
  'of an unknown one': chained('/Foo', (data) => data),
  'of an unknown one first': chained('[/Foo/FlateDecode]', flate),
  'of an unknown one last': chained('[/FlateDecode/Foo]', flate),
  'of Crypt': by('/Filter/Crypt/DecodeParms<</Name/Identity>>', (data) => data),
  'of Crypt and another': by('/Filter[/Crypt/FlateDecode]/DecodeParms[<</Name/Identity>>null]', flate),
  'of another and Crypt': by('/Filter[/FlateDecode/Crypt]/DecodeParms[null<</Name/Identity>>]', flate),
  'of Crypt by another name': by('/Filter[/Crypt]/DecodeParms[<</Name/StdCF>>]', (data) => data),
  'of Crypt without a name': chained('[/Crypt/FlateDecode]', flate),
  'of Crypt with parameters for all': by(
    `/Filter[/Crypt/FlateDecode]/DecodeParms[<</Name/Identity>><</Predictor 12/Columns ${COLUMNS}>>]`,
    up,
  ),
  'of JPEG': chained('/DCTDecode', (data) => data),
  'of JPEG first': chained('[/DCTDecode/FlateDecode]', flate),
  'of JPEG last': chained('[/FlateDecode/DCTDecode]', flate),
  'of faxes': chained('/CCITTFaxDecode', (data) => data),
  'of JBIG2': chained('/JBIG2Decode', (data) => data),
  'of JPEG 2000': chained('/JPXDecode', (data) => data),
  'twice in the dictionary': by('/Filter/ASCIIHexDecode/Filter/FlateDecode', flate),
  'by a reference that is missing': chained('99 0 R', (data) => data),
  'in another file': by('/F(other.txt)', (data) => data),
  'in another file, with a filter': by('/F(other.txt)/FFilter/FlateDecode', (data) => data),
  'in another file, by a dictionary': by('/F<</Type/Filespec/F(other.txt)>>', (data) => data),
  'in another file that is empty': by('/F()', (data) => data),
  'short, without a list': by('/F/FlateDecode', flate),
  'short, beside another': by('/F/ASCIIHexDecode/Filter/FlateDecode', flate),
  'with a decoded length': by('/Filter/FlateDecode/DL 20', flate),
};

const sized =
  (length: (data: string) => string) =>
  (data: string): Coded => ({
    entries: `/Length ${length(data)}`,
    data,
  });

const lengths: Record<string, (data: string) => Coded> = {
  'too short': sized((data) => String(half(data))),
  'too long': sized((data) => String(data.length + 3000)),
  'a little too long': sized((data) => String(data.length + 12)),
  'one too long': sized((data) => String(data.length + 2)),
  'of nothing': sized(() => '0'),
  'below zero': sized(() => '-5'),
  'of a name': sized(() => '/Long'),
  'of a fraction': sized((data) => String(half(data) + 0.5)),
  'by a reference': sized(() => '40 0 R'),
  'by a reference that is missing': sized(() => '99 0 R'),
  'by a reference to itself': sized(() => '30 0 R'),
  'by a reference to a name': sized(() => '41 0 R'),
  'beyond 32 bits': sized((data) => String(4294967296 + data.length)),
  missing: (data) => ({ entries: '/X 0', data }),
  'twice, the last one wrong': sized((data) => `${data.length}/Length ${half(data)}`),
  'twice, the first one wrong': sized((data) => `${half(data)}/Length ${data.length}`),
  'of compressed data, too short': (data) => ({
    entries: `${FLATE}/Length ${half(flate(data))}`,
    data: flate(data),
  }),
  'of compressed data, of nothing': (data) => ({ entries: `${FLATE}/Length 0`, data: flate(data) }),
};

const textOf = ({ entries, data }: Coded, own: string): string => {
  const length = /\/Length|\/X 0/.test(entries) ? '' : `/Length ${data.length}`;
  return `<<${own}${entries}${length}>>stream\n${data}\nendstream`;
};

/** Text for which LZW needs codes longer than nine bits. */
const FILLER = Array.from(
  { length: 30 },
  (_, at) =>
    `% ${Array.from({ length: 30 }, (__, index) => String.fromCharCode(97 + ((at * 31 + index * index * 7) % 26))).join('')}\n`,
).join('');
const SIDE = 64;
const GREY = ('\0'.repeat(SIDE / 2) + '\xff'.repeat(SIDE / 2)).repeat(SIDE);

/** Kinds of streams that programs read in different parts of their code. */
const carriers: Record<string, (coded: (data: string) => Coded) => Uint8Array> = {
  content: (coded) =>
    hostilePage({
      objects: { 4: textOf(coded(TITLE + RENT + FILLER + CLAUSE), ''), 40: '9', 41: '/Long' },
    }),
  picture: (coded) =>
    hostilePage({
      content: `${CLAUSE}q 200 0 0 200 60 400 cm /X Do Q\n`,
      resources: '/XObject<</X 30 0 R>>',
      objects: {
        30: textOf(
          coded(GREY),
          `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}/BitsPerComponent 8/ColorSpace/DeviceGray`,
        ),
        40: '9',
        41: '/Long',
      },
    }),
  font: (coded) =>
    hostilePage({
      content: 'BT /H 40 Tf 60 540 Td (19 91) Tj ET\n',
      resources: '/Font<</H 20 0 R>>',
      objects: {
        20: `<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Made/FirstChar 32/LastChar 57/Widths[${'1200 '.repeat(26)}]/FontDescriptor 21 0 R/Encoding/WinAnsiEncoding>>`,
        21: '<</Type/FontDescriptor/FontName/ABCDEF+Made/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80/Flags 32/FontFile2 30 0 R>>',
        30: textOf(coded(trueTypeFont().toString('latin1')), ''),
        40: '9',
        41: '/Long',
      },
    }),
};

export const hostileFilters: Record<string, () => Uint8Array> = Object.fromEntries(
  Object.entries(carriers).flatMap(([carrier, make]) =>
    Object.entries({ simple, flate: flates, filters: chains, length: lengths }).flatMap(([family, kinds]) =>
      Object.entries(kinds).map(([kind, coded]): [string, () => Uint8Array] => [
        `coded ${carrier}, ${family}, ${kind}`,
        () => make(coded),
      ]),
    ),
  ),
);
