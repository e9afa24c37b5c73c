import { viewOf } from './truetype.ts';
import type { TrueType } from './truetype.ts';

/** A glyph of a font and its offset in font units. */
export type GlyphPart = { id: number; x: number; y: number };

/** A glyph composed of several glyphs. Its advance is also in font units. */
export type ComposedGlyph = { parts: readonly GlyphPart[]; advance: number };

/** A glyph of the font, or a composed one. */
export type GlyphShape = number | ComposedGlyph;

/**
 * Returns a TrueType font with only the requested shapes. Glyph `n` of the result is `shapes[n]`, and
 * `shapes[0]` should be 0 (.notdef). A shape can be listed several times. Components of composite glyphs are
 * appended. Hinting is removed, because viewers draw outlines at any size, and hints without their font program
 * would be misinterpreted.
 *
 * Contains the tables that a CIDFontType2 needs (ISO 32000-2, table 124).
 */
export function subsetTrueType(font: TrueType, shapes: readonly GlyphShape[]): Uint8Array {
  const order: GlyphShape[] = [...shapes];
  const places = new Map<number, number>();
  order.forEach((shape, place) => {
    if (typeof shape === 'number' && !places.has(shape)) places.set(shape, place);
  });
  const place = (id: number): number => {
    let at = places.get(id);
    if (at === undefined) {
      at = order.length;
      places.set(id, at);
      order.push(id);
    }
    return at;
  };
  const outlines: Uint8Array[] = [];
  // The list grows during iteration, because components are appended.
  for (const shape of order) {
    const outline =
      typeof shape === 'number' ? withoutHints(font.glyph(shape), place) : compose(font, shape.parts, place);
    outlines.push(outline);
  }
  const { loca, glyf } = placeOutlines(outlines);
  return joinTables([
    ['glyf', glyf],
    ['head', headFor(font)],
    ['hhea', hheaFor(font, order.length)],
    ['hmtx', hmtxFor(font, order, outlines)],
    ['loca', loca],
    ['maxp', maxpFor(font, order.length)],
  ]);
}

/**
 * Returns true if a composed glyph can contain the part. Its offset and each side of its bounds must fit into 16
 * bits (OpenType, glyf).
 */
export function isGlyphInBounds(font: TrueType, part: GlyphPart): boolean {
  const ends = font.glyph(part.id).length > 0 ? boxOf(font, part) : [];
  return [part.x, part.y, ...ends].every((value) => value >= -0x8000 && value <= 0x7fff);
}

/** Returns xMin, yMin, xMax and yMax of a non-blank part at its offset. */
function boxOf(font: TrueType, { id, x, y }: GlyphPart): number[] {
  const outline = viewOf(font.glyph(id));
  return [2, 4, 6, 8].map((at) => outline.getInt16(at) + (at % 4 === 2 ? x : y));
}

/** Returns the advance of a shape in font units. */
export function advanceOf(font: TrueType, shape: GlyphShape): number {
  return typeof shape === 'number' ? font.metrics(shape).advance : Math.max(0, shape.advance);
}

const ARGS_ARE_WORDS = 0x0001;
const ARGS_ARE_OFFSETS = 0x0002;
const HAS_SCALE = 0x0008;
const MORE_PARTS = 0x0020;
const HAS_XY_SCALE = 0x0040;
const HAS_MATRIX = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

/** Returns a copy of an outline without instructions. `place` returns new numbers for components. */
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

/** Returns a composite outline without blank parts. */
function compose(font: TrueType, shape: readonly GlyphPart[], place: (part: number) => number): Uint8Array {
  const parts = shape.filter(({ id }) => font.glyph(id).length > 0);
  if (parts.length === 0) return new Uint8Array();
  const outline = new Uint8Array(10 + parts.length * 8);
  const view = viewOf(outline);
  const boxes = parts.map((part) => boxOf(font, part));
  view.setInt16(0, -1);
  [2, 4, 6, 8].forEach((at, side) => {
    const values = boxes.map((box) => box[side] ?? 0);
    view.setInt16(at, at < 6 ? Math.min(...values) : Math.max(...values));
  });
  parts.forEach(({ id, x, y }, index) => {
    const at = 10 + index * 8;
    const more = index < parts.length - 1 ? MORE_PARTS : 0;
    view.setUint16(at, ARGS_ARE_WORDS | ARGS_ARE_OFFSETS | more);
    view.setUint16(at + 2, place(id));
    view.setInt16(at + 4, x);
    view.setInt16(at + 6, y);
  });
  return outline;
}

/**
 * Returns a `loca` table in the long format, and a `glyf` table in which every outline begins at a multiple of
 * four.
 */
function placeOutlines(outlines: Uint8Array[]): { loca: Uint8Array; glyf: Uint8Array } {
  const loca = new Uint8Array((outlines.length + 1) * 4);
  const view = viewOf(loca);
  let end = 0;
  outlines.forEach((outline, place) => {
    view.setUint32(place * 4, end);
    end += (outline.length + 3) & ~3;
  });
  view.setUint32(outlines.length * 4, end);
  const glyf = new Uint8Array(end);
  outlines.forEach((outline, place) => glyf.set(outline, view.getUint32(place * 4)));
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

function hmtxFor(font: TrueType, order: GlyphShape[], outlines: Uint8Array[]): Uint8Array {
  const hmtx = new Uint8Array(order.length * 4);
  const view = viewOf(hmtx);
  order.forEach((shape, place) => {
    const outline = outlines[place] ?? new Uint8Array();
    const left = outline.length === 0 ? 0 : viewOf(outline).getInt16(2);
    view.setUint16(place * 4, advanceOf(font, shape));
    view.setInt16(place * 4 + 2, typeof shape === 'number' ? font.metrics(shape).bearing : left);
  });
  return hmtx;
}

function maxpFor(font: TrueType, count: number): Uint8Array {
  const maxp = font.table('maxp').slice();
  const view = viewOf(maxp);
  view.setUint16(4, count);
  // There are no instructions. Composite glyphs can be larger and one level deeper than those of the original
  // font.
  view.setUint16(26, 0);
  view.setUint16(28, Math.max(view.getUint16(28), 16));
  view.setUint16(30, view.getUint16(30) + 1);
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
