import { isWhitespace, Keyword, Lexer } from './lexer.ts';
import type { Token } from './lexer.ts';
import { PdfDict, PdfName, PdfRef, PdfStream } from './objects.ts';
import type { PdfArray, PdfObject } from './objects.ts';

/** Maximum nesting depth. Anything deeper is read as null (S-22). */
const MAX_DEPTH = 64;

export type IndirectObject = {
  num: number;
  gen: number;
  value: PdfObject;
  /** Offset of `num`, and the offset after `endobj` (or after the last parsed token if it is missing). */
  start: number;
  end: number;
};

/** Returns the value of an indirect /Length. */
export type ResolveLength = (target: PdfRef) => number | undefined;

/**
 * Returns the direct object at `offset` and its end. Returns undefined at the end of the data and for a word
 * that is not an object. Damaged objects are read as far as possible.
 */
export function parseObject(
  bytes: Uint8Array,
  offset: number,
): { value: PdfObject; end: number } | undefined {
  const lexer = new Lexer(bytes, offset);
  const value = readObject(lexer, lexer.next(), 0);
  return value === undefined ? undefined : { value, end: lexer.pos };
}

/**
 * Parses `num gen obj … endobj` at `offset` (§7.3.10), including the data of a stream. If /Length does not lead
 * to `endstream`, it is ignored and `endstream` is searched.
 */
export function parseIndirectObject(
  bytes: Uint8Array,
  offset: number,
  resolveLength: ResolveLength = () => undefined,
): IndirectObject | undefined {
  const lexer = new Lexer(bytes, offset);
  lexer.skipWhitespace();
  const start = lexer.pos;
  const num = lexer.next();
  const gen = lexer.next();
  const word = lexer.next();
  if (!isCount(num) || !isCount(gen) || !isWord(word, 'obj')) return undefined;
  const first = lexer.next();
  // `7 0 obj endobj` is a null object.
  if (isWord(first, 'endobj')) return { num, gen, value: null, start, end: lexer.pos };
  const value = readObject(lexer, first, 0) ?? null;
  const behind = lexer.pos;
  const next = lexer.next();
  if (value instanceof PdfDict && isWord(next, 'stream')) {
    const data = readStreamData(bytes, lexer.pos, value, resolveLength);
    return { num, gen, value: new PdfStream(value, data.bytes), start, end: skipEndobj(bytes, data.end) };
  }
  return { num, gen, value, start, end: isWord(next, 'endobj') ? lexer.pos : behind };
}

/**
 * Reads one object whose first token has already been taken from `lexer`. Returns undefined for a word that is
 * not an object. Exported for content streams, where operands and operators alternate.
 */
export function readObject(lexer: Lexer, token: Token, depth: number): PdfObject | undefined {
  if (token === null) return undefined;
  if (typeof token === 'number') return readReference(lexer, token) ?? token;
  if (!(token instanceof Keyword)) return token;
  switch (token.word) {
    case '<<':
      return depth < MAX_DEPTH ? readDict(lexer, depth + 1) : skipNested(lexer);
    case '[':
      return depth < MAX_DEPTH ? readArray(lexer, depth + 1) : skipNested(lexer);
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
  }
  return undefined;
}

/** Replaces anything nested too deep with null. Does not recurse, to avoid a stack overflow. */
function skipNested(lexer: Lexer): null {
  for (let open = 1; open > 0;) {
    const back = lexer.pos;
    const token = lexer.next();
    if (token === null || endsEverything(token)) {
      lexer.pos = back;
      return null;
    }
    if (isWord(token, '<<') || isWord(token, '[')) open++;
    if (isWord(token, '>>') || isWord(token, ']')) open--;
  }
  return null;
}

function readReference(lexer: Lexer, num: number): PdfRef | undefined {
  if (!isCount(num)) return undefined;
  const back = lexer.pos;
  const gen = lexer.next();
  if (isCount(gen) && isWord(lexer.next(), 'R')) return new PdfRef(num, gen);
  lexer.pos = back;
  return undefined;
}

function readArray(lexer: Lexer, depth: number): PdfArray {
  const items: PdfArray = [];
  for (;;) {
    const back = lexer.pos;
    const token = lexer.next();
    if (token === null || isWord(token, ']')) return items;
    if (endsEverything(token) || isWord(token, '>>')) {
      lexer.pos = back;
      return items;
    }
    const item = readObject(lexer, token, depth);
    if (item !== undefined) items.push(item);
  }
}

function readDict(lexer: Lexer, depth: number): PdfDict {
  const entries = new PdfDict();
  for (;;) {
    let back = lexer.pos;
    const key = lexer.next();
    if (key === null || isWord(key, '>>')) return entries;
    if (endsEverything(key)) {
      lexer.pos = back;
      return entries;
    }
    if (!(key instanceof PdfName)) continue;
    back = lexer.pos;
    const token = lexer.next();
    const value = readObject(lexer, token, depth);
    // A key without a value. Puts the closing token back.
    if (value === undefined) lexer.pos = back;
    if (isWord(token, '>>')) continue;
    if (value === undefined && !endsEverything(token)) lexer.next();
    entries.set(key.value, value ?? null);
  }
}

function readStreamData(
  bytes: Uint8Array,
  behindWord: number,
  dictionary: PdfDict,
  resolveLength: ResolveLength,
): { bytes: Uint8Array; end: number } {
  let start = behindWord;
  while (bytes[start] === 0x20) start++;
  if (bytes[start] === 13) start++;
  if (bytes[start] === 10) start++;
  const given = dictionary.get('Length');
  const length = given instanceof PdfRef ? resolveLength(given) : given;
  if (isCount(length) && start + length <= bytes.length) {
    let at = start + length;
    while (isWhitespace(bytes[at])) at++;
    if (matches(bytes, at, 'endstream')) return { bytes: bytes.subarray(start, start + length), end: at + 9 };
  }
  return searchEndstream(bytes, start);
}

function searchEndstream(bytes: Uint8Array, start: number): { bytes: Uint8Array; end: number } {
  let end = searchWord(bytes, 'endstream', start);
  let behind = end + 9;
  if (end < 0) {
    end = searchWord(bytes, 'endobj', start);
    if (end < 0) end = bytes.length;
    behind = end;
  }
  let last = end;
  if (last > start && bytes[last - 1] === 10) last--;
  if (last > start && bytes[last - 1] === 13) last--;
  return { bytes: bytes.subarray(start, last), end: behind };
}

/** For each file and word, the offset from which the word is known not to occur. */
const missingFrom = new WeakMap<Uint8Array, Map<string, number>>();

/**
 * Searches for a word and remembers failed searches. Otherwise many unterminated streams would each search the
 * whole file.
 */
function searchWord(bytes: Uint8Array, word: string, start: number): number {
  const missing = missingFrom.get(bytes) ?? new Map<string, number>();
  if (start >= (missing.get(word) ?? Infinity)) return -1;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(word, start, 'latin1');
  if (at < 0) missingFrom.set(bytes, missing.set(word, start));
  return at;
}

function skipEndobj(bytes: Uint8Array, at: number): number {
  const lexer = new Lexer(bytes, at);
  return isWord(lexer.next(), 'endobj') ? lexer.pos : at;
}

const endsEverything = (token: Token): boolean =>
  token instanceof Keyword && /^(endobj|endstream|obj|stream|xref|trailer|startxref)$/.test(token.word);

const isWord = (token: Token, word: string): boolean => token instanceof Keyword && token.word === word;

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

function matches(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false;
  return true;
}
