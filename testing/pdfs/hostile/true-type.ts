/**
 * A glyph of a generated TrueType font: a name for the `post` table, and the left and right side of its block
 * (undefined for a blank).
 */
export type BlockGlyph = readonly [name: string, block: readonly [number, number] | undefined];

export type TrueTypeToMake = {
  glyphs?: readonly BlockGlyph[];
  /** Subtables of `cmap`: platform, encoding, and codes with their glyphs. */
  cmaps?: readonly (readonly [number, number, Readonly<Record<number, number>>])[];
  /** False for a `post` table without names. */
  isNamed?: boolean;
  /** Tables to replace, or to omit (undefined). */
  tables?: Record<string, Buffer | undefined>;
  version?: string;
  /** Left side bearing of each glyph. Default: the left side of its block. */
  bearing?: number;
};

/** Sides of a block at the beginning and at the end of the glyph's width. */
const FIRST = [50, 250] as const;
const LAST = [850, 1050] as const;

export const digitBlocks: readonly BlockGlyph[] = [
  ['.notdef', undefined],
  ['space', undefined],
  ['one', FIRST],
  ['nine', LAST],
];

const plain = { 32: 1, 49: 2, 57: 3 };

/**
 * Returns a TrueType font whose glyphs are blocks. Glyphs are 1200 units wide, and 1000 units are one em
 * (OpenType, chapter 5).
 */
export function trueTypeFont(made: TrueTypeToMake = {}): Buffer {
  const glyphs = made.glyphs ?? digitBlocks;
  const outlines = glyphs.map(([, sides]) => (sides ? blockOutline(sides) : Buffer.alloc(0)));
  const loca = Buffer.alloc((glyphs.length + 1) * 4);
  let end = 0;
  outlines.forEach((outline, at) => {
    end += outline.length;
    loca.writeUInt32BE(end, (at + 1) * 4);
  });
  const tables: Record<string, Buffer | undefined> = {
    cmap: cmapTable(made.cmaps ?? [[3, 1, plain]]),
    glyf: Buffer.concat(outlines),
    head: words(
      1,
      0,
      1,
      0,
      0,
      0,
      0x5f0f,
      0x3cf5,
      0,
      1000,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      -200,
      1200,
      900,
      0,
      8,
      2,
      1,
      0,
    ),
    hhea: words(1, 0, 900, -200, 0, 1200, 0, 0, 1200, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length),
    hmtx: words(...glyphs.flatMap(([, sides]) => [1200, made.bearing ?? sides?.[0] ?? 0])),
    loca,
    maxp: words(1, 0, glyphs.length, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    post: made.isNamed === false ? words(3, ...Array<number>(15).fill(0)) : postTable(glyphs),
    ...made.tables,
  };
  return assemble(tables, made.version ?? '\0\x01\0\0');
}

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16BE(value & 0xffff, at * 2));
  return bytes;
};

function blockOutline([left, right]: readonly [number, number]): Buffer {
  const head = words(1, left, 0, right, 700, 3, 0);
  const flags = Buffer.from([1, 1, 1, 1]);
  return Buffer.concat([head, flags, words(left, 0, right - left, 0), words(0, 700, 0, -700)]);
}

function cmapTable(subtables: NonNullable<TrueTypeToMake['cmaps']>): Buffer {
  const head = words(0, subtables.length);
  let end = head.length + subtables.length * 8;
  const records: Buffer[] = [];
  const bodies = subtables.map(([platform, encoding, map]) => {
    const body = formatFour(map);
    records.push(words(platform, encoding, end >> 16, end));
    end += body.length;
    return body;
  });
  return Buffer.concat([head, ...records, ...bodies]);
}

function formatFour(map: Readonly<Record<number, number>>): Buffer {
  const codes = [...Object.keys(map).map(Number), 0xffff];
  const glyphs = codes.map((code) => map[code] ?? 0);
  const deltas = codes.map((code, at) => (code === 0xffff ? 1 : glyphs[at]! - code));
  const body = words(...codes, 0, ...codes, ...deltas, ...codes.map(() => 0));
  return Buffer.concat([words(4, 14 + body.length, 0, codes.length * 2, 0, 0, 0), body]);
}

/** All names are written out, and the standard Macintosh names are not used. */
function postTable(glyphs: readonly BlockGlyph[]): Buffer {
  const head = words(2, ...Array<number>(15).fill(0), glyphs.length, ...glyphs.map((_, at) => 258 + at));
  return Buffer.concat([head, ...glyphs.map(([name]) => Buffer.from([name.length, ...Buffer.from(name)]))]);
}

/** Returns a font file with these tables in the order of their names. */
export function assemble(tables: Readonly<Record<string, Buffer | undefined>>, version: string): Buffer {
  const tags = Object.keys(tables).filter((tag) => tables[tag] !== undefined);
  const directory = Buffer.alloc(12 + tags.length * 16);
  directory.write(version, 0, 'latin1');
  directory.writeUInt16BE(tags.length, 4);
  let end = directory.length;
  const bodies = tags.toSorted().flatMap((tag, at) => {
    const table = tables[tag]!;
    directory.write(tag, 12 + at * 16, 'latin1');
    directory.writeUInt32BE(end, 20 + at * 16);
    directory.writeUInt32BE(table.length, 24 + at * 16);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    end += table.length + padding.length;
    return [table, padding];
  });
  return Buffer.concat([directory, ...bodies]);
}
