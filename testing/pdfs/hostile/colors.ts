import { CLAUSE, hostilePage, packedStream, rawStream, type HostilePage } from '../raw-pdf.ts';

const show = (space: string, values: string): Pick<HostilePage, 'content' | 'resources'> => ({
  content: `/C cs ${values} scn ${CLAUSE}`,
  resources: `/ColorSpace<</C ${space}>>`,
});

/** Returns an ICC profile (version 2) with these tags. */
function profile(space: string, tags: Record<string, Buffer>, classOf = 'mntr'): Uint8Array {
  const head = Buffer.alloc(128);
  head.writeUInt32BE(0x02100000, 8);
  head.write(classOf, 12, 'latin1');
  head.write(space, 16, 'latin1');
  head.write('XYZ ', 20, 'latin1');
  head.write('acsp', 36, 'latin1');
  [0.9642, 1, 0.8249].forEach((value, at) => head.writeInt32BE(Math.round(value * 65536), 68 + at * 4));
  const names = Object.keys(tags);
  const table = Buffer.alloc(4 + names.length * 12);
  table.writeUInt32BE(names.length, 0);
  let at = head.length + table.length;
  const bodies = names.map((name, index) => {
    const body = Buffer.concat([tags[name]!, Buffer.alloc((4 - (tags[name]!.length % 4)) % 4)]);
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(at, 8 + index * 12);
    table.writeUInt32BE(tags[name]!.length, 12 + index * 12);
    at += body.length;
    return body;
  });
  const all = Buffer.concat([head, table, ...bodies]);
  all.writeUInt32BE(all.length, 0);
  return all;
}

const curve = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(12 + values.length * 2);
  bytes.write('curv', 0, 'latin1');
  bytes.writeUInt32BE(values.length, 8);
  values.forEach((value, at) => bytes.writeUInt16BE(Math.round(value * 65535), 12 + at * 2));
  return bytes;
};
const xyz = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(20);
  bytes.write('XYZ ', 0, 'latin1');
  values.forEach((value, at) => bytes.writeInt32BE(Math.round(value * 65536), 8 + at * 4));
  return bytes;
};
const white = xyz(0.9642, 1, 0.8249);
const straight = curve([0, 1]);
const inverted = curve([1, 0]);
const flat = curve([1, 1]);
const colorants = {
  rXYZ: xyz(0.436, 0.2225, 0.0139),
  gXYZ: xyz(0.3851, 0.7169, 0.0971),
  bXYZ: xyz(0.1431, 0.0606, 0.7141),
};
const curves = (one: Buffer) => ({ rTRC: one, gTRC: one, bTRC: one });

const profiles: Record<string, [number, Uint8Array]> = {
  'grey, inverted': [1, profile('GRAY', { wtpt: white, kTRC: inverted })],
  'grey, all white': [1, profile('GRAY', { wtpt: white, kTRC: flat })],
  'grey, a step': [1, profile('GRAY', { wtpt: white, kTRC: curve([1, 1, 1, 1, 0, 1]) })],
  'grey, fine': [1, profile('GRAY', { wtpt: white, kTRC: straight })],
  'red green blue, inverted': [3, profile('RGB ', { wtpt: white, ...colorants, ...curves(inverted) })],
  'red green blue, all white': [3, profile('RGB ', { wtpt: white, ...colorants, ...curves(flat) })],
  'red green blue, of no light': [
    3,
    profile('RGB ', {
      wtpt: white,
      rXYZ: xyz(0, 0, 0),
      gXYZ: xyz(0, 0, 0),
      bXYZ: xyz(0, 0, 0),
      ...curves(straight),
    }),
  ],
  'red green blue, of much light': [
    3,
    profile('RGB ', {
      wtpt: white,
      rXYZ: xyz(9, 9, 9),
      gXYZ: xyz(9, 9, 9),
      bXYZ: xyz(9, 9, 9),
      ...curves(straight),
    }),
  ],
  'red green blue, fine': [3, profile('RGB ', { wtpt: white, ...colorants, ...curves(straight) })],
  'lab for three': [3, profile('Lab ', { wtpt: white, ...colorants, ...curves(straight) })],
  'a named profile': [3, profile('RGB ', { wtpt: white, ...colorants, ...curves(straight) }, 'nmcl')],
  'a device link': [3, profile('RGB ', { wtpt: white, ...colorants, ...curves(straight) }, 'link')],
  'an empty table': [
    4,
    profile('CMYK', { wtpt: white, A2B0: Buffer.from('mft2\0\0\0\0\x04\x03\x02\0', 'latin1') }),
  ],
  'a table that is too short': [
    3,
    profile('RGB ', {
      wtpt: white,
      A2B0: Buffer.from(`mft1\0\0\0\0\x03\x03\x02\0${'\0'.repeat(36)}`, 'latin1'),
    }),
  ],
  'curves of another type': [
    1,
    profile('GRAY', { wtpt: white, kTRC: Buffer.from('text\0\0\0\0abcdefgh', 'latin1') }),
  ],
  'a curve of too many': [
    1,
    profile('GRAY', { wtpt: white, kTRC: Buffer.from('curv\0\0\0\0\x00\x0f\xff\xff\0\0\xff\xff', 'latin1') }),
  ],
};

const values: Record<number, [string, string]> = {
  1: ['0.03', '0.97'],
  3: ['0.03 0.03 0.03', '0.97 0.97 0.97'],
  4: ['0 0 0 1', '0 0 0 0'],
};

const byProfile = Object.entries(profiles).flatMap(([kind, [count, bytes]]) =>
  values[count]!.map((value, at): [string, () => Uint8Array] => [
    `profile, ${kind}, ${at === 0 ? 'dark' : 'light'}`,
    () =>
      hostilePage({
        ...show('[/ICCBased 20 0 R]', value),
        objects: { 20: packedStream(`/N ${count}`, bytes) },
      }),
  ]),
);

const tint = (program: string, entries = '/Domain[0 1]/Range[0 1]'): string =>
  rawStream(`/FunctionType 4${entries}`, program);

/** Color spaces: the array, the color values, and the objects that the space uses. */
const spaces: Record<string, [string, string, Record<number, string>?]> = {
  'calibrated, matrix of nothing': [
    '[/CalRGB<</WhitePoint[0.95 1 1.09]/Matrix[0 0 0 0 0 0 0 0 0]>>]',
    '0.97 0.97 0.97',
  ],
  'calibrated, matrix of much': [
    '[/CalRGB<</WhitePoint[0.95 1 1.09]/Matrix[99 99 99 99 99 99 99 99 99]>>]',
    '0.02 0.02 0.02',
  ],
  'calibrated, matrix inverted': [
    '[/CalRGB<</WhitePoint[0.95 1 1.09]/Matrix[-1 0 0 0 -1 0 0 0 -1]>>]',
    '0.9 0.9 0.9',
  ],
  'calibrated, matrix of names': ['[/CalRGB<</WhitePoint[0.95 1 1.09]/Matrix[/a/b]>>]', '0 0 0'],
  'calibrated, white in the middle': ['[/CalRGB<</WhitePoint[0.6 1 1.4]>>]', '0 0 0'],
  'calibrated, black point': ['[/CalGray<</WhitePoint[0.95 1 1.09]/BlackPoint[0.95 1 1.09]>>]', '0'],
  'lab, dark': ['[/Lab<</WhitePoint[0.95 1 1.09]/Range[-100 100 -100 100]>>]', '0 0 0'],
  'lab, light': ['[/Lab<</WhitePoint[0.95 1 1.09]/Range[-100 100 -100 100]>>]', '100 0 0'],
  'lab, without white': ['[/Lab<<>>]', '50 0 0'],
  'lab, range turned': ['[/Lab<</WhitePoint[0.95 1 1.09]/Range[100 -100 100 -100]>>]', '20 50 50'],
  'lab, beyond its range': ['[/Lab<</WhitePoint[0.95 1 1.09]/Range[0 1 0 1]>>]', '-50 900 900'],
  'indexed, beyond the table': ['[/Indexed/DeviceRGB 9<ffffff000000>]', '5'],
  'indexed, beyond the highest': ['[/Indexed/DeviceGray 1<00ff>]', '9'],
  'indexed, below zero': ['[/Indexed/DeviceGray 1<ff00>]', '-3'],
  'indexed, a half': ['[/Indexed/DeviceGray 1<00ff>]', '0.6'],
  'indexed of indexed': ['[/Indexed[/Indexed/DeviceGray 1<00ff>]1<0100>]', '1'],
  'indexed of itself': ['20 0 R', '1', { 20: '[/Indexed 20 0 R 1<00ff>]' }],
  'indexed without a table': ['[/Indexed/DeviceGray 1]', '1'],
  'indexed, highest as a name': ['[/Indexed/DeviceGray/One<00ff>]', '0'],
  'tint, a program': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('{ 1 exch sub }') }],
  'tint, white for all': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('{ pop 1 }') }],
  'tint, divides by zero': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('{ 0 div }') }],
  'tint, divides whole numbers by zero': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: tint('{ cvi 0 idiv }') },
  ],
  'tint, unknown word': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('{ nonsense }') }],
  'tint, too few on the stack': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: tint('{ pop pop pop }') },
  ],
  'tint, too many on the stack': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('{ dup dup 1 }') }],
  'tint, rolled': [
    '[/Separation/Spot/DeviceRGB 20 0 R]',
    '1',
    { 20: tint('{ 0 0 3 -1 roll 3 5 roll }', '/Domain[0 1]/Range[0 1 0 1 0 1]') },
  ],
  'tint, without braces': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('1 exch sub') }],
  'tint, if on a number': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: tint('{ 0.5 { pop 0 } { pop 1 } ifelse 1 }') },
  ],
  'tint, bits of a fraction': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('{ 0.5 bitshift }') }],
  'tint, root of less than nothing': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: tint('{ neg sqrt }') },
  ],
  'tint, angle': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('{ neg 0 atan 360 div }') }],
  'tint, powers': ['[/Separation/Spot/DeviceGray 20 0 R]', '0.5', { 20: tint('{ neg 0.5 exp }') }],
  'tint, malformed numbers': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('{ pop 1-0 }') }],
  'tint, hexadecimal numbers': ['[/Separation/Spot/DeviceGray 20 0 R]', '1', { 20: tint('{ pop 16#01 }') }],
  'tint, no range': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: tint('{ 1 exch sub }', '/Domain[0 1]') },
  ],
  'tint, no domain': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: tint('{ 1 exch sub }', '/Range[0 1]') },
  ],
  'tint, range turned': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: tint('{ 1 exch sub }', '/Domain[0 1]/Range[1 0]') },
  ],
  'tint, domain turned': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: tint('{ 1 exch sub }', '/Domain[1 0]/Range[0 1]') },
  ],
  'tint, domain of one value': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: tint('{ 1 exch sub }', '/Domain[0 0]/Range[0 1]') },
  ],
  'tint, beyond its domain': ['[/Separation/Spot/DeviceGray 20 0 R]', '7', { 20: tint('{ 1 exch sub }') }],
  'tint, exponent below zero': [
    '[/Separation/Spot/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N -1>>]',
    '0.5',
  ],
  'tint, exponent of zero': [
    '[/Separation/Spot/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 0>>]',
    '0',
  ],
  'tint, no exponent': ['[/Separation/Spot/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]>>]', '1'],
  'tint, ends of different lengths': [
    '[/Separation/Spot/DeviceRGB<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[0]/N 1>>]',
    '1',
  ],
  'tint, ends left out': ['[/Separation/Spot/DeviceGray<</FunctionType 2/Domain[0 1]/N 1>>]', '0'],
  'tint, ends beyond one': [
    '[/Separation/Spot/DeviceGray<</FunctionType 2/Domain[0 1]/C0[9]/C1[-9]/N 1>>]',
    '0.48',
  ],
  'tint, samples': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8', '\xff\0') },
  ],
  'tint, samples decoded the other way': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8/Decode[1 0]', '\0\xff') },
  ],
  'tint, samples encoded the other way': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8/Encode[1 0]', '\0\xff') },
  ],
  'tint, one sample': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[1]/BitsPerSample 8', '\0') },
  ],
  'tint, samples too few': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[9]/BitsPerSample 8', '\xff\0') },
  ],
  'tint, samples of 3 bits': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 3', '\xe0\xff') },
  ],
  'tint, samples of 12 bits': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    { 20: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 12', '\xff\xf0\0') },
  ],
  'tint, samples of 32 bits': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '1',
    {
      20: rawStream(
        '/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 32',
        '\xff\xff\xff\xff\0\0\0\0',
      ),
    },
  ],
  'tint, cubic samples': [
    '[/Separation/Spot/DeviceGray 20 0 R]',
    '0.5',
    {
      20: rawStream('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[4]/BitsPerSample 8/Order 3', '\xff\0\0\xff'),
    },
  ],
  'tint, stitched': [
    '[/Separation/Spot/DeviceGray<</FunctionType 3/Domain[0 1]/Bounds[0.5]/Encode[0 1 0 1]/Functions[<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>><</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>]>>]',
    '0.5',
  ],
  'tint, stitched with bounds turned': [
    '[/Separation/Spot/DeviceGray<</FunctionType 3/Domain[0 1]/Bounds[0.8 0.2]/Encode[0 1 0 1 0 1]/Functions[<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>><</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>><</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>]>>]',
    '0.5',
  ],
  'tint, stitched without encode': [
    '[/Separation/Spot/DeviceGray<</FunctionType 3/Domain[0 1]/Bounds[0.5]/Functions[<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>><</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>]>>]',
    '1',
  ],
  'tint, stitched of nothing': [
    '[/Separation/Spot/DeviceGray<</FunctionType 3/Domain[0 1]/Bounds[]/Encode[]/Functions[]>>]',
    '1',
  ],
  'tint, type 1': ['[/Separation/Spot/DeviceGray<</FunctionType 1/Domain[0 1]/C0[1]/C1[0]/N 1>>]', '1'],
  'tint, type 5': ['[/Separation/Spot/DeviceGray<</FunctionType 5/Domain[0 1]>>]', '1'],
  'tint, a list of functions': [
    '[/Separation/Spot/DeviceRGB[<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>><</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>><</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>]]',
    '1',
  ],
  'tint, identity': ['[/Separation/Spot/DeviceGray/Identity]', '1'],
  'tint into lab': [
    '[/Separation/Spot[/Lab<</WhitePoint[0.95 1 1.09]/Range[-100 100 -100 100]>>]<</FunctionType 2/Domain[0 1]/C0[100 0 0]/C1[0 0 0]/N 1>>]',
    '1',
  ],
  'tint into indexed': [
    '[/Separation/Spot[/Indexed/DeviceGray 1<ff00>]<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>]',
    '1',
  ],
  'tint into a pattern': ['[/Separation/Spot/Pattern<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>]', '1'],
  'tint into itself': [
    '20 0 R',
    '1',
    { 20: '[/Separation/Spot 20 0 R<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>]' },
  ],
  'tint of None': ['[/Separation/None/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>]', '1'],
  'tint of All': ['[/Separation/All/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>]', '1'],
  'tint of a string': ['[/Separation(Black)/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>]', '1'],
  'inks, None among others': [
    '[/DeviceN[/None/Spot]/DeviceGray 20 0 R]',
    '1 0',
    { 20: tint('{ pop 1 exch sub }', '/Domain[0 1 0 1]/Range[0 1]') },
  ],
  'inks, Black and None': [
    '[/DeviceN[/Black/None]/DeviceGray 20 0 R]',
    '1 1',
    { 20: tint('{ pop pop 1 }', '/Domain[0 1 0 1]/Range[0 1]') },
  ],
  'inks, the process': [
    '[/DeviceN[/Cyan/Magenta/Yellow/Black]/DeviceGray 20 0 R]',
    '0 0 0 1',
    { 20: tint('{ pop pop pop pop 1 }', '/Domain[0 1 0 1 0 1 0 1]/Range[0 1]') },
  ],
  'inks, of a process named': [
    '[/DeviceN[/Cyan/Magenta/Yellow/Black]/DeviceGray 20 0 R<</Subtype/NChannel/Process<</ColorSpace/DeviceCMYK/Components[/Cyan/Magenta/Yellow/Black]>>>>]',
    '0 0 0 1',
    { 20: tint('{ pop pop pop pop 1 }', '/Domain[0 1 0 1 0 1 0 1]/Range[0 1]') },
  ],
  'inks, none at all': ['[/DeviceN[]/DeviceGray 20 0 R]', '1', { 20: tint('{ 0 }', '/Domain[]/Range[0 1]') }],
  'inks, twice the same': [
    '[/DeviceN[/Spot/Spot]/DeviceGray 20 0 R]',
    '1 0',
    { 20: tint('{ pop 1 exch sub }', '/Domain[0 1 0 1]/Range[0 1]') },
  ],
  'inks, nine': [
    '[/DeviceN[/A/B/C/D/E/F/G/H/I]/DeviceGray 20 0 R]',
    '0 0 0 0 0 0 0 0 1',
    {
      20: tint(
        '{ 9 1 roll pop pop pop pop pop pop pop pop 1 exch sub }',
        '/Domain[0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1]/Range[0 1]',
      ),
    },
  ],
  'a name of a space': ['/DeviceRGB', '0 0 0'],
  'an unknown name': ['/DeviceXYZ', '0 0 0'],
  'an unknown family': ['[/CalCMYK<<>>]', '0 0 0 1'],
  'a short name': ['/G', '0'],
  'a list of one': ['[/DeviceRGB]', '0 0 0'],
  'a list in a list': ['[[/DeviceRGB]]', '0 0 0'],
  'profile of an alternate': [
    '[/ICCBased 20 0 R]',
    '0 0 0 1',
    { 20: rawStream('/N 4/Alternate[/Indexed/DeviceGray 1<ff00>]', 'none') },
  ],
  'profile without a count': [
    '[/ICCBased 20 0 R]',
    '0 0 0',
    { 20: rawStream('/Alternate/DeviceRGB', 'none') },
  ],
  'profile of two': ['[/ICCBased 20 0 R]', '0 0', { 20: rawStream('/N 2', 'none') }],
  'profile of two, light first': ['[/ICCBased 20 0 R]', '1 0', { 20: rawStream('/N 2', 'none') }],
  'profile, range turned': [
    '[/ICCBased 20 0 R]',
    '0.2',
    { 20: packedStream('/N 1/Range[1 0]', profile('GRAY', { wtpt: white, kTRC: straight })) },
  ],
  'profile, small range': [
    '[/ICCBased 20 0 R]',
    '1',
    { 20: packedStream('/N 1/Range[0 0.1]', profile('GRAY', { wtpt: white, kTRC: straight })) },
  ],
};

const bySpace = Object.entries(spaces).map(
  ([kind, [space, values, objects = {}]]): [string, () => Uint8Array] => [
    `space, ${kind}`,
    () => hostilePage({ ...show(space, values), objects }),
  ],
);

const invertedGrey = packedStream('/N 1', profiles['grey, inverted']![1]);
const invertedColors = packedStream('/N 3', profiles['red green blue, inverted']![1]);

/** Pages by name: operators that set a color, and their resources. */
const colors: Record<string, [string, string, Record<number, string>?]> = {
  'a default grey': ['0 g', '/ColorSpace<</DefaultGray[/ICCBased 20 0 R]>>', { 20: invertedGrey }],
  'a default color': ['0 0 0 rg', '/ColorSpace<</DefaultRGB[/ICCBased 20 0 R]>>', { 20: invertedColors }],
  'a calibrated default': [
    '0 0 0 rg',
    '/ColorSpace<</DefaultRGB[/CalRGB<</WhitePoint[0.95 1 1.09]/Matrix[99 0 0 0 99 0 0 0 99]>>]>>',
  ],
  'a lab default': ['0 0 0 rg', '/ColorSpace<</DefaultRGB[/Lab<</WhitePoint[0.95 1 1.09]>>]>>'],
  'a default of names': ['0 g', '/ColorSpace<</DefaultGray/DeviceRGB>>'],
  'a default of four for three': ['0 0 0 rg', '/ColorSpace<</DefaultRGB/DeviceCMYK>>'],
  'four colors, light': ['0 0 0 0 k', ''],
  'four colors, beyond': ['-1 -1 -1 2 k', ''],
  'grey beyond one': ['1.7 g', ''],
  'grey below zero': ['-0.5 g', ''],
  'a space that is not there': ['/Nope cs 0 scn', ''],
  'a pattern that is not there': ['/Pattern cs /Nope scn', ''],
  'values without a space': ['0.2 0.4 0.1 scn', ''],
  'a name for a color': [
    '/DeviceRGB cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>>>>>',
    },
  ],
  'shaded, dark to white': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 595 0]/Extend[false false]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>>>>>',
    },
  ],
  'shaded, beyond its ends': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 100 0]/Extend[false false]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>>>>>',
    },
  ],
  'shaded, with a background': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Background[0]/Coords[0 0 100 0]/Extend[false false]/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>>>>>',
    },
  ],
  'shaded, in a box': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/BBox[0 0 150 842]/Coords[0 0 100 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>>>>>',
    },
  ],
  'shaded, ends of the same place': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[5 5 5 5]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>>>>>',
    },
  ],
  'shaded, domain turned': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Domain[1 0]/Coords[0 0 300 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>>>>>',
    },
  ],
  'shaded without a function': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 300 0]/Extend[true true]>>>>',
    },
  ],
  'shaded round': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading<</ShadingType 3/ColorSpace/DeviceGray/Coords[100 640 50 300 640 10]/Extend[false true]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>>>>>',
    },
  ],
  'shaded by a function': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading 21 0 R>>',
      21: '<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 595 0 842]/Function 22 0 R>>',
      22: tint('{ pop pop 0 }', '/Domain[0 595 0 842]/Range[0 1]'),
    },
  ],
  'shaded by a mesh': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/Shading 21 0 R>>',
      21: rawStream(
        '/ShadingType 4/ColorSpace/DeviceGray/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 595 0 842 0 1]',
        '\0\0\0\0\0\xff\0\0\0\0\xff\0',
      ),
    },
  ],
  'shaded by an unknown type': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    { 20: '<</PatternType 2/Shading<</ShadingType 9/ColorSpace/DeviceGray>>>>' },
  ],
  'tiles of text color': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
        '0 g 0 0 10 10 re f',
      ),
    },
  ],
  'tiles without a color': [
    '/C cs 1 /P scn',
    '/ColorSpace<</C[/Pattern/DeviceGray]>>/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 2/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
        '0 g 0 0 10 10 re f',
      ),
    },
  ],
  'tiles without a color or a space': [
    '/Pattern cs 1 /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 2/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
        '0 0 10 10 re f',
      ),
    },
  ],
  'tiles of a paint that is none': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 3/TilingType 9/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
        '0 g 0 0 10 10 re f',
      ),
    },
  ],
  'tiles with negative steps': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep -10/YStep -10/Resources<<>>',
        '0 g 0 0 10 10 re f',
      ),
    },
  ],
  'tiles over each other': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 100 100]/XStep 10/YStep 10/Resources<<>>',
        '0 g 0 0 10 10 re f',
      ),
    },
  ],
  'tiles far apart': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 40000/YStep 40000/Resources<<>>/Matrix[1 0 0 1 60 640]',
        '0 g 0 0 10 10 re f',
      ),
    },
  ],
  'tiles of many': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.01/YStep 0.01/Resources<<>>',
        '0 g 0 0 1 1 re f',
      ),
    },
  ],
  'tiles turned flat': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>/Matrix[1 0 0 0 0 0]',
        '0 g 0 0 10 10 re f',
      ),
    },
  ],
  'tiles in themselves': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: rawStream(
        '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<</Pattern<</P 20 0 R>>>>',
        '/Pattern cs /P scn 0 0 10 10 re f',
      ),
    },
  ],
  'a pattern with a state': [
    '/Pattern cs /P scn',
    '/Pattern<</P 20 0 R>>',
    {
      20: '<</PatternType 2/ExtGState<</ca 0>>/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 300 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>>>>>',
    },
  ],
};

const byColor = Object.entries(colors).map(
  ([kind, [operators, resources, objects = {}]]): [string, () => Uint8Array] => [
    `color, ${kind}`,
    () => hostilePage({ content: `${operators} ${CLAUSE}`, resources, objects }),
  ],
);

export const hostileColors: Record<string, () => Uint8Array> = Object.fromEntries([
  ...byProfile,
  ...bySpace,
  ...byColor,
]);
