/** A subtable of `cmap` with its platform, its encoding and its bytes. */
export type Subtable = { platform: number; encoding: number; bytes: Buffer };

const SYMBOL = 0xf000;
const MAC_ROMAN = 1;
const MICROSOFT = 3;

/**
 * Returns a TrueType font whose character maps select the same glyph for each ASCII character, or undefined if
 * they already do. Programs use different maps for the same simple font (ISO 32000-2, 9.6.5.4), so each map
 * could draw a different amount. The map for the Microsoft platform takes precedence, and the Macintosh map is
 * changed to match it.
 */
export function settleCmaps(font: Uint8Array): Uint8Array | undefined {
  try {
    return settle(Buffer.from(font.buffer, font.byteOffset, font.byteLength));
  } catch (error) {
    // The map is truncated. Programs handle such a font differently, and the comparison detects that.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function settle(font: Buffer): Uint8Array | undefined {
  const record = recordOf(font, 'cmap');
  if (record === undefined) return undefined;
  const subtables = readSubtables(font.subarray(font.readUInt32BE(record + 8)));
  const [main] = subtables.toSorted((one, other) => rank(one) - rank(other));
  if (main === undefined || subtables.length < 2) return undefined;
  const glyphs = asciiGlyphs(main);
  const isSettled = subtables.every((one) =>
    asciiGlyphs(one).every((glyph, at) => glyph === 0 || glyphs[at] === 0 || glyph === glyphs[at]),
  );
  if (isSettled) return undefined;
  const mac = subtables.find(({ platform }) => platform === MAC_ROMAN);
  const kept = mac && mac !== main ? [macMap(mac, glyphs), main] : [main];
  return withTable(font, record, writeCmap(kept));
}

/** Sorts first the map that most programs use. */
function rank({ platform, encoding }: Subtable): number {
  if (platform === MICROSOFT) return encoding === 1 ? 0 : 1;
  return platform === MAC_ROMAN ? 3 : 2;
}

/** Returns the bytes of a table, or undefined if the font does not have it. */
export function tableOf(font: Buffer, tag: string): Buffer | undefined {
  const record = recordOf(font, tag);
  if (record === undefined) return undefined;
  const start = font.readUInt32BE(record + 8);
  return font.subarray(start, start + font.readUInt32BE(record + 12));
}

/** Returns the offset of a table's directory record, or undefined if the font does not have the table. */
function recordOf(font: Buffer, tag: string): number | undefined {
  const count = font.readUInt16BE(4);
  for (let at = 12; at < 12 + count * 16; at += 16)
    if (font.toString('latin1', at, at + 4) === tag) return at;
  return undefined;
}

/** Returns the subtables of the `cmap` table. */
export function readSubtables(cmap: Buffer): Subtable[] {
  return Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => {
    const [platform, encoding] = [cmap.readUInt16BE(4 + at * 8), cmap.readUInt16BE(6 + at * 8)];
    return { platform, encoding, bytes: cmap.subarray(cmap.readUInt32BE(8 + at * 8)) };
  });
}

/** Returns the glyphs of codes 0 to 127. */
const asciiGlyphs = (subtable: Subtable): number[] =>
  Array.from({ length: 128 }, (_, code) => glyphIn(subtable, code));

/**
 * Returns the glyph of a code, or 0 if there is none. For the Microsoft platform, also searches the symbol area.
 */
export function glyphIn({ platform, bytes }: Subtable, code: number): number {
  const glyph = lookUp(bytes, code);
  return glyph === 0 && platform === MICROSOFT ? lookUp(bytes, SYMBOL + code) : glyph;
}

/**
 * Returns the glyph of a code in the formats that programs support for simple fonts (OpenType, `cmap`), or 0 if
 * there is none.
 */
function lookUp(bytes: Buffer, code: number): number {
  switch (bytes.readUInt16BE(0)) {
    case 0:
      return code < 256 ? bytes.readUInt8(6 + code) : 0;
    case 4:
      return lookUpSegment(bytes, code);
    case 6: {
      const at = code - bytes.readUInt16BE(6);
      return at >= 0 && at < bytes.readUInt16BE(8) ? bytes.readUInt16BE(10 + at * 2) : 0;
    }
    case 12: {
      const groups = bytes.readUInt32BE(12);
      for (let at = 16; at < 16 + groups * 12; at += 12) {
        const [start, end] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
        if (code >= start && code <= end) return bytes.readUInt32BE(at + 8) + code - start;
      }
      return 0;
    }
  }
  return 0;
}

function lookUpSegment(bytes: Buffer, code: number): number {
  const twice = bytes.readUInt16BE(6);
  for (let at = 0; at < twice; at += 2) {
    if (code > bytes.readUInt16BE(14 + at)) continue;
    const start = bytes.readUInt16BE(16 + twice + at);
    if (code < start) return 0;
    const delta = bytes.readUInt16BE(16 + twice * 2 + at);
    const offsetAt = 16 + twice * 3 + at;
    const offset = bytes.readUInt16BE(offsetAt);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = bytes.readUInt16BE(offsetAt + offset + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

/** Returns the Macintosh map in format 6 with other glyphs for ASCII. */
function macMap(mac: Subtable, glyphs: readonly number[]): Subtable {
  const bytes = Buffer.alloc(10 + 256 * 2);
  bytes.writeUInt16BE(6, 0);
  bytes.writeUInt16BE(bytes.length, 2);
  bytes.writeUInt16BE(256, 8);
  for (let code = 0; code < 256; code += 1)
    bytes.writeUInt16BE((glyphs[code] ?? 0) || glyphIn(mac, code), 10 + code * 2);
  return { ...mac, bytes };
}

function writeCmap(subtables: readonly Subtable[]): Buffer {
  const head = Buffer.alloc(4 + subtables.length * 8);
  head.writeUInt16BE(subtables.length, 2);
  let end = head.length;
  const bodies = subtables.map(({ platform, encoding, bytes }, at) => {
    const length = bytes.readUInt16BE(0) === 12 ? bytes.readUInt32BE(4) : bytes.readUInt16BE(2);
    head.writeUInt16BE(platform, 4 + at * 8);
    head.writeUInt16BE(encoding, 6 + at * 8);
    head.writeUInt32BE(end, 8 + at * 8);
    end += length;
    return bytes.subarray(0, length);
  });
  return Buffer.concat([head, ...bodies]);
}

/** Returns the font with a table replaced. The new table is at the end. */
function withTable(font: Buffer, record: number, table: Buffer): Uint8Array {
  const padding = Buffer.alloc((4 - (font.length % 4)) % 4);
  const changed = Buffer.concat([font, padding, table]);
  changed.writeUInt32BE(font.length + padding.length, record + 8);
  changed.writeUInt32BE(table.length, record + 12);
  return Uint8Array.from(changed);
}
