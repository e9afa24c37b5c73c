/** An element in BER (ITU-T X.690) with any form of length. */
export type BerElement = {
  readonly tag: number;
  /** Content without tag, length and end marker. */
  readonly content: Uint8Array;
  /** The complete original element. */
  readonly bytes: Uint8Array;
};

/** Thrown for bytes that are not BER. */
export class MalformedBer extends Error {}

/** Maximum nesting depth. Signatures do not contain deeper structures. */
const maxDepth = 32;

/** Reads the element at the start of `bytes` and ignores the rest. */
export function readBer(bytes: Uint8Array, depth = 0): BerElement {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > maxDepth)
    throw new MalformedBer('no element');
  if (first !== 0x80) {
    const { length, start } = lengthOf(bytes, first);
    if (start + length > bytes.length) throw new MalformedBer('cut short');
    return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(0, start + length) };
  }
  // Indefinite length, which older signing programs write: the children are followed by two zero bytes.
  let at = 2;
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) at += readBer(bytes.subarray(at), depth + 1).bytes.length;
  return { tag, content: bytes.subarray(2, at), bytes: bytes.subarray(0, at + 2) };
}

function lengthOf(bytes: Uint8Array, first: number): { length: number; start: number } {
  if (first < 0x80) return { length: first, start: 2 };
  const count = first & 0x7f;
  if (count > 4) throw new MalformedBer('length');
  let length = 0;
  for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[2 + index] ?? 0);
  return { length, start: 2 + count };
}

export function childrenOf(parent: BerElement | undefined): BerElement[] {
  if (parent === undefined || (parent.tag & 0x20) === 0) throw new MalformedBer('not a structure');
  const children: BerElement[] = [];
  for (let at = 0; at < parent.content.length;) {
    const child = readBer(parent.content.subarray(at));
    children.push(child);
    at += child.bytes.length;
  }
  return children;
}

/** Returns the bytes of an OCTET STRING, which may be split into parts in BER. */
export function octetsOf(element: BerElement | undefined): Uint8Array {
  if (element === undefined) throw new MalformedBer('no octets');
  if ((element.tag & 0x20) === 0) return element.content;
  const parts = childrenOf(element).map(octetsOf);
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Returns an OBJECT IDENTIFIER in dotted form. */
export function oidOf(element: BerElement | undefined): string {
  if (element?.tag !== 0x06) throw new MalformedBer('no object identifier');
  const parts: number[] = [];
  let value = 0;
  for (const byte of element.content) {
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) !== 0) continue;
    parts.push(value);
    value = 0;
  }
  const [head = 0, ...rest] = parts;
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...rest].join('.');
}
