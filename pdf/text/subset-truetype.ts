import { viewOf } from './truetype.ts';
import type { TrueType } from './truetype.ts';

/**
 * A TrueType font that holds only the glyphs asked for, in that order: glyph `n` of the result is
 * `glyphs[n]` of the source, and glyph 0 should be 0 (.notdef). One source glyph may be listed several times.
 * Parts of composite glyphs follow behind. Hints are dropped: viewers draw
 * outlines at any size, and hints without their font program would be read wrongly.
 *
 * The tables are those that a CIDFontType2 needs (ISO 32000-2, table 124).
 */
export function subsetTrueType(font: TrueType, glyphs: readonly number[]): Uint8Array {
  const order = [...glyphs];
  const places = new Map<number, number>();
  order.forEach((id, place) => {
    if (!places.has(id)) places.set(id, place);
  });
  const outlines = new Map<number, Uint8Array>();
  for (let i = 0; i < order.length; i++) {
    const id = order[i] ?? 0;
    if (outlines.has(id)) continue;
    outlines.set(
      id,
      withoutHints(font.glyph(id), (part) => {
        const known = places.get(part);
        if (known !== undefined) return known;
        places.set(part, order.length);
        order.push(part);
        return order.length - 1;
      }),
    );
  }
  const { loca, glyf } = placeOutlines(order, outlines);
  return joinTables([
    ['glyf', glyf],
    ['head', headFor(font)],
    ['hhea', hheaFor(font, order.length)],
    ['hmtx', hmtxFor(font, order)],
    ['loca', loca],
    ['maxp', maxpFor(font, order.length)],
  ]);
}

const ARGS_ARE_WORDS = 0x0001;
const HAS_SCALE = 0x0008;
const MORE_PARTS = 0x0020;
const HAS_XY_SCALE = 0x0040;
const HAS_MATRIX = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

/** A copy of an outline without instructions, the parts of a composite renumbered by `place`. */
function withoutHints(outline: Uint8Array, place: (part: number) => number): Uint8Array {
  if (outline.length === 0) return outline;
  const view = viewOf(outline);
  const contours = view.getInt16(0);
  if (contours >= 0) {
    const lengthAt = 10 + contours * 2;
    const behind = lengthAt + 2 + view.getUint16(lengthAt);
    const kept = new Uint8Array(lengthAt + 2 + outline.length - behind);
    kept.set(outline.subarray(0, lengthAt));
    kept.set(outline.subarray(behind), lengthAt + 2);
    return kept;
  }
  const copy = outline.slice();
  const write = viewOf(copy);
  for (let at = 10; ;) {
    const flags = write.getUint16(at);
    write.setUint16(at, flags & ~HAS_INSTRUCTIONS);
    write.setUint16(at + 2, place(write.getUint16(at + 2)));
    at += flags & ARGS_ARE_WORDS ? 8 : 6;
    if (flags & HAS_SCALE) at += 2;
    if (flags & HAS_XY_SCALE) at += 4;
    if (flags & HAS_MATRIX) at += 8;
    if (!(flags & MORE_PARTS)) return copy.subarray(0, at);
  }
}

/** Long `loca` and a `glyf` in which every outline begins at a multiple of four. */
function placeOutlines(
  order: number[],
  outlines: Map<number, Uint8Array>,
): { loca: Uint8Array; glyf: Uint8Array } {
  const chunks: { at: number; outline: Uint8Array }[] = [];
  const loca = new Uint8Array((order.length + 1) * 4);
  const view = viewOf(loca);
  let end = 0;
  // A glyph that is listed twice needs its own stretch of `glyf`, because loca must not go backwards.
  for (const [place, id] of order.entries()) {
    const outline = outlines.get(id) ?? new Uint8Array();
    view.setUint32(place * 4, end);
    chunks.push({ at: end, outline });
    end += (outline.length + 3) & ~3;
  }
  view.setUint32(order.length * 4, end);
  const glyf = new Uint8Array(end);
  for (const { at, outline } of chunks) glyf.set(outline, at);
  return { loca, glyf };
}

function headFor(font: TrueType): Uint8Array {
  const head = font.table('head').slice();
  const view = viewOf(head);
  view.setUint32(8, 0);
  view.setInt16(50, 1);
  return head;
}

function hheaFor(font: TrueType, count: number): Uint8Array {
  const hhea = font.table('hhea').slice();
  viewOf(hhea).setUint16(34, count);
  return hhea;
}

function hmtxFor(font: TrueType, order: number[]): Uint8Array {
  const hmtx = new Uint8Array(order.length * 4);
  const view = viewOf(hmtx);
  order.forEach((id, place) => {
    const { advance, bearing } = font.metrics(id);
    view.setUint16(place * 4, advance);
    view.setInt16(place * 4 + 2, bearing);
  });
  return hmtx;
}

function maxpFor(font: TrueType, count: number): Uint8Array {
  const maxp = font.table('maxp').slice();
  const view = viewOf(maxp);
  view.setUint16(4, count);
  // The largest instruction program: there is none.
  view.setUint16(26, 0);
  return maxp;
}

function joinTables(tables: [string, Uint8Array][]): Uint8Array {
  const headerLength = 12 + tables.length * 16;
  const total = tables.reduce((sum, [, table]) => sum + ((table.length + 3) & ~3), headerLength);
  const bytes = new Uint8Array(total);
  const view = viewOf(bytes);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, power * 16);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, (tables.length - power) * 16);
  let at = headerLength;
  tables.forEach(([tag, table], index) => {
    const entry = 12 + index * 16;
    for (let i = 0; i < 4; i++) bytes[entry + i] = tag.charCodeAt(i);
    bytes.set(table, at);
    view.setUint32(entry + 4, checksum(bytes.subarray(at, (at + table.length + 3) & ~3)));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.length);
    at += (table.length + 3) & ~3;
  });
  return bytes;
}

function checksum(padded: Uint8Array): number {
  const view = viewOf(padded);
  let sum = 0;
  for (let at = 0; at + 4 <= padded.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
