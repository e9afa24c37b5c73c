import type { PdfValue } from './read-value.ts';

/** Compares values as they are written, regardless of their position in the file. */
export function isSame(one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind === 'array' && other.kind === 'array')
    return (
      one.items.length === other.items.length && one.items.every((item, at) => isSame(item, other.items[at]))
    );
  if (one.kind === 'dict' && other.kind === 'dict')
    return (
      one.entries.size === other.entries.size &&
      [...one.entries].every(([key, value]) => isSame(value, other.entries.get(key)))
    );
  if (one.kind === 'string' && other.kind === 'string')
    return one.bytes.length === other.bytes.length && one.bytes.every((byte, at) => byte === other.bytes[at]);
  if (one.kind === 'ref' && other.kind === 'ref') return one.num === other.num && one.gen === other.gen;
  const isPlain = one.kind === 'number' || one.kind === 'name' || one.kind === 'word';
  return isPlain && one.kind === other.kind && one.value === other.value;
}
