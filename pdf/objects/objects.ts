/**
 * The PDF object model (ISO 32000-1 §7.3). Booleans, numbers, null and arrays are plain JavaScript values, and
 * the rest are small classes. References are compared by `num` and `gen`, never by identity.
 */
export type PdfObject = PdfScalar | PdfName | PdfString | PdfRef | PdfDict | PdfStream | PdfArray;
type PdfScalar = null | boolean | number;

export type PdfArray = PdfObject[];

/** A name without its slash. Each character is one byte (0–255), with `#xx` already decoded. */
export class PdfName {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

/** The decoded bytes of a string. `hex` only records how it is written. */
export class PdfString {
  readonly bytes: Uint8Array;
  readonly hex: boolean;
  constructor(bytes: Uint8Array, hex = false) {
    this.bytes = bytes;
    this.hex = hex;
  }
}

export class PdfRef {
  readonly num: number;
  readonly gen: number;
  constructor(num: number, gen = 0) {
    this.num = num;
    this.gen = gen;
  }
}

/** Keys are names without the slash, in the order in which they are written. */
export class PdfDict extends Map<string, PdfObject> {}

/** `bytes` contains the data as stored in the file, still encoded by the dictionary's /Filter. */
export class PdfStream {
  dict: PdfDict;
  bytes: Uint8Array;
  constructor(dict: PdfDict, bytes: Uint8Array) {
    this.dict = dict;
    this.bytes = bytes;
  }
}

export const name = (value: string): PdfName => new PdfName(value);

export const ref = (num: number, gen = 0): PdfRef => new PdfRef(num, gen);

/** Creates a dictionary, as in `dict({ Type: name('Page') })`. Undefined values are omitted. */
export function dict(entries: Record<string, PdfObject | undefined>): PdfDict {
  const result = new PdfDict();
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) result.set(key, value);
  return result;
}

export const stream = (entries: Record<string, PdfObject | undefined>, bytes: Uint8Array): PdfStream =>
  new PdfStream(dict(entries), bytes);

/**
 * Creates a text string (§7.9.2.2). ASCII is unchanged, and anything else becomes UTF-16BE with a byte order
 * mark.
 */
export function textString(text: string): PdfString {
  if (/^[\x20-\x7e\r\n\t]*$/.test(text)) return new PdfString(latin1Bytes(text));
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xfe, 0xff]);
  for (let i = 0; i < text.length; i++) {
    bytes[2 + i * 2] = text.charCodeAt(i) >> 8;
    bytes[3 + i * 2] = text.charCodeAt(i) & 0xff;
  }
  return new PdfString(bytes, true);
}

/** Returns one byte per character. All characters must be below 256. */
export const latin1Bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

export const latin1Text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

export const isName = (value: PdfObject | undefined, wanted?: string): value is PdfName =>
  value instanceof PdfName && (wanted === undefined || value.value === wanted);

export const isDict = (value: PdfObject | undefined): value is PdfDict => value instanceof PdfDict;

export const isArray = (value: PdfObject | undefined): value is PdfArray => Array.isArray(value);
