import { readFileSync } from 'node:fs';
import { openFace } from '#pdf/text/open-face.ts';

/** A `cmap` subtable to build: character codes and the glyphs they map to. */
export type CmapToMake = { platform: number; encoding: number; map: ReadonlyMap<number, number> };

const face = readFileSync(new URL('../../pdf/fonts/SourceSerif4-SemiBold.ttf', import.meta.url));
const DROPPED = new Set(['GSUB', 'GPOS', 'GDEF', 'BASE', 'STAT', 'cmap']);
const tables = readTables();

/** Maps ASCII codes to glyphs as the font's own character map does. */
export const identityGlyphMap: ReadonlyMap<number, number> = readMap();

const glyphOf = (sign: string): number => identityGlyphMap.get(sign.charCodeAt(0)) ?? 0;

/** Swaps 6 and 9, and maps 8 to 0. These digits have identical boxes. */
export const swappedGlyphMap: ReadonlyMap<number, number> = new Map([
  ...identityGlyphMap,
  ...[['6', '9'] as const, ['9', '6'] as const, ['8', '0'] as const].map(
    ([code, sign]) => [code.charCodeAt(0), glyphOf(sign)] as const,
  ),
]);

/** Returns a TrueType font that has only these character maps. */
export function fontWithCmaps(subtables: readonly CmapToMake[]): Uint8Array {
  const head = Buffer.alloc(4 + subtables.length * 8);
  head.writeUInt16BE(subtables.length, 2);
  let at = head.length;
  const bodies = subtables.map(({ platform, encoding, map }, index) => {
    const body = formatSix(map);
    head.writeUInt16BE(platform, 4 + index * 8);
    head.writeUInt16BE(encoding, 6 + index * 8);
    head.writeUInt32BE(at, 8 + index * 8);
    at += body.length;
    return body;
  });
  return assemble(new Map([...tables, ['cmap', Buffer.concat([head, ...bodies])]]));
}

function formatSix(map: ReadonlyMap<number, number>): Buffer {
  const bytes = Buffer.alloc(10 + 256 * 2);
  bytes.writeUInt16BE(6, 0);
  bytes.writeUInt16BE(bytes.length, 2);
  bytes.writeUInt16BE(256, 8);
  for (const [code, glyph] of map) bytes.writeUInt16BE(glyph, 10 + code * 2);
  return bytes;
}

function assemble(parts: ReadonlyMap<string, Buffer>): Uint8Array {
  const names = [...parts.keys()].sort();
  const directory = Buffer.alloc(12 + names.length * 16);
  directory.writeUInt32BE(0x10000, 0);
  directory.writeUInt16BE(names.length, 4);
  let at = directory.length;
  const bodies = names.flatMap((tag, index) => {
    const body = parts.get(tag)!;
    directory.write(tag, 12 + index * 16, 'latin1');
    directory.writeUInt32BE(at, 20 + index * 16);
    directory.writeUInt32BE(body.length, 24 + index * 16);
    const padding = Buffer.alloc((4 - (body.length % 4)) % 4);
    at += body.length + padding.length;
    return [body, padding];
  });
  return Uint8Array.from(Buffer.concat([directory, ...bodies]));
}

function readTables(): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 12; at < 12 + face.readUInt16BE(4) * 16; at += 16) {
    const tag = face.toString('latin1', at, at + 4);
    const start = face.readUInt32BE(at + 8);
    if (!DROPPED.has(tag)) found.set(tag, face.subarray(start, start + face.readUInt32BE(at + 12)));
  }
  return found;
}

function readMap(): Map<number, number> {
  const { shaper } = openFace('serif');
  const codes = Array.from({ length: 95 }, (_, at) => at + 32);
  return new Map(codes.map((code) => [code, shaper.nominalGlyph(code) ?? 0]));
}
