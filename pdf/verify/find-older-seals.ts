import { asciiAt } from './read-value.ts';

/** Maximum number of seals examined, because each one requires a hash of the file. */
const MAX_SEALS = 8;

/**
 * Returns the lengths of prefixes that may be sealed files, shortest first. They are the ranges that each
 * /ByteRange in the bytes claims to cover, if they end before the file does. This is a textual heuristic, so the
 * caller must verify each prefix.
 */
export function findOlderSeals(bytes: Uint8Array): number[] {
  const lengths = new Set<number>();
  for (const at of findAll(bytes, '/ByteRange')) {
    const range = /^\s*\[\s*0\s+\d+\s+(\d+)\s+(\d+)\s*\]/.exec(asciiAt(bytes, at + 10, 80));
    const length = range === null ? 0 : Number(range[1]) + Number(range[2]);
    if (length > 0 && length < bytes.length) lengths.add(length);
    if (lengths.size === MAX_SEALS) break;
  }
  return [...lengths].toSorted((left, right) => left - right);
}

/** Returns true if the file contains keywords that only signatures use. It is then damaged, not unsealed. */
export function hasTraceOfSeal(bytes: Uint8Array): boolean {
  return ['/ByteRange', '/ETSI.CAdES.detached', '/DocMDP'].some((word) => !findAll(bytes, word).next().done);
}

function* findAll(bytes: Uint8Array, word: string): Generator<number, void, undefined> {
  const wanted = Uint8Array.from(word, (char) => char.charCodeAt(0));
  for (let at = bytes.indexOf(0x2f); at >= 0; at = bytes.indexOf(0x2f, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) yield at;
  }
}
