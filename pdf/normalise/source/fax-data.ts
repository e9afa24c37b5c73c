import type { PdfDict } from '../../objects/objects.ts';
import type { Resolve } from './decode-stream.ts';

/**
 * Returns true if group 4 fax data (ITU-T T.6) can be decoded to the end. Every code must be valid, no line may
 * exceed the width, and there must be as many lines as the dictionary says, or an end-of-page code. Group 3 is
 * not checked.
 */
export function isFaxComplete(data: Uint8Array, parms: PdfDict | undefined, resolve: Resolve): boolean {
  return !isGroup4(parms, resolve) || findFaxEnd(data, parms, resolve) !== undefined;
}

/**
 * Returns the length of group 4 fax data in bytes, including an end-of-page code. `height` is used if the
 * filter's dictionary has no number of lines. Returns undefined for damaged data and for group 3.
 */
export function findFaxEnd(
  data: Uint8Array,
  parms: PdfDict | undefined,
  resolve: Resolve,
  height = 0,
): number | undefined {
  if (!isGroup4(parms, resolve)) return undefined;
  const columns = numberAt(parms, 'Columns', resolve) ?? 1728;
  const rows = numberAt(parms, 'Rows', resolve) ?? height;
  const isAligned = resolve(parms?.get('EncodedByteAlign')) === true;
  const bits = { data, at: 0 };
  let above = [columns];
  for (let row = 0; rows === 0 || row < rows; row += 1) {
    if (isAligned) bits.at = (bits.at + 7) & ~7;
    if (atEnd(bits)) return row > 0 ? bytesUntil(bits) : undefined;
    const line = readLine(bits, above, columns);
    if (line === undefined) return undefined;
    above = line;
  }
  return bytesUntil(bits);
}

/**
 * Decodes group 4 data into rows with one bit per pixel, where 1 is black. Returns undefined if the data are
 * damaged or too short.
 */
export function decodeGroup4(data: Uint8Array, columns: number, rows: number): Uint8Array | undefined {
  const stride = Math.ceil(columns / 8);
  const result = new Uint8Array(stride * rows);
  const bits = { data, at: 0 };
  let above = [columns];
  for (let row = 0; row < rows; row += 1) {
    const line = atEnd(bits) ? undefined : readLine(bits, above, columns);
    if (line === undefined) return undefined;
    // Positions at even indexes begin a black run.
    for (let at = 0; at < line.length; at += 2)
      for (let x = line[at]!; x < (line[at + 1] ?? columns); x += 1)
        result[row * stride + (x >> 3)]! |= 0x80 >> (x & 7);
    above = line;
  }
  return result;
}

function numberAt(parms: PdfDict | undefined, key: string, resolve: Resolve): number | undefined {
  const value = resolve(parms?.get(key));
  return typeof value === 'number' ? value : undefined;
}

const isGroup4 = (parms: PdfDict | undefined, resolve: Resolve): boolean =>
  (numberAt(parms, 'K', resolve) ?? 0) < 0;

/** Includes the end-of-page code, whose two halves have twelve bits each. */
const bytesUntil = (bits: Bits): number => Math.ceil((bits.at + (atEnd(bits) ? 24 : 0)) / 8);

type Bits = { data: Uint8Array; at: number };

/** Returns the next `count` bits, at most 16, padded with zeros after the end. */
function peek({ data, at }: Bits, count: number): number {
  const byte = at >> 3;
  const three = ((data[byte] ?? 0) << 16) | ((data[byte + 1] ?? 0) << 8) | (data[byte + 2] ?? 0);
  return (three >> (24 - (at & 7) - count)) & ((1 << count) - 1);
}

/** Detects the first half of the end-of-page code. Both halves are equal. */
const atEnd = (bits: Bits): boolean => peek(bits, 12) === 1;

/**
 * Returns the positions at which the color changes, ending with the width. Returns undefined if the data are
 * invalid.
 */
function readLine(bits: Bits, above: readonly number[], columns: number): number[] | undefined {
  const line: number[] = [];
  const changes = { above, at: 0 };
  let [from, black] = [-1, false];
  while (from < columns) {
    const mode = modes[peek(bits, 7)];
    if (mode === undefined || bits.at >= bits.data.length * 8) return undefined;
    bits.at += mode.bits;
    const [first, second] = changesAbove(changes, from, black, columns);
    if (mode.kind === 'pass') from = second;
    else if (mode.kind === 'runs') {
      for (const color of [black, !black]) {
        const run = readRun(bits, color);
        if (run === undefined) return undefined;
        from = Math.max(0, from) + run;
        line.push(from);
      }
    } else {
      const at = first + mode.shift;
      // A line may begin with black at position 0. After that, positions must increase.
      if (at < Math.max(0, from)) return undefined;
      line.push(at);
      from = at;
      black = !black;
    }
    if (from > columns) return undefined;
  }
  return line;
}

/**
 * Returns the first change to the color opposite to `black` on the line above, to the right of `from`, and the
 * next change. `at` is the index of the previous result, so that each line is scanned only once, however many
 * changes it has.
 */
function changesAbove(
  changes: { above: readonly number[]; at: number },
  from: number,
  black: boolean,
  columns: number,
): [number, number] {
  const { above } = changes;
  let { at } = changes;
  while (at > 0 && above[at - 1]! > from) at -= 1;
  while (at < above.length && above[at]! <= from) at += 1;
  changes.at = at;
  // Changes at even indexes of the list are to black.
  const first = at % 2 === (black ? 1 : 0) ? at : at + 1;
  return [above[first] ?? columns, above[first + 1] ?? columns];
}

function readRun(bits: Bits, black: boolean): number | undefined {
  const table = black ? blackRuns : whiteRuns;
  let run = 0;
  for (;;) {
    const code = table[peek(bits, 13)]!;
    if (code === 0) return undefined;
    bits.at += code & 15;
    const length = (code >> 4) - 1;
    run += length;
    if (length < 64) return run;
  }
}

type Mode = { bits: number } & ({ kind: 'pass' } | { kind: 'runs' } | { kind: 'shift'; shift: number });

const modes: (Mode | undefined)[] = (() => {
  const table: (Mode | undefined)[] = [];
  const add = (
    code: string,
    mode: { kind: 'pass' } | { kind: 'runs' } | { kind: 'shift'; shift: number },
  ) => {
    for (const value of valuesOf(code, 7)) table[value] = { ...mode, bits: code.length };
  };
  add('0001', { kind: 'pass' });
  add('001', { kind: 'runs' });
  const shifts = {
    0: '1',
    1: '011',
    2: '000011',
    3: '0000011',
    '-1': '010',
    '-2': '000010',
    '-3': '0000010',
  };
  for (const [shift, code] of Object.entries(shifts)) add(code, { kind: 'shift', shift: Number(shift) });
  return table;
})();

/** Returns all numbers of `width` bits that begin with the code. */
function valuesOf(code: string, width: number): number[] {
  const free = width - code.length;
  return Array.from({ length: 1 << free }, (_, rest) => (parseInt(code, 2) << free) | rest);
}

/** Tables 2 and 3 of T.4: runs of 0 to 63, then of 64, 128 … 1728. */
const whiteCodes =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 ' +
  '0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 ' +
  '00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 ' +
  '00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 ' +
  '01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 ' +
  '11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 ' +
  '011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 ' +
  '010011010 011000 010011011';
const blackCodes =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 ' +
  '0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 ' +
  '00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 ' +
  '000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 ' +
  '000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 ' +
  '000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 ' +
  '000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111 ' +
  '0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 ' +
  '0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 ' +
  '0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 ' +
  '0000001011011 0000001100100 0000001100101';
/** Runs of 1792, 1856 … 2560, for both colors. */
const longCodes =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 ' +
  '000000011100 000000011101 000000011110 000000011111';

/**
 * Lookup table for the next 13 bits. Each entry is (run + 1) × 16 plus the length of the code, or 0 for an
 * invalid code.
 */
function runTable(codes: string): Uint16Array {
  const table = new Uint16Array(1 << 13);
  for (const [at, code] of `${codes} ${longCodes}`.split(' ').entries()) {
    const run = at < 64 ? at : (at - 63) * 64;
    for (const value of valuesOf(code, 13)) table[value] = ((run + 1) << 4) | code.length;
  }
  return table;
}
const whiteRuns = runTable(whiteCodes);
const blackRuns = runTable(blackCodes);
