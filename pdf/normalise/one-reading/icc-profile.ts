/**
 * Number of components of the color spaces that a profile in a PDF can have (ISO 32000-2, 8.6.5.5), by
 * signature.
 */
const COMPONENTS: Record<string, number> = { GRAY: 1, 'RGB ': 3, 'Lab ': 3, CMYK: 4 };

const HEADER = 128;
const TAG = 12;
const MAX_TAGS = 100;

/**
 * Returns true if the bytes are a complete ICC profile (ICC.1, 7.2 and 7.3) for this number of components.
 * Programs that cannot read a profile use device colors, no color or black.
 */
export function isProfileFor(bytes: Uint8Array, components: number): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < HEADER + 4) return false;
  const signature = (at: number): string => data.toString('latin1', at, at + 4);
  const size = data.readUInt32BE(0);
  if (signature(36) !== 'acsp' || size > data.length || size < HEADER + 4) return false;
  if (COMPONENTS[signature(16)] !== components) return false;
  if (!['XYZ ', 'Lab '].includes(signature(20)) || (data[8] ?? 0) > 4) return false;
  const count = data.readUInt32BE(HEADER);
  if (count === 0 || count > MAX_TAGS || HEADER + 4 + count * TAG > size) return false;
  const tags = Array.from({ length: count }, (_, at) => HEADER + 4 + at * TAG);
  const areThere = tags.every((at) => data.readUInt32BE(at + 4) + data.readUInt32BE(at + 8) <= size);
  return areThere && convertsColors(new Set(tags.map(signature)), components);
}

/** Returns true if the profile has the tags for conversion: either curves with a matrix, or a table. */
function convertsColors(tags: ReadonlySet<string>, components: number): boolean {
  if (tags.has('A2B0')) return true;
  if (components === 1) return tags.has('kTRC');
  const curves = ['rTRC', 'gTRC', 'bTRC', 'rXYZ', 'gXYZ', 'bXYZ'];
  return components === 3 && curves.every((tag) => tags.has(tag));
}
