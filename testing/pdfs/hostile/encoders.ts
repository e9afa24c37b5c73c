import { deflateRawSync, deflateSync } from 'node:zlib';

/** Encoders of the simple filters (ISO 32000-2, 7.4). Data are strings with one character per byte. */
export const hexadecimal = (data: string): string => Buffer.from(data, 'latin1').toString('hex');

/** Omits the end marker `~>`. */
export function ascii85(data: string): string {
  const bytes = Buffer.from(data, 'latin1');
  let out = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const part = bytes.subarray(at, at + 4);
    let value = 0;
    for (let index = 0; index < 4; index += 1) value = value * 256 + (part[index] ?? 0);
    let digits = '';
    for (let index = 0; index < 5; index += 1) {
      digits = String.fromCharCode(33 + (value % 85)) + digits;
      value = Math.floor(value / 85);
    }
    out += part.length === 4 && digits === '!!!!!' ? 'z' : digits.slice(0, part.length + 1);
  }
  return out;
}

/** Omits the end marker. */
export const runLengths = (data: string): string =>
  (data.match(/[^]{1,100}/g) ?? []).map((part) => String.fromCharCode(part.length - 1) + part).join('');

const [CLEAR, END, FIRST_FREE, LARGEST] = [256, 257, 258, 4090];

/** `early` is the /EarlyChange parameter. */
export function lzw(data: string, { early = 1, isEnded = true, isCleared = true } = {}): string {
  let bits = '';
  let table = new Map<string, number>();
  let next = FIRST_FREE;
  const put = (code: number): void => {
    const reached = Math.max(FIRST_FREE, next - 1) + early;
    const width = reached >= 2048 ? 12 : reached >= 1024 ? 11 : reached >= 512 ? 10 : 9;
    bits += code.toString(2).padStart(width, '0');
  };
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : table.get(text)!);
  if (isCleared) put(CLEAR);
  let held = '';
  for (const letter of data) {
    if (held === '' || table.has(held + letter)) {
      held += letter;
      continue;
    }
    put(codeOf(held));
    table.set(held + letter, next);
    next += 1;
    if (next > LARGEST) {
      put(CLEAR);
      [table, next] = [new Map<string, number>(), FIRST_FREE];
    }
    held = letter;
  }
  if (held !== '') put(codeOf(held));
  next += 1;
  if (isEnded) put(END);
  return Array.from(bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').matchAll(/.{8}/g), ([byte]) =>
    String.fromCharCode(Number.parseInt(byte, 2)),
  ).join('');
}

export const flate = (data: string): string => deflateSync(Buffer.from(data, 'latin1')).toString('latin1');
export const rawFlate = (data: string): string =>
  deflateRawSync(Buffer.from(data, 'latin1')).toString('latin1');
/** Compresses nothing: all blocks are stored. */
export const storedFlate = (data: string): string =>
  deflateSync(Buffer.from(data, 'latin1'), { level: 0 }).toString('latin1');

/** Encodes rows with a PNG predictor. `tag` is its number: 0 none, 1 left, 2 up. */
export function predicted(data: string, columns: number, tag: number): string {
  const rows = data.match(new RegExp(`[^]{1,${columns}}`, 'g')) ?? [];
  return rows
    .map((row, at) => {
      const guess = (index: number): number => {
        if (tag === 1) return row.charCodeAt(index - 1) || 0;
        return tag === 2 ? (rows[at - 1] ?? '').charCodeAt(index) || 0 : 0;
      };
      const coded = Array.from(row, (letter, index) =>
        String.fromCharCode((letter.charCodeAt(0) - guess(index)) & 0xff),
      );
      return String.fromCharCode(tag) + coded.join('');
    })
    .join('');
}

/** Encodes rows with the TIFF predictor, for one component of one byte. */
export const differences = (data: string, columns: number): string =>
  Array.from(data, (letter, at) =>
    String.fromCharCode((letter.charCodeAt(0) - (at % columns === 0 ? 0 : data.charCodeAt(at - 1))) & 0xff),
  ).join('');
