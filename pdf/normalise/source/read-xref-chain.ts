import { Keyword, Lexer } from '../../objects/lexer.ts';
import { isName, PdfDict, PdfStream } from '../../objects/objects.ts';
import type { PdfObject } from '../../objects/objects.ts';
import { parseIndirectObject, readObject } from '../../objects/parse-object.ts';
import { decodeStream } from './decode-stream.ts';
import type { InflateBudget } from './inflate-budget.ts';

export type XrefEntry = { kind: 'offset'; offset: number } | { kind: 'packed'; container: number };

export type XrefEntries = Map<number, XrefEntry>;

type Section = { entries: Map<number, XrefEntry | 'free'>; trailer: PdfDict };

/**
 * Returns the merged cross-reference tables and streams of a file, from the newest to the oldest (§7.5.4,
 * §7.5.8), and the newest trailer. Returns undefined if a part is unreadable, and the caller then scans for
 * objects.
 */
export function readXrefChain(
  bytes: Uint8Array,
  budget: InflateBudget,
): { entries: XrefEntries; trailer: PdfDict } | undefined {
  const merged = new Map<number, XrefEntry | 'free'>();
  let trailer: PdfDict | undefined;
  let next: number | undefined = findStart(bytes);
  const visited = new Set<number>();
  while (next !== undefined && !visited.has(next)) {
    visited.add(next);
    const section = readSection(bytes, next, budget);
    if (section === undefined) return undefined;
    addSection(merged, section, bytes, budget);
    trailer ??= section.trailer;
    const previous: PdfObject | undefined = section.trailer.get('Prev');
    next = typeof previous === 'number' ? previous : undefined;
  }
  if (trailer === undefined || !trailer.has('Root')) return undefined;
  const entries: XrefEntries = new Map();
  for (const [num, entry] of merged) if (entry !== 'free') entries.set(num, entry);
  return { entries, trailer };
}

/**
 * Entries of newer sections take precedence. In a hybrid file, the table takes precedence over its stream
 * (§7.5.8.4).
 */
function addSection(
  merged: Map<number, XrefEntry | 'free'>,
  section: Section,
  bytes: Uint8Array,
  budget: InflateBudget,
): void {
  const hybrid = section.trailer.get('XRefStm');
  const hidden = typeof hybrid === 'number' ? readSection(bytes, hybrid, budget) : undefined;
  for (const [num, entry] of section.entries) {
    // In a hybrid file, the table marks objects as free that exist only in the stream.
    const shown = entry === 'free' ? (hidden?.entries.get(num) ?? 'free') : entry;
    if (!merged.has(num)) merged.set(num, shown);
  }
  for (const [num, entry] of hidden?.entries ?? []) if (!merged.has(num)) merged.set(num, entry);
}

function findStart(bytes: Uint8Array): number | undefined {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(
    'startxref',
    undefined,
    'latin1',
  );
  if (at < 0) return undefined;
  const offset = new Lexer(bytes, at + 9).next();
  return typeof offset === 'number' && offset > 0 && offset < bytes.length ? offset : undefined;
}

function readSection(bytes: Uint8Array, offset: number, budget: InflateBudget): Section | undefined {
  const lexer = new Lexer(bytes, offset);
  const word = lexer.next();
  if (word instanceof Keyword && word.word === 'xref') return readTable(lexer);
  if (typeof word !== 'number') return undefined;
  const holder = parseIndirectObject(bytes, offset)?.value;
  return holder instanceof PdfStream && isName(holder.dict.get('Type'), 'XRef')
    ? readXrefStream(holder, budget)
    : undefined;
}

function readTable(lexer: Lexer): Section | undefined {
  const entries = new Map<number, XrefEntry | 'free'>();
  for (;;) {
    const first = lexer.next();
    if (first instanceof Keyword && first.word === 'trailer') break;
    const count = lexer.next();
    if (typeof first !== 'number' || typeof count !== 'number') return undefined;
    for (let i = 0; i < count; i++) {
      const back = lexer.pos;
      const offset = lexer.next();
      // Fewer entries than declared, followed by the trailer.
      if (offset instanceof Keyword && offset.word === 'trailer') {
        lexer.pos = back;
        break;
      }
      lexer.next();
      const use = lexer.next();
      if (typeof offset !== 'number' || !(use instanceof Keyword)) return undefined;
      const entry = use.word === 'n' && offset > 0 ? ({ kind: 'offset', offset } as const) : 'free';
      if (use.word !== 'n' && use.word !== 'f') return undefined;
      if (!entries.has(first + i)) entries.set(first + i, entry);
    }
  }
  const trailer = readObject(lexer, lexer.next(), 0);
  return trailer instanceof PdfDict ? { entries, trailer } : undefined;
}

function readXrefStream(holder: PdfStream, budget: InflateBudget): Section | undefined {
  const direct = (object: PdfObject | undefined): PdfObject => object ?? null;
  const data = decodeStream(holder, direct, budget);
  const widths = holder.dict.get('W');
  if (data === undefined || !Array.isArray(widths) || widths.length < 3) return undefined;
  const [typeWidth, secondWidth, thirdWidth] = widths.map((width) =>
    typeof width === 'number' && width >= 0 && width <= 8 ? width : 0,
  ) as [number, number, number];
  const size = holder.dict.get('Size');
  const given = holder.dict.get('Index');
  const index = Array.isArray(given) ? given : [0, typeof size === 'number' ? size : 0];
  const entries = new Map<number, XrefEntry | 'free'>();
  const row = typeWidth + secondWidth + thirdWidth;
  if (row === 0) return undefined;
  let at = 0;
  for (let i = 0; i + 1 < index.length; i += 2) {
    const [first, count] = [index[i], index[i + 1]];
    if (typeof first !== 'number' || typeof count !== 'number') return undefined;
    for (let n = 0; n < count && at + row <= data.length; n++, at += row) {
      const kind = typeWidth === 0 ? 1 : bigEndian(data, at, typeWidth);
      const second = bigEndian(data, at + typeWidth, secondWidth);
      if (!entries.has(first + n)) entries.set(first + n, entryOf(kind, second));
    }
  }
  return { entries, trailer: holder.dict };
}

function entryOf(kind: number, second: number): XrefEntry | 'free' {
  if (kind === 1) return { kind: 'offset', offset: second };
  return kind === 2 ? { kind: 'packed', container: second } : 'free';
}

function bigEndian(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + (data[at + i] ?? 0);
  return value;
}
