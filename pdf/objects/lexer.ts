import { PdfName, PdfString } from './objects.ts';

/** A word (`obj`, `R`, `true`, an operator) or one of `[ ] << >> { }`. */
export class Keyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

/** The `R` of a reference, which is the most frequent word in a long file. */
const referenceMark = new Keyword('R');
/** Maximum number of digits that JavaScript numbers represent exactly. */
const maxDigits = 15;

export type Token = number | PdfName | PdfString | Keyword | null;

const WHITESPACE = 1;
const DELIMITER = 2;

/** Kind of each byte: 1 white space, 2 delimiter, 0 regular (§7.2.2). */
const KIND = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KIND[byte] = WHITESPACE;
for (const char of '()<>[]{}/%') KIND[char.charCodeAt(0)] = DELIMITER;

export const isWhitespace = (byte: number | undefined): boolean =>
  byte !== undefined && KIND[byte] === WHITESPACE;

const isRegular = (byte: number | undefined): boolean => byte !== undefined && KIND[byte] === 0;

/**
 * Splits bytes into tokens from `pos`. Returns `null` at the end. Never throws, because real files contain
 * truncated tokens, and all viewers continue after them.
 */
export class Lexer {
  readonly bytes: Uint8Array;
  pos: number;
  readonly end: number;

  constructor(bytes: Uint8Array, pos = 0, end = bytes.length) {
    this.bytes = bytes;
    this.pos = pos;
    this.end = end;
  }

  next(): Token {
    this.skipWhitespace();
    if (this.pos >= this.end) return null;
    const byte = this.bytes[this.pos] ?? 0;
    switch (byte) {
      case 0x2f: // /
        return this.#name();
      case 0x28: // (
        return this.#literalString();
      case 0x3c: // <
        return this.bytes[this.pos + 1] === 0x3c ? this.#mark('<<') : this.#hexString();
      case 0x3e: // >
        return this.bytes[this.pos + 1] === 0x3e ? this.#mark('>>') : this.#mark('>');
      case 0x5b:
      case 0x5d:
      case 0x7b:
      case 0x7d:
      case 0x29: // [ ] { } or an unmatched )
        return this.#mark(String.fromCharCode(byte));
    }
    return this.#numberOrWord();
  }

  /** Skips white space and comments. */
  skipWhitespace(): void {
    while (this.pos < this.end) {
      const byte = this.bytes[this.pos] ?? 0;
      if (byte === 0x25) {
        while (this.pos < this.end && this.bytes[this.pos] !== 10 && this.bytes[this.pos] !== 13) this.pos++;
      } else if (KIND[byte] === WHITESPACE) this.pos++;
      else return;
    }
  }

  #mark(word: string): Keyword {
    this.pos += word.length;
    return new Keyword(word);
  }

  #regularRun(): string {
    const start = this.pos;
    while (this.pos < this.end && isRegular(this.bytes[this.pos])) this.pos++;
    let text = '';
    for (let i = start; i < this.pos; i++) text += String.fromCharCode(this.bytes[i] ?? 0);
    return text;
  }

  #name(): PdfName {
    this.pos++;
    const raw = this.#regularRun();
    if (!raw.includes('#')) return new PdfName(raw);
    return new PdfName(
      raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    );
  }

  /**
   * Reads a number that consists only of digits. Otherwise returns undefined without consuming anything. This
   * fast path handles most of the thousands of numbers in a long file.
   */
  #count(): number | undefined {
    let value = 0;
    for (let at = this.pos; at < this.end; at++) {
      const byte = this.bytes[at] ?? 0;
      if (byte >= 0x30 && byte <= 0x39 && at - this.pos < maxDigits) value = value * 10 + byte - 0x30;
      else if (at === this.pos || KIND[byte] === 0) return undefined;
      else {
        this.pos = at;
        return value;
      }
    }
    return undefined;
  }

  #numberOrWord(): number | Keyword {
    const count = this.#count();
    if (count !== undefined) return count;
    const start = this.pos;
    if (this.bytes[start] === 0x52 && start + 1 < this.end && !isRegular(this.bytes[start + 1])) {
      this.pos++;
      return referenceMark;
    }
    const text = this.#regularRun();
    const match = /^[+-]*(\d*\.?\d*)/.exec(text);
    const digits = match?.[1] ?? '';
    if (match === null || (digits === '' && !/^[+-]+$/.test(text))) return new Keyword(text);
    if (digits === '.' && text.length > 1) return new Keyword(text);
    // `4.5E5` is not a valid PDF number, but some programs write it. All viewers read `12-34` as 12.
    const exponent = /^[eE][+-]?\d{1,2}(?!\d)/.exec(text.slice(match[0].length))?.[0] ?? '';
    const rest = text.slice(match[0].length + exponent.length);
    // In `0Tj` and `1obj`, the number ends where the word begins.
    if (exponent === '' && /^[A-Za-z'"]/.test(rest)) this.pos = start + match[0].length;
    const value = Number((digits === '' || digits === '.' ? '0' : digits) + exponent);
    if (!Number.isFinite(value)) return 0;
    return text.startsWith('-') && value !== 0 ? -value : value;
  }

  #hexString(): PdfString {
    this.pos++;
    const bytes: number[] = [];
    let high = -1;
    while (this.pos < this.end) {
      const byte = this.bytes[this.pos++] ?? 0;
      if (byte === 0x3e) break;
      const digit = hexDigit(byte);
      if (digit < 0) continue;
      if (high < 0) high = digit;
      else {
        bytes.push(high * 16 + digit);
        high = -1;
      }
    }
    if (high >= 0) bytes.push(high * 16);
    return new PdfString(Uint8Array.from(bytes), true);
  }

  #literalString(): PdfString {
    this.pos++;
    const bytes: number[] = [];
    let depth = 1;
    while (this.pos < this.end) {
      const byte = this.bytes[this.pos++] ?? 0;
      if (byte === 0x28) depth++;
      if (byte === 0x29 && --depth === 0) break;
      if (byte === 0x5c) this.#escape(bytes);
      else if (byte === 13) {
        if (this.bytes[this.pos] === 10) this.pos++;
        bytes.push(10);
      } else bytes.push(byte);
    }
    return new PdfString(Uint8Array.from(bytes));
  }

  /** Reads the character after a backslash in a literal string (§7.3.4.2, table 3). */
  #escape(bytes: number[]): void {
    const byte = this.bytes[this.pos++] ?? 0;
    const simple = SIMPLE_ESCAPES.get(byte);
    if (simple !== undefined) bytes.push(simple);
    else if (byte >= 0x30 && byte <= 0x37) {
      let value = byte - 0x30;
      for (let i = 0; i < 2; i++) {
        const digit = this.bytes[this.pos] ?? 0;
        if (digit < 0x30 || digit > 0x37) break;
        value = value * 8 + digit - 0x30;
        this.pos++;
      }
      bytes.push(value & 0xff);
    } else if (byte === 13) {
      if (this.bytes[this.pos] === 10) this.pos++;
    } else if (byte !== 10) bytes.push(byte);
  }
}

const SIMPLE_ESCAPES = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
