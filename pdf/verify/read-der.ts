/**
 * An element read by a strict DER parser (ITU-T X.690), which accepts only definite and shortest lengths and no
 * trailing bytes. It must be strict because it reads unsigned bytes. If a byte had two equivalent encodings, it
 * could be changed undetected.
 */
export type DerElement = {
  /** Identifier byte: class, constructed bit and number. */
  readonly tag: number;
  /** Content without tag and length. */
  readonly content: Uint8Array;
  /** The complete original element. */
  readonly bytes: Uint8Array;
};

/** Thrown inside this folder for unexpected structures. `verifyPdf` converts it to a problem. */
export class MalformedDer extends Error {}

/** Reads the single element that fills `bytes`. */
export function readElement(bytes: Uint8Array, tag?: number): DerElement {
  const element = elementAt(bytes, 0);
  if (element.bytes.length !== bytes.length) throw new MalformedDer('bytes after the element');
  return tag === undefined ? element : expectTag(element, tag);
}

/**
 * Reads the elements inside a constructed element and checks that their number is one of `count`. Specify the
 * number wherever the structure defines it, because changes could be hidden in an unread element.
 */
export function readChildren(parent: DerElement, ...count: number[]): DerElement[] {
  if ((parent.tag & 0x20) === 0) throw new MalformedDer('a primitive instead of a structure');
  const children: DerElement[] = [];
  for (let at = 0; at < parent.content.length;) {
    const child = elementAt(parent.content, at);
    children.push(child);
    at += child.bytes.length;
  }
  if (count.length > 0 && !count.includes(children.length)) throw new MalformedDer('wrong number of parts');
  return children;
}

export function expectTag(element: DerElement | undefined, tag: number): DerElement {
  if (element === undefined) throw new MalformedDer('an element is missing');
  if (element.tag !== tag) throw new MalformedDer(`tag ${element.tag} where ${tag} belongs`);
  return element;
}

/** Returns an OBJECT IDENTIFIER in dotted form. */
export function readObjectIdentifier(element: DerElement | undefined): string {
  const { content } = expectTag(element, 0x06);
  const parts: number[] = [];
  let value = 0;
  let fresh = true;
  for (const byte of content) {
    if (fresh && byte === 0x80) throw new MalformedDer('object identifier padded');
    value = value * 128 + (byte & 0x7f);
    fresh = (byte & 0x80) === 0;
    if (!fresh) continue;
    parts.push(value);
    value = 0;
  }
  const [head, ...rest] = parts;
  if (head === undefined || !fresh) throw new MalformedDer('object identifier truncated');
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...rest].join('.');
}

/** Returns the bytes of a non-negative INTEGER without the sign byte. */
export function readUnsigned(element: DerElement | undefined): Uint8Array {
  const { content } = expectTag(element, 0x02);
  const [first, second = 0] = content;
  if (first === undefined || first >= 0x80) throw new MalformedDer('integer empty or negative');
  if (first !== 0 || content.length === 1) return content;
  if (second < 0x80) throw new MalformedDer('integer padded');
  return content.subarray(1);
}

/** Reads a BOOLEAN. DER allows only 0x00 and 0xFF. */
export function readBoolean(element: DerElement | undefined): boolean {
  const { content } = expectTag(element, 0x01);
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff)) throw new MalformedDer('boolean');
  return content[0] === 0xff;
}

/**
 * Reads the UTCTime or GeneralizedTime of a certificate in ms UTC. It must have seconds and Z (RFC 5280
 * §4.1.2.5).
 */
export function readTime(element: DerElement | undefined): number {
  if (element === undefined) throw new MalformedDer('a time is missing');
  const text = new TextDecoder('latin1').decode(element.content);
  const digits = element.tag === 0x17 ? (Number(text.slice(0, 2)) < 50 ? '20' : '19') + text : text;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits);
  if ((element.tag !== 0x17 && element.tag !== 0x18) || parts === null) throw new MalformedDer('time');
  const [year = 0, month = 0, ...rest] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
}

function elementAt(bytes: Uint8Array, at: number): DerElement {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new MalformedDer('cut short');
  if ((tag & 0x1f) === 0x1f) throw new MalformedDer('a long tag');
  const { length, size } = lengthAt(bytes, at + 1, first);
  const start = at + 1 + size;
  const end = start + length;
  if (end > bytes.length) throw new MalformedDer('cut short');
  return { tag, content: bytes.subarray(start, end), bytes: bytes.subarray(at, end) };
}

function lengthAt(bytes: Uint8Array, at: number, first: number): { length: number; size: number } {
  if (first < 0x80) return { length: first, size: 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new MalformedDer('length form');
  let length = 0;
  for (let index = 1; index <= count; index += 1) length = length * 256 + (bytes[at + index] ?? 0);
  const shortest = length >= 0x80 && length >= 256 ** (count - 1);
  if (!shortest) throw new MalformedDer('length not in its shortest form');
  return { length, size: 1 + count };
}
