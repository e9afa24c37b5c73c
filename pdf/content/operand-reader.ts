import { Lexer } from '../objects/lexer.ts';
import { PdfDict, PdfName, PdfString } from '../objects/objects.ts';
import type { PdfObject } from '../objects/objects.ts';
import { nameText, numberText, serialise } from '../objects/serialise.ts';
import { DELIMITER, isDigit, KIND, REGULAR, SPACE, startsNumber } from './byte-kinds.ts';
import { readNumberWord } from './number-words.ts';
import type { Reader, WordPart } from './number-words.ts';
import { TEXT_STATE } from './operators.ts';
import type { OutputBuffer } from './output-buffer.ts';
import { readHexString, readLiteralString } from './string-tokens.ts';

/** Maximum string length that every program supports. PDFium truncates longer strings. */
const MAX_STRING = 32_767;
const MAX_NAME = 127;
const MAX_DIGITS = 9;
const MAX_FRACTION = 10;
const MAX_DEPTH = 32;
/** Maximum length of a plain number in characters. PDFium truncates words at 255. */
const MAX_PLAIN = 100;

/**
 * `n` number, `N` name, `s` string, `t` array with strings, `a` array of numbers, `p` dictionary, `x` anything
 * else.
 */
export type Operand = 'n' | 'N' | 's' | 't' | 'a' | 'p' | 'x';

/** Splits a content stream into tokens, and writes operands in canonical form. */
export class OperandReader {
  readonly bytes: Uint8Array;
  readonly out: OutputBuffer;
  readonly reader: Reader;
  at = 0;
  /** Kinds of the operands since the last operator, and the output offset of each. */
  kinds: Operand[] = [];
  starts: number[] = [];
  /** Tokens that programs read differently, at most eight. */
  irregular: string[] = [];
  /** Constructs that programs interpret differently in any form. */
  unclear: string[] = [];
  #depth = 0;
  /** True after an unclosed bracket or string, because nothing after it is shown. */
  cutOff = false;

  constructor(bytes: Uint8Array, out: OutputBuffer, reader: Reader) {
    this.bytes = bytes;
    this.out = out;
    this.reader = reader;
  }

  /**
   * Writes operands until the next word that is not an operand, and returns that word. Returns undefined at the
   * end.
   */
  nextWord(): string | undefined {
    while (!this.cutOff) {
      this.skipSpace();
      const byte = this.bytes[this.at];
      if (byte === undefined) return undefined;
      if (KIND[byte] === DELIMITER) {
        const word = this.#delimited(byte);
        if (word !== undefined) return word;
      } else if (!startsNumber(byte)) {
        const word = this.#word();
        if (word === 'true' || word === 'false' || word === 'null')
          this.#operand('x', () => this.out.text(word));
        else return word;
      } else if (!this.#plainNumber()) {
        const parts = readNumberWord(this.#word(), this.reader);
        const word = this.#numbers(parts);
        if (word !== undefined) return word;
      }
    }
    return undefined;
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]!;
      if (byte === 0x25) {
        while (this.at + 1 < this.bytes.length && !isLineEnd(this.bytes[this.at + 1]!)) this.at += 1;
      } else if (KIND[byte] !== SPACE) return;
    }
  }

  /** Discards the operands and their output. */
  drop(): void {
    if (this.starts.length > 0) this.out.truncate(this.starts[0]!);
    this.clear();
  }

  clear(): void {
    this.kinds = [];
    this.starts = [];
  }

  report(token: string): void {
    if (this.irregular.length < 8) this.irregular.push(token.slice(0, 40));
  }

  #operand(kind: Operand, write: () => void): void {
    this.starts.push(this.out.length);
    this.kinds.push(kind);
    write();
    this.out.byte(0x20);
  }

  /** The numbers in a malformed number become operands. The rest is read as an operator. */
  #numbers(parts: WordPart[]): string | undefined {
    for (const [index, part] of parts.entries()) {
      if (typeof part === 'number') this.#operand('n', () => this.out.text(numberText(part)));
      else {
        this.pending.push(...parts.slice(index + 1).filter((rest) => typeof rest === 'string'));
        return part;
      }
    }
    return undefined;
  }

  /** Operators without spaces between them, for programs that split them. */
  pending: string[] = [];

  #word(): string {
    const from = this.at;
    while (this.at < this.bytes.length && KIND[this.bytes[this.at]!] === REGULAR) this.at += 1;
    let text = '';
    for (let at = from; at < this.at; at += 1) text += String.fromCharCode(this.bytes[at]!);
    if (startsNumber(text.charCodeAt(0))) this.report(text);
    return text;
  }

  /**
   * Writes a number in the plain form of ISO 32000-2, 7.3.3. Returns false for any other word, without reading
   * it.
   */
  #plainNumber(): boolean {
    const { bytes, out } = this;
    let at = this.at;
    const negative = bytes[at] === 0x2d;
    if (negative || bytes[at] === 0x2b) at += 1;
    const whole = at;
    while (isDigit(bytes[at] ?? 0)) at += 1;
    const point = at;
    if (bytes[at] === 0x2e) at += 1;
    const fraction = Math.min(at, point + 1);
    while (isDigit(bytes[at] ?? 0)) at += 1;
    const end = at;
    if ((end < bytes.length && KIND[bytes[end]!] === REGULAR) || end - this.at > MAX_PLAIN) return false;
    let first = whole;
    while (first < point && bytes[first] === 0x30) first += 1;
    if (point - first > MAX_DIGITS || (point === whole && end <= fraction)) return false;
    let last = Math.min(end, fraction + MAX_FRACTION);
    while (last > fraction && bytes[last - 1] === 0x30) last -= 1;
    this.starts.push(out.length);
    this.kinds.push('n');
    if (negative && (first < point || last > fraction)) out.byte(0x2d);
    if (first === point) out.byte(0x30);
    for (; first < point; first += 1) out.byte(bytes[first]!);
    if (last > fraction) for (let next = point; next < last; next += 1) out.byte(bytes[next]!);
    out.byte(0x20);
    this.at = end;
    return true;
  }

  /** Reads a string, name, array or dictionary as an operand. Any other delimiter is a separate word. */
  #delimited(byte: number): string | undefined {
    const twice = this.bytes[this.at + 1] === byte;
    switch (byte) {
      case 0x28:
        this.#operand('s', () => this.#string());
        return undefined;
      case 0x2f:
        this.#operand('N', () => this.#name());
        return undefined;
      case 0x5b:
        this.#array();
        return undefined;
      case 0x3c:
        if (twice) this.#dictionary();
        else this.#operand('s', () => this.#string());
        return undefined;
    }
    this.at += byte === 0x3e && twice ? 2 : 1;
    return String.fromCharCode(byte);
  }

  #string(): void {
    const { out, bytes, at } = this;
    out.byte(0x3c);
    const from = out.length;
    const write = (byte: number): void => out.hex(byte);
    const hex = bytes[at] === 0x3c;
    const { end, irregular } = hex
      ? readHexString(bytes, at, this.reader, write)
      : readLiteralString(bytes, at, write);
    if (end < 0) this.#cut();
    else this.at = end;
    if (irregular) this.report(Buffer.from(bytes.subarray(at, end < 0 ? at + 40 : end)).toString('latin1'));
    if (out.length - from > MAX_STRING * 2) this.unclear.push(`a string of more than ${MAX_STRING} bytes`);
    out.byte(0x3e);
  }

  #name(): void {
    const name = new Lexer(this.bytes, this.at).next();
    this.at += 1;
    while (this.at < this.bytes.length && KIND[this.bytes[this.at]!] === REGULAR) this.at += 1;
    const value = name instanceof PdfName ? name.value : '';
    if (value.length > MAX_NAME) this.unclear.push(`a name of more than ${MAX_NAME} bytes`);
    this.out.text(nameText(value));
  }

  #cut(): void {
    this.cutOff = true;
    this.at = this.bytes.length;
  }

  /**
   * Reads strings and numbers up to the closing bracket. All programs except MuPDF ignore words between them.
   */
  #array(): void {
    const { out } = this;
    const outer = { kinds: this.kinds, starts: this.starts, from: out.length };
    this.at += 1;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.unclear.push(`arrays nested deeper than ${MAX_DEPTH}`);
    if (this.#depth > MAX_DEPTH) this.#cut();
    this.clear();
    out.byte(0x5b);
    for (;;) {
      const word = this.nextWord();
      if (word === ']') break;
      if (word === undefined) {
        this.#cut();
        break;
      }
      if (TEXT_STATE.has(word)) continue;
      this.report(word);
      if (this.reader !== 'mupdf') continue;
      out.truncate(outer.from);
      this.#depth -= 1;
      this.clear();
      return;
    }
    this.#depth -= 1;
    const { kinds } = this;
    this.#keepStringsAndNumbers();
    out.byte(0x5d);
    out.byte(0x20);
    this.kinds = [...outer.kinds, kinds.includes('s') ? 't' : 'a'];
    this.starts = [...outer.starts, outer.from];
  }

  #keepStringsAndNumbers(): void {
    for (let index = this.kinds.length - 1; index >= 0; index -= 1) {
      if (this.kinds[index] === 'n' || this.kinds[index] === 's') continue;
      this.out.remove(this.starts[index]!, this.starts[index + 1] ?? this.out.length);
    }
  }

  #dictionary(): void {
    const from = this.at;
    const entries = this.readDictionary();
    if (entries !== undefined) {
      this.#operand('p', () => this.out.append(serialise(entries)));
      return;
    }
    this.report('<<');
    // PDFium ignores the brackets of an invalid dictionary.
    this.drop();
    this.at = Math.max(this.at, from + 2);
  }

  /**
   * Reads a dictionary from `<<` to `>>`. Returns undefined if it is invalid, with the position after the
   * invalid part.
   */
  readDictionary(depth = 0): PdfDict | undefined {
    const entries = new PdfDict();
    this.at += 2;
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === 0x3e && this.bytes[this.at + 1] === 0x3e) {
        this.at += 2;
        return entries;
      }
      if (this.bytes[this.at] !== 0x2f) {
        this.#skipToken();
        return undefined;
      }
      const key = this.readValue(depth);
      const value = this.readValue(depth);
      if (!(key instanceof PdfName) || value === undefined) return undefined;
      entries.set(key.value, value);
    }
  }

  /** Reads one object of a dictionary among the operands, or returns undefined. */
  readValue(depth = 0): PdfObject | undefined {
    this.skipSpace();
    const byte = this.bytes[this.at];
    if (byte === undefined || depth > MAX_DEPTH) return undefined;
    if (byte === 0x3c && this.bytes[this.at + 1] === 0x3c) return this.readDictionary(depth + 1);
    if (byte === 0x5b) return this.#readArray(depth + 1);
    if (byte === 0x28 || byte === 0x3c) return this.#readString(byte === 0x3c);
    if (byte === 0x2f) {
      const name = new Lexer(this.bytes, this.at).next();
      this.#skipToken();
      return name instanceof PdfName ? name : undefined;
    }
    if (KIND[byte] === DELIMITER) return undefined;
    const before = this.irregular.length;
    const word = this.#word();
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (!startsNumber(word.charCodeAt(0))) return undefined;
    if (/^[-+]?(?:\d{1,9}\.?\d*|\.\d+)$/.test(word)) {
      this.irregular.length = before;
      return Number(word);
    }
    const [number] = readNumberWord(word, this.reader);
    return typeof number === 'number' ? number : undefined;
  }

  #readArray(depth: number): PdfObject[] | undefined {
    const items: PdfObject[] = [];
    this.at += 1;
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === 0x5d) {
        this.at += 1;
        return items;
      }
      const item = this.readValue(depth);
      if (item === undefined) return undefined;
      items.push(item);
    }
  }

  #readString(hex: boolean): PdfString | undefined {
    const bytes: number[] = [];
    const write = (byte: number): number => bytes.push(byte);
    const { end } = hex
      ? readHexString(this.bytes, this.at, this.reader, write)
      : readLiteralString(this.bytes, this.at, write);
    if (end < 0) this.#cut();
    else this.at = end;
    return end < 0 ? undefined : new PdfString(Uint8Array.from(bytes), true);
  }

  #skipToken(): void {
    this.at += 1;
    while (this.at < this.bytes.length && KIND[this.bytes[this.at]!] === REGULAR) this.at += 1;
  }
}

const isLineEnd = (byte: number): boolean => byte === 10 || byte === 13;
