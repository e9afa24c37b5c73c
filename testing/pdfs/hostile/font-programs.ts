/** A glyph of a generated font: its name, and its charstring as text. */
export type MadeGlyph = readonly [name: string, outline: string];

/** Returns the charstring of a block as tall as a letter, at this position on the line. */
export const block = (left: number): string => `${left} 0 rmoveto 200 0 rlineto 0 700 rlineto -200 0 rlineto`;

/** Advance width of each glyph. */
export const ADVANCE = 1200;

/**
 * Shapes of the digits in all generated fonts: a block at the beginning, or at the end, of the glyph's width.
 */
export const ONE = block(50);
export const NINE = block(850);
export const BLANK = '';

/** Glyphs of most generated fonts. */
export const digitGlyphs: readonly MadeGlyph[] = [
  ['.notdef', BLANK],
  ['space', BLANK],
  ['one', ONE],
  ['nine', NINE],
];

const OPERATORS: Record<string, readonly number[]> = {
  hstem: [1],
  vstem: [3],
  vmoveto: [4],
  rlineto: [5],
  hlineto: [6],
  vlineto: [7],
  rrcurveto: [8],
  closepath: [9],
  callsubr: [10],
  return: [11],
  hsbw: [13],
  endchar: [14],
  hintmask: [19],
  rmoveto: [21],
  hmoveto: [22],
  callgsubr: [29],
  dotsection: [12, 0],
  seac: [12, 6],
  sbw: [12, 7],
  and: [12, 3],
  not: [12, 5],
  abs: [12, 9],
  add: [12, 10],
  sub: [12, 11],
  div: [12, 12],
  callothersubr: [12, 16],
  pop: [12, 17],
  drop: [12, 18],
  put: [12, 20],
  get: [12, 21],
  ifelse: [12, 22],
  random: [12, 23],
  mul: [12, 24],
  dup: [12, 27],
  exch: [12, 28],
  index: [12, 29],
  roll: [12, 30],
  setcurrentpoint: [12, 33],
  unknown: [12, 99],
  reserved: [2],
};

/** Encodes a charstring from its text. Fractional numbers are written in 16.16 format. */
function charstring(text: string, type: 1 | 2): Buffer {
  const words = text.split(' ').filter((word) => word !== '');
  return Buffer.from(words.flatMap((word) => OPERATORS[word] ?? numberBytes(Number(word), type)));
}

function numberBytes(value: number, type: 1 | 2): number[] {
  if (!Number.isInteger(value)) return [255, ...int32(Math.round(value * 65536))];
  if (value >= -107 && value <= 107) return [value + 139];
  if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 255];
  if (value <= -108 && value >= -1131) return [251 + ((-value - 108) >> 8), (-value - 108) & 255];
  return type === 1 ? [255, ...int32(value)] : [28, (value >> 8) & 255, value & 255];
}

const int32 = (value: number): number[] => [
  (value >> 24) & 255,
  (value >> 16) & 255,
  (value >> 8) & 255,
  value & 255,
];

export type CffToMake = {
  glyphs?: readonly MadeGlyph[];
  /** The glyphs' SIDs. Without them, the names are custom or standard strings. */
  sids?: readonly number[];
  /** Offset of a predefined charset: 0, 1 or 2. */
  charset?: number;
  /** The encoding table as bytes, or the offset of a predefined one. */
  encoding?: readonly number[] | number;
  /** Charstrings of the local and the global subroutines. */
  subrs?: readonly string[];
  globals?: readonly string[];
  /** The CID of each glyph, for a CID-keyed font. */
  cids?: readonly number[];
  /** Operators of the top dictionary as text, such as `0.002 0 0 0.002 0 0 matrix`. */
  top?: string;
  /** Operators of the private dictionary as text. */
  private?: string;
  fonts?: readonly string[];
};

const STANDARD: Record<string, number> = { '.notdef': 0, space: 1, one: 18, nine: 26, A: 34, acute: 125 };
const STRINGS = 391;

const DICTIONARY: Record<string, readonly number[]> = {
  charset: [15],
  encoding: [16],
  charstrings: [17],
  private: [18],
  subrs: [19],
  default: [20],
  nominal: [21],
  matrix: [12, 7],
  type: [12, 6],
  ros: [12, 30],
  fdarray: [12, 36],
  fdselect: [12, 37],
  bbox: [5],
  paint: [12, 5],
  count: [12, 34],
};

function dictionary(text: string): Buffer {
  const words = text.split(' ').filter((word) => word !== '');
  return Buffer.from(
    words.flatMap((word) => {
      const operator = DICTIONARY[word];
      if (operator) return operator;
      const value = Number(word);
      return Number.isInteger(value) ? [29, ...int32(value)] : real(word);
    }),
  );
}

function real(word: string): number[] {
  const nibbles = [...word].map((sign) => (sign === '.' ? 10 : sign === '-' ? 14 : Number(sign)));
  nibbles.push(15);
  if (nibbles.length % 2 === 1) nibbles.push(15);
  return [30, ...nibbles.flatMap((nibble, at) => (at % 2 === 0 ? [nibble * 16 + nibbles[at + 1]!] : []))];
}

function indexOf(items: readonly Uint8Array[]): Buffer {
  if (items.length === 0) return Buffer.from([0, 0]);
  const head = Buffer.alloc(3 + (items.length + 1) * 4);
  head.writeUInt16BE(items.length, 0);
  head.writeUInt8(4, 2);
  let offset = 1;
  [...items, new Uint8Array()].forEach((item, at) => {
    head.writeUInt32BE(offset, 3 + at * 4);
    offset += item.length;
  });
  return Buffer.concat([head, ...items]);
}

/** Returns a font in the Compact Font Format (Adobe technical note 5176). */
export function cffFont(made: CffToMake = {}): Buffer {
  const glyphs = made.glyphs ?? digitGlyphs;
  const custom: string[] = made.cids ? ['Adobe', 'Identity'] : [];
  const sidOf = (glyph: string): number => {
    const known = STANDARD[glyph];
    if (known !== undefined) return known;
    custom.push(glyph);
    return STRINGS + custom.length - 1;
  };
  const sids = made.cids ?? made.sids ?? glyphs.map(([glyph]) => sidOf(glyph));
  const charset = Buffer.from([0, ...sids.slice(1).flatMap((sid) => [sid >> 8, sid & 255])]);
  const charstrings = indexOf(glyphs.map(([, outline]) => charstring(`${outline} endchar`, 2)));
  const encoding = Buffer.from(typeof made.encoding === 'object' ? made.encoding : []);
  const subrs = made.subrs ? indexOf(made.subrs.map((text) => charstring(text, 2))) : undefined;
  const privateText = `${ADVANCE} default ${ADVANCE} nominal ${made.private ?? ''}`;
  const privateSize = dictionary(privateText).length + (subrs ? dictionary('0 subrs').length : 0);
  const privateDictionary = dictionary(`${privateText} ${subrs ? `${privateSize} subrs` : ''}`);
  const name = indexOf((made.fonts ?? ['Made']).map((font) => Buffer.from(font)));
  const strings = indexOf(custom.map((text) => Buffer.from(text)));
  const globals = indexOf((made.globals ?? []).map((text) => charstring(text, 2)));
  const select = Buffer.from([0, ...glyphs.map(() => 0)]);
  const parts = (at: { [part: string]: number }): Buffer => {
    const forCids = made.cids ? `391 392 0 ros ` : '';
    const keyed = made.cids
      ? `${at.array} fdarray ${at.select} fdselect`
      : `${privateSize} ${at.private} private`;
    const codes = typeof made.encoding === 'number' ? made.encoding : made.encoding ? at.encoding : undefined;
    const top = dictionary(
      `${forCids}${made.top ?? ''} ${made.charset ?? at.charset} charset ${codes === undefined ? '' : `${codes} encoding`} ${at.charstrings} charstrings ${keyed}`,
    );
    return Buffer.concat([
      Buffer.from([1, 0, 4, 4]),
      name,
      indexOf(Array<Buffer>((made.fonts ?? ['']).length).fill(top)),
      strings,
      globals,
    ]);
  };
  const none = { array: 0, select: 0, private: 0, encoding: 0, charset: 0, charstrings: 0 };
  const start = parts(none).length;
  const offsets: Record<string, number> = {};
  const bodies: Buffer[] = [];
  let end = start;
  const add = (part: string, body: Buffer): void => {
    offsets[part] = end;
    bodies.push(body);
    end += body.length;
  };
  add('charset', charset);
  add('encoding', encoding);
  add('charstrings', charstrings);
  add('private', privateDictionary);
  if (subrs) add('subrs', subrs);
  add('select', select);
  add('array', indexOf([dictionary(`${privateSize} ${offsets.private} private`)]));
  return Buffer.concat([parts(offsets), ...bodies]);
}

export type Type1ToMake = {
  glyphs?: readonly MadeGlyph[];
  /** Lines in the cleartext portion that set the encoding. */
  encoding?: string;
  /** Additional lines in the cleartext and encrypted portions. */
  clear?: string;
  hidden?: string;
  /** Lines that follow the glyphs. */
  behind?: string;
  matrix?: string;
  subrs?: readonly string[];
  lenIV?: number;
  writtenLenIV?: string;
  isHex?: boolean;
};

function encrypt(bytes: Uint8Array, key: number): Buffer {
  let state = key;
  return Buffer.from(
    bytes.map((byte) => {
      const cipher = byte ^ (state >> 8);
      state = ((cipher + state) * 52845 + 22719) & 0xffff;
      return cipher;
    }),
  );
}

export const codesOf = (codes: readonly (readonly [number, string])[]): string =>
  `/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n${codes
    .map(([code, glyph]) => `dup ${code} /${glyph} put\n`)
    .join('')}readonly def\n`;

/** Returns a font in the Type 1 format, and the lengths of its portions. */
export function type1Font(made: Type1ToMake = {}): { bytes: Buffer; lengths: [number, number, number] } {
  const lenIV = made.lenIV ?? 4;
  const glyphs = made.glyphs ?? digitGlyphs;
  const pack = (text: string): Buffer => {
    const plain = charstring(text, 1);
    return lenIV < 0 ? plain : encrypt(Buffer.concat([Buffer.alloc(lenIV), plain]), 4330);
  };
  const entry = (head: string, text: string, tail: string): Buffer => {
    const bytes = pack(text);
    return Buffer.concat([Buffer.from(`${head} ${bytes.length} RD `), bytes, Buffer.from(` ${tail}\n`)]);
  };
  const clear = Buffer.from(
    `%!PS-AdobeFont-1.0: Made 001.000\n11 dict begin\n/FontInfo 1 dict dup begin\n/version (1) readonly def\nend readonly def\n/FontName /Made def\n/PaintType 0 def\n/FontType 1 def\n/FontMatrix [${made.matrix ?? '0.001 0 0 0.001 0 0'}] readonly def\n${made.encoding ?? codesOf([[32, 'space'] as const, [49, 'one'] as const, [57, 'nine'] as const])}/FontBBox {0 -200 1000 900} readonly def\n${made.clear ?? ''}currentdict end\ncurrentfile eexec\n`,
  );
  const subrs = made.subrs ?? ['3 0 callothersubr pop pop setcurrentpoint return', 'return'];
  const hidden = Buffer.concat([
    Buffer.from(
      `dup /Private 9 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n/ND {noaccess def} executeonly def\n/NP {noaccess put} executeonly def\n/BlueValues [] def\n/password 5839 def\n${made.writtenLenIV ?? (lenIV === 4 ? '' : `/lenIV ${lenIV} def\n`)}${made.hidden ?? ''}/Subrs ${subrs.length} array\n`,
    ),
    ...subrs.map((text, at) => entry(`dup ${at}`, text, 'NP')),
    Buffer.from(`ND\n2 index /CharStrings ${glyphs.length} dict dup begin\n`),
    ...glyphs.map(([glyph, outline]) => entry(`/${glyph}`, type1Outline(outline), 'ND')),
    Buffer.from(
      `end\nend\nreadonly put\nnoaccess put\n${made.behind ?? ''}dup/FontName get exch definefont pop\nmark currentfile closefile\n`,
    ),
  ]);
  const packed = encrypt(Buffer.concat([Buffer.from('abcd'), hidden]), 55665);
  const body = made.isHex === true ? Buffer.from(packed.toString('hex')) : packed;
  const tail = Buffer.from(`${'0'.repeat(64)}\n`.repeat(8) + 'cleartomark\n');
  return { bytes: Buffer.concat([clear, body, tail]), lengths: [clear.length, body.length, tail.length] };
}

/** Each glyph begins with its width, unless its text already contains one. */
function type1Outline(outline: string): string {
  if (outline.includes('hsbw') || outline.includes('seac')) return outline;
  return `0 ${ADVANCE} hsbw ${outline} ${outline === '' ? '' : 'closepath'} endchar`;
}
