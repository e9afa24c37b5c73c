/**
 * A PDF value that a seal depends on, read by a strict reader. The reader is independent of the code that wrote
 * the file, and refuses everything that two readers could interpret differently: a duplicate key, a missing
 * value, an unexpected word. Values keep their offsets, because a seal depends on exact bytes.
 */
export type PdfValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'ref'; readonly num: number; readonly gen: number }
  | { readonly kind: 'string'; readonly bytes: Uint8Array; readonly start: number; readonly end: number }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | { readonly kind: 'dict'; readonly entries: ReadonlyMap<string, PdfValue> };

/** Thrown inside this folder. `verifyPdf` converts it to a problem. */
export class MalformedPdf extends Error {}

export type Read<T> = { readonly value: T; readonly end: number };

/** Reads `num gen obj` and its value at `start`. For a stream, reads its dictionary without the data. */
export function readIndirect(bytes: Uint8Array, start: number, num: number, gen: number): Read<PdfValue> {
  const header = asciiAt(bytes, start, 32).match(/^(\d+) (\d+) obj(?=[\s<[(/])/);
  if (header === null || Number(header[1]) !== num || Number(header[2]) !== gen) {
    throw new MalformedPdf(`object ${num} is not at byte ${start}`);
  }
  return readValue(bytes, start + header[0].length);
}

/** Reads the value at `start` after white space and comments. */
export function readValue(bytes: Uint8Array, start: number, depth = 0): Read<PdfValue> {
  if (depth > 64) throw new MalformedPdf('nested too deep');
  const at = skipSpace(bytes, start);
  const two = asciiAt(bytes, at, 2);
  if (two === '<<') return readDict(bytes, at + 2, depth);
  if (two[0] === '[') return readArray(bytes, at + 1, depth);
  if (two[0] === '<') return readHexString(bytes, at);
  if (two[0] === '(') return readLiteralString(bytes, at);
  if (two[0] === '/') return readName(bytes, at + 1);
  return readPlain(bytes, at);
}

/** Decodes bytes as text with one character per byte, for keywords and numbers. */
export function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at < bytes.length; at += 1) {
    if (bytes[at] === 0x25) while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
    else if (!isSpace(bytes[at])) return at;
  }
  return at;
}

function readDict(bytes: Uint8Array, start: number, depth: number): Read<PdfValue> {
  const entries = new Map<string, PdfValue>();
  let at = skipSpace(bytes, start);
  while (asciiAt(bytes, at, 2) !== '>>') {
    if (bytes[at] !== 0x2f) throw new MalformedPdf('a key is missing');
    const key = readName(bytes, at + 1);
    const value = readValue(bytes, key.end, depth + 1);
    if (entries.has(key.value.value)) throw new MalformedPdf(`/${key.value.value} twice`);
    entries.set(key.value.value, value.value);
    at = skipSpace(bytes, value.end);
  }
  return { value: { kind: 'dict', entries }, end: at + 2 };
}

/**
 * Returns the range of each key's value in the dictionary at `start`, so that the value can be copied unchanged.
 */
export function spansOf(bytes: Uint8Array, start: number): Map<string, { start: number; end: number }> {
  const spans = new Map<string, { start: number; end: number }>();
  let at = skipSpace(bytes, skipSpace(bytes, start) + 2);
  while (asciiAt(bytes, at, 2) !== '>>') {
    if (bytes[at] !== 0x2f) throw new MalformedPdf('a key is missing');
    const key = readName(bytes, at + 1);
    const value = { start: skipSpace(bytes, key.end), end: readValue(bytes, key.end).end };
    spans.set(key.value.value, value);
    at = skipSpace(bytes, value.end);
  }
  return spans;
}

function readArray(bytes: Uint8Array, start: number, depth: number): Read<PdfValue> {
  const items: PdfValue[] = [];
  let at = skipSpace(bytes, start);
  while (bytes[at] !== 0x5d) {
    const item = readValue(bytes, at, depth + 1);
    items.push(item.value);
    at = skipSpace(bytes, item.end);
  }
  return { value: { kind: 'array', items }, end: at + 1 };
}

function readHexString(bytes: Uint8Array, start: number): Read<PdfValue> {
  let end = start + 1;
  const digits: number[] = [];
  for (; bytes[end] !== 0x3e; end += 1) {
    const digit = hexDigit(bytes[end]);
    if (digit >= 0) digits.push(digit);
    else if (!isSpace(bytes[end])) throw new MalformedPdf('hex string');
  }
  const decoded = new Uint8Array(Math.ceil(digits.length / 2));
  decoded.forEach((_, index) => {
    decoded[index] = (digits[index * 2] ?? 0) * 16 + (digits[index * 2 + 1] ?? 0);
  });
  return { value: { kind: 'string', bytes: decoded, start, end: end + 1 }, end: end + 1 };
}

/** Escape sequences only lose their backslash, because only dates and plain text are read this way. */
function readLiteralString(bytes: Uint8Array, start: number): Read<PdfValue> {
  const decoded: number[] = [];
  let level = 1;
  let at = start + 1;
  for (; level > 0; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) throw new MalformedPdf('string cut short');
    if (byte === 0x28) level += 1;
    if (byte === 0x29) level -= 1;
    if (byte === 0x5c) at += 1;
    if (level > 0) decoded.push(bytes[at] ?? 0);
  }
  return { value: { kind: 'string', bytes: Uint8Array.from(decoded), start, end: at }, end: at };
}

function readName(bytes: Uint8Array, start: number): Read<{ kind: 'name'; value: string }> {
  const end = regularEnd(bytes, start);
  const value = textOf(bytes.subarray(start, end)).replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return { value: { kind: 'name', value }, end };
}

/** Reads a number, a reference, or one of the words true, false, null. */
function readPlain(bytes: Uint8Array, start: number): Read<PdfValue> {
  const end = regularEnd(bytes, start);
  const word = textOf(bytes.subarray(start, end));
  if (/^(true|false|null)$/.test(word)) return { value: { kind: 'word', value: word }, end };
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) throw new MalformedPdf('no value');
  const reference = /^\d+$/.test(word)
    ? asciiAt(bytes, end, 16).match(/^\s+(\d{1,5})\s+R(?![^\s<>[\]()/%])/)
    : null;
  if (reference === null) return { value: { kind: 'number', value: Number(word) }, end };
  const value = { kind: 'ref', num: Number(word), gen: Number(reference[1]) } as const;
  return { value, end: end + reference[0].length };
}

function regularEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end < bytes.length && !isSpace(bytes[end]) && !isDelimiter(bytes[end])) end += 1;
  return end;
}

/** Names and numbers are short. The limit protects the call stack from long hostile input. */
function textOf(bytes: Uint8Array): string {
  if (bytes.length > 4096) throw new MalformedPdf('word too long');
  return String.fromCharCode(...bytes);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;
}

function isDelimiter(byte: number | undefined): boolean {
  return byte !== undefined && '()<>[]{}/%'.includes(String.fromCharCode(byte));
}

function hexDigit(byte: number | undefined): number {
  const at = '0123456789abcdef'.indexOf(String.fromCharCode(byte ?? 0).toLowerCase());
  return byte === undefined ? -1 : at;
}
