/** Operators of a top dictionary (Adobe technical note 5176, table 9). */
const CHARSET = 15;
const CHARSTRINGS = 17;
const ROS = 0x0c1e;
/** Number of standard strings, which every font has. */
const STANDARD_STRINGS = 391;

/**
 * Returns the glyph names of a CFF font as string ids, without the first one, and the number of names. Returns
 * undefined for a font that is CID-keyed, has a predefined charset or cannot be read.
 */
export function readCharset(font: Uint8Array): { sids: number[]; count: number } | undefined {
  const bytes = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  try {
    if (bytes.readUInt8(0) !== 1) return undefined;
    const names = indexAt(bytes, bytes.readUInt8(2));
    const tops = indexAt(bytes, names.end);
    const strings = indexAt(bytes, tops.end);
    const top = readDictionary(bytes.subarray(...(tops.items[0] ?? [0, 0])));
    const [charset, charstrings] = [top.get(CHARSET) ?? 0, top.get(CHARSTRINGS) ?? 0];
    if (top.has(ROS) || charset <= 2 || charstrings === 0) return undefined;
    const glyphs = bytes.readUInt16BE(charstrings);
    return { sids: readSids(bytes, charset, glyphs - 1), count: STANDARD_STRINGS + strings.items.length };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function indexAt(bytes: Buffer, at: number): { items: [number, number][]; end: number } {
  const count = bytes.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = bytes.readUInt8(at + 2);
  const start = at + 2 + (count + 1) * size;
  const places = Array.from(
    { length: count + 1 },
    (_, item) => start + bytes.readUIntBE(at + 3 + item * size, size),
  );
  const items = places.slice(1).map((end, item): [number, number] => [places[item]!, end]);
  return { items, end: places.at(-1)! };
}

/** Returns the last operand of each operator. */
function readDictionary(bytes: Buffer): Map<number, number> {
  const entries = new Map<number, number>();
  let operand = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes.readUInt8(at);
    at += 1;
    if (byte <= 21) {
      const operator = byte === 12 ? 0x0c00 + bytes.readUInt8(at++) : byte;
      entries.set(operator, operand);
    } else if (byte === 28) {
      operand = bytes.readInt16BE(at);
      at += 2;
    } else if (byte === 29) {
      operand = bytes.readInt32BE(at);
      at += 4;
    } else if (byte === 30) {
      // A real number ends with a nibble of ones.
      while (!isEnd(bytes.readUInt8(at++)));
    } else if (byte <= 246) operand = byte - 139;
    else if (byte <= 250) operand = (byte - 247) * 256 + bytes.readUInt8(at++) + 108;
    else operand = -(byte - 251) * 256 - bytes.readUInt8(at++) - 108;
  }
  return entries;
}

const isEnd = (byte: number): boolean => (byte & 15) === 15 || byte >> 4 === 15;

function readSids(bytes: Buffer, charset: number, count: number): number[] {
  const format = bytes.readUInt8(charset);
  const sids: number[] = [];
  let at = charset + 1;
  while (sids.length < count) {
    const first = bytes.readUInt16BE(at);
    const left = format === 0 ? 0 : format === 1 ? bytes.readUInt8(at + 2) : bytes.readUInt16BE(at + 2);
    at += format === 0 ? 2 : format === 1 ? 3 : 4;
    for (let sid = first; sid <= first + left && sids.length < count; sid += 1) sids.push(sid);
  }
  return sids;
}
