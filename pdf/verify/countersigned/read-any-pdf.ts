import { join } from '../bytes.ts';
import { asciiAt, MalformedPdf, readValue, type PdfValue } from '../read-value.ts';

type Entries = ReadonlyMap<string, PdfValue>;

/** Location of the newest version of an object: a byte offset, or an object stream. */
type Place = { readonly offset: number } | { readonly container: number };

/** The objects of a file from any program, in classic or compressed form. */
export type AnyPdf = {
  readonly bytes: Uint8Array;
  readonly trailer: Entries;
  readonly places: ReadonlyMap<number, Place>;
  /** Returns the newest version of an object, or undefined if it is missing. @throws MalformedPdf */
  object(num: number): PdfValue | undefined;
  resolve(value: PdfValue | undefined): PdfValue | undefined;
  /** Returns the bytes of a stream without filters or with FlateDecode. @throws MalformedPdf */
  stream(num: number): Promise<Uint8Array>;
  /** Returns the bytes of a stream as they are stored. @throws MalformedPdf */
  storedStream(num: number): Uint8Array;
};

/** Maximum total size in bytes of all streams that are decompressed to read the objects of one file. */
const maxUnpacked = 128 * 1024 * 1024;

/**
 * Reads the structure of a file that another program wrote (ISO 32000-2, 7.5.4 to 7.5.8): cross-reference tables
 * and streams, hybrid files, and object streams. Nothing is repaired.
 *
 * @throws MalformedPdf
 */
export async function readAnyPdf(bytes: Uint8Array): Promise<AnyPdf> {
  const end = asciiAt(bytes, Math.max(0, bytes.length - 64), 64);
  const start = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(end);
  if (start === null) throw new MalformedPdf('the file has an unexpected end');
  let left = maxUnpacked;
  const unpack = async (at: Located): Promise<Uint8Array> => {
    const data = await unpacked(bytes, at, left);
    left -= data.length;
    return data;
  };
  const { places, trailer } = await readTables(bytes, Number(start[1]), unpack);
  if (trailer.has('Encrypt')) throw new MalformedPdf('encrypted');
  const packed = new Map<number, Map<number, PdfValue>>();
  const containers = new Set(
    [...places.values()].flatMap((one) => ('container' in one ? [one.container] : [])),
  );
  for (const container of containers) {
    const place = places.get(container);
    if (place === undefined || !('offset' in place)) throw new MalformedPdf('an object stream is missing');
    const located = locate(bytes, place.offset, container);
    packed.set(container, readPacked(await unpack(located), located.entries));
  }
  const known = new Map<number, PdfValue | undefined>();
  const object = (num: number): PdfValue | undefined => {
    if (known.has(num)) return known.get(num);
    const place = places.get(num);
    const value =
      place === undefined
        ? undefined
        : 'offset' in place
          ? locate(bytes, place.offset, num).value
          : packed.get(place.container)?.get(num);
    known.set(num, value);
    return value;
  };
  const resolve = (value: PdfValue | undefined): PdfValue | undefined => {
    let current = value;
    for (let hops = 0; current?.kind === 'ref' && hops < 16; hops += 1) current = object(current.num);
    return current;
  };
  const placed = (num: number): Located => {
    const place = places.get(num);
    if (place === undefined || !('offset' in place)) throw new MalformedPdf('a stream is missing');
    return locate(bytes, place.offset, num, resolve);
  };
  return {
    bytes,
    trailer,
    places,
    object,
    resolve,
    stream: async (num) => unpack(placed(num)),
    storedStream: (num) => storedBytes(bytes, placed(num)),
  };
}

type Located = { value: PdfValue; entries: Entries; end: number; length: number | undefined };

/** Reads an object at its offset. For a stream, `end` is the offset after its dictionary. */
function locate(
  bytes: Uint8Array,
  offset: number,
  num: number | undefined,
  resolve: (value: PdfValue | undefined) => PdfValue | undefined = (value) => value,
): Located {
  const header = /^\s*(\d{1,10})\s+\d{1,5}\s+obj/.exec(asciiAt(bytes, offset, 48));
  if (header === null || (num !== undefined && Number(header[1]) !== num))
    throw new MalformedPdf(`object ${num} is not at byte ${offset}`);
  const at = offset + header[0].length;
  if (/^\s*endobj/.test(asciiAt(bytes, at, 16)))
    return { value: { kind: 'word', value: 'null' }, entries: new Map(), end: at, length: undefined };
  const { value, end } = readValue(bytes, at);
  const entries = value.kind === 'dict' ? value.entries : new Map<string, PdfValue>();
  const length = resolve(entries.get('Length'));
  return { value, entries, end, length: length?.kind === 'number' ? length.value : undefined };
}

function storedBytes(bytes: Uint8Array, { end, length }: Located): Uint8Array {
  const keyword = /^\s*stream\r?\n/.exec(asciiAt(bytes, end, 16));
  if (keyword === null) throw new MalformedPdf('a stream is missing');
  const start = end + keyword[0].length;
  return bytes.subarray(start, length === undefined ? endOfStream(bytes, start) : start + length);
}

async function unpacked(bytes: Uint8Array, located: Located, limit: number): Promise<Uint8Array> {
  const { entries } = located;
  const data = storedBytes(bytes, located);
  const filter = listed(entries.get('Filter'))[0];
  if (filter === undefined) return data;
  if (listed(entries.get('Filter')).length > 1 || filter.kind !== 'name' || filter.value !== 'FlateDecode')
    throw new MalformedPdf('another filter');
  const parms = listed(entries.get('DecodeParms'))[0];
  return predicted(await inflate(data, limit), parms?.kind === 'dict' ? parms.entries : new Map());
}

const listed = (value: PdfValue | undefined): readonly PdfValue[] =>
  value === undefined ? [] : value.kind === 'array' ? value.items : [value];

function endOfStream(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0x65, start); at >= 0; at = bytes.indexOf(0x65, at + 1))
    if (asciiAt(bytes, at, 9) === 'endstream') return at;
  throw new MalformedPdf('a stream has no end');
}

async function inflate(data: Uint8Array, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // Bytes after the compressed data, such as a line break, are not an error here.
  try {
    const reader = new Blob([Uint8Array.from(data)])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'))
      .getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limit) throw new MalformedPdf('too much data');
      parts.push(value);
    }
  } catch (error) {
    if (error instanceof MalformedPdf || size === 0) throw new MalformedPdf('a stream cannot be inflated');
  }
  return join(parts);
}

/** Undoes a PNG predictor (ISO 32000-2, 7.4.4.4). */
function predicted(data: Uint8Array, parms: Entries): Uint8Array {
  const number = (key: string, otherwise: number): number => {
    const value = parms.get(key);
    return value?.kind === 'number' ? value.value : otherwise;
  };
  if (number('Predictor', 1) === 1) return data;
  if (number('Predictor', 1) < 10 || number('Colors', 1) !== 1 || number('BitsPerComponent', 8) !== 8)
    throw new MalformedPdf('another predictor');
  const columns = number('Columns', 1);
  const rows = Math.floor(data.length / (columns + 1));
  const out = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const kind = data[row * (columns + 1)];
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const left = column > 0 ? out[at - 1]! : 0;
      const up = row > 0 ? out[at - columns]! : 0;
      const corner = row > 0 && column > 0 ? out[at - columns - 1]! : 0;
      const guess =
        kind === 1
          ? left
          : kind === 2
            ? up
            : kind === 3
              ? Math.floor((left + up) / 2)
              : kind === 4
                ? paeth(left, up, corner)
                : 0;
      out[at] = (data[row * (columns + 1) + 1 + column]! + guess) & 0xff;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

type Table = { entries: Map<number, Place | 'free'>; trailer: Entries };

async function readTables(
  bytes: Uint8Array,
  start: number,
  unpack: (at: Located) => Promise<Uint8Array>,
): Promise<{ places: Map<number, Place>; trailer: Entries }> {
  const merged = new Map<number, Place | 'free'>();
  const take = (table: Table): void => {
    for (const [num, place] of table.entries) if (!merged.has(num)) merged.set(num, place);
  };
  const seen = new Set<number>();
  let trailer: Entries | undefined;
  for (let at: number | undefined = start; at !== undefined;) {
    if (seen.has(at)) throw new MalformedPdf('the revisions loop');
    seen.add(at);
    const table = await readTable(bytes, at, unpack);
    const hybrid = table.trailer.get('XRefStm');
    const hidden = hybrid?.kind === 'number' ? await readTable(bytes, hybrid.value, unpack) : undefined;
    // The table of a hybrid file marks objects as free that exist only in its stream (7.5.8.4).
    for (const [num, place] of hidden?.entries ?? [])
      if (table.entries.get(num) === 'free') table.entries.set(num, place);
    take(table);
    if (hidden) take(hidden);
    trailer ??= table.trailer;
    const previous = table.trailer.get('Prev');
    at = previous?.kind === 'number' ? previous.value : undefined;
  }
  const places = [...merged].filter((one): one is [number, Place] => one[1] !== 'free');
  return { places: new Map(places), trailer: trailer ?? new Map<string, PdfValue>() };
}

async function readTable(
  bytes: Uint8Array,
  start: number,
  unpack: (at: Located) => Promise<Uint8Array>,
): Promise<Table> {
  const word = /^\s*xref\s+/.exec(asciiAt(bytes, start, 24));
  if (word !== null) return readClassic(bytes, start + word[0].length);
  const located = locate(bytes, start, undefined);
  const type = located.entries.get('Type');
  if (type?.kind !== 'name' || type.value !== 'XRef') throw new MalformedPdf(`no table at byte ${start}`);
  return { entries: readRows(await unpack(located), located.entries), trailer: located.entries };
}

function readClassic(bytes: Uint8Array, start: number): Table {
  const entries = new Map<number, Place | 'free'>();
  let at = start;
  for (;;) {
    const section = /^\s*(\d{1,10})\s+(\d{1,10})\s*?(?:\r\n|\n|\r)/.exec(asciiAt(bytes, at, 48));
    if (section === null) break;
    at += section[0].length;
    for (let index = 0; index < Number(section[2]); index += 1) {
      const row = /^\s*(\d{1,10}) (\d{1,5}) ([nf])\s{0,2}/.exec(asciiAt(bytes, at, 24));
      if (row === null) throw new MalformedPdf('cross-reference entry');
      at += row[0].length;
      const num = Number(section[1]) + index;
      const isUsed = row[3] === 'n' && Number(row[1]) > 0;
      if (!entries.has(num)) entries.set(num, isUsed ? { offset: Number(row[1]) } : 'free');
    }
  }
  const word = /^\s*trailer/.exec(asciiAt(bytes, at, 16));
  if (word === null) throw new MalformedPdf(`no trailer at byte ${at}`);
  const { value } = readValue(bytes, at + word[0].length);
  if (value.kind !== 'dict') throw new MalformedPdf('the trailer is not a dictionary');
  return { entries, trailer: value.entries };
}

function readRows(data: Uint8Array, entries: Entries): Map<number, Place | 'free'> {
  const numbers = (value: PdfValue | undefined): number[] =>
    listed(value).map((item) => (item.kind === 'number' && item.value >= 0 ? item.value : Number.NaN));
  const [first = 0, second = 0, third = 0] = numbers(entries.get('W'));
  const [size = 0] = numbers(entries.get('Size'));
  const index = entries.has('Index') ? numbers(entries.get('Index')) : [0, size];
  const width = first + second + third;
  if (!(width > 0 && width <= 24)) throw new MalformedPdf('cross-reference widths');
  const at = (from: number, count: number): number => {
    let value = 0;
    for (let place = from; place < from + count; place += 1) value = value * 256 + (data[place] ?? 0);
    return value;
  };
  const rows = new Map<number, Place | 'free'>();
  let row = 0;
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    for (let one = 0; one < index[pair + 1]!; one += 1, row += width) {
      if (row + width > data.length) return rows;
      const kind = first === 0 ? 1 : at(row, first);
      const value = at(row + first, second);
      const place = kind === 1 ? { offset: value } : kind === 2 ? { container: value } : 'free';
      if (!rows.has(index[pair]! + one)) rows.set(index[pair]! + one, place);
    }
  }
  return rows;
}

/** Reads the objects of an object stream (7.5.7). */
function readPacked(data: Uint8Array, entries: Entries): Map<number, PdfValue> {
  const number = (key: string): number => {
    const value = entries.get(key);
    return value?.kind === 'number' ? value.value : 0;
  };
  const first = number('First');
  const header = asciiBlock(data.subarray(0, first)).trim().split(/\s+/).map(Number);
  const objects = new Map<number, PdfValue>();
  for (let at = 0; at + 1 < header.length && at < number('N') * 2; at += 2) {
    objects.set(header[at]!, readValue(data, first + header[at + 1]!).value);
  }
  return objects;
}

const asciiBlock = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
