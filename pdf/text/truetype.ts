/** The tables of a TrueType font (OpenType 1.9, `otff`). */
export type TrueType = {
  table(tag: string): Uint8Array;
  readonly unitsPerEm: number;
  /** xMin, yMin, xMax and yMax in font units. */
  readonly bounds: readonly [number, number, number, number];
  readonly glyphCount: number;
  /** Returns the outline of a glyph, or an empty array for a blank glyph. */
  glyph(id: number): Uint8Array;
  /** Advance width and left side bearing in font units. */
  metrics(id: number): { advance: number; bearing: number };
  readonly italicAngle: number;
  /** Height of a capital letter with a flat top, in font units. */
  readonly capHeight: number;
};

/** Reads the table directory of a font with `glyf` outlines, which all fonts of this project have. */
export function openTrueType(bytes: Uint8Array): TrueType {
  const view = viewOf(bytes);
  const tables = new Map<string, Uint8Array>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + i * 16;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    const start = view.getUint32(at + 8);
    tables.set(tag, bytes.subarray(start, start + view.getUint32(at + 12)));
  }
  const table = (tag: string): Uint8Array => tables.get(tag) ?? new Uint8Array();
  const head = viewOf(table('head'));
  const glyf = table('glyf');
  const hmtx = viewOf(table('hmtx'));
  const os2 = viewOf(table('OS/2'));
  const offsetOf = glyphOffsets(viewOf(table('loca')), head.getInt16(50) === 1);
  const fullMetrics = viewOf(table('hhea')).getUint16(34);
  return {
    table,
    unitsPerEm: head.getUint16(18),
    bounds: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    glyphCount: viewOf(table('maxp')).getUint16(4),
    glyph: (id) => glyf.subarray(offsetOf(id), offsetOf(id + 1)),
    metrics(id) {
      const last = Math.min(id, fullMetrics - 1);
      const bearingAt = id < fullMetrics ? id * 4 + 2 : fullMetrics * 4 + (id - fullMetrics) * 2;
      return { advance: hmtx.getUint16(last * 4), bearing: hmtx.getInt16(bearingAt) };
    },
    italicAngle: viewOf(table('post')).getInt32(4) / 65536,
    // sCapHeight exists since version 2.
    capHeight: os2.getUint16(0) >= 2 ? os2.getInt16(88) : Math.round(head.getUint16(18) * 0.7),
  };
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function glyphOffsets(loca: DataView, long: boolean): (id: number) => number {
  return long ? (id) => loca.getUint32(id * 4) : (id) => loca.getUint16(id * 2) * 2;
}
