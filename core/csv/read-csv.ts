/** A row of a CSV file and the line number on which it begins, from 1. */
export type CsvRow = { line: number; cells: string[] };

/** `isCut` is true if rows were left out because the file has too many rows or too many empty lines. */
export type CsvFile = { rows: CsvRow[]; isCut: boolean };

/**
 * Maximum number of empty lines per row. Real files end with a few. A file of nothing but line breaks would only
 * waste time.
 */
const emptyLinesPerRow = 10;

/**
 * Parses CSV as defined in RFC 4180 and as spreadsheets write it. Accepts any line break. The separator is the
 * comma, semicolon or tab that occurs most often in the first line, or the one named by a line `sep=;`. Empty
 * lines are skipped, and an unclosed quote extends to the end of the file. To limit the time for hostile files,
 * reads at most `maxRows` rows, `MAX_CELLS` cells per row and 20,000 characters per cell.
 */
export function readCsv(
  source: string,
  { maxRows, maxCells }: { maxRows: number; maxCells: number },
): CsvFile {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const named = /^sep=([,;\t|])(\r\n|\r|\n|$)/i.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  const rows: CsvRow[] = [];
  let at = named?.[0].length ?? 0;
  let line = named ? 2 : 1;
  let emptyLines = 0;
  while (at < text.length) {
    if (emptyLines > emptyLinesPerRow * maxRows) return { rows, isCut: true };
    const row = readRow(text, at, { separator, maxCells });
    const isEmpty = row.cells.every((cell) => cell.trim() === '');
    if (!isEmpty && rows.length === maxRows) return { rows, isCut: true };
    if (isEmpty) emptyLines += 1;
    else rows.push({ line, cells: row.cells });
    line += row.lines;
    at = row.end;
  }
  return { rows, isCut: false };
}

function separatorOf(text: string): string {
  const first = /^[^\r\n]{0,100000}/.exec(text)?.[0] ?? '';
  const counts = { ',': 0, ';': 0, '\t': 0 };
  for (const letter of first) if (letter === ',' || letter === ';' || letter === '\t') counts[letter] += 1;
  const [most] = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return most?.[0] ?? ',';
}

/** Maximum number of characters per cell. No value of the product is longer. */
const maxCellLength = 20_000;

/**
 * Reads one row from `start`. `end` is the start of the next row. `lines` is the number of line breaks in this
 * row.
 */
function readRow(
  text: string,
  start: number,
  { separator, maxCells }: { separator: string; maxCells: number },
): { cells: string[]; lines: number; end: number } {
  const cells: string[] = [];
  let at = start;
  let lines = 0;
  for (;;) {
    const quoted = text[at] === '"' ? endOfQuoted(text, at) : undefined;
    const rest = quoted?.end ?? at;
    const end = endOfCell(text, rest, separator);
    cells.push(cellOf(text, { at, rest, end, isQuoted: quoted !== undefined }));
    lines += quoted?.lines ?? 0;
    at = end;
    if (text[at] !== separator) break;
    at += 1;
    if (cells.length < maxCells) continue;
    const skipped = endOfRow(text, at, separator);
    lines += skipped.lines;
    at = skipped.end;
    break;
  }
  if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
  return { cells, lines: lines + 1, end: at + 1 };
}

const lineFeed = 10;
const carriageReturn = 13;

function endOfCell(text: string, start: number, separator: string): number {
  const separatorCode = separator.charCodeAt(0);
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separatorCode || code === lineFeed || code === carriageReturn) return at;
  }
  return text.length;
}

/**
 * Returns the end of the row without parsing its cells, and the number of line breaks inside quoted cells. Uses
 * native search, because a row of two million cells would otherwise take a hundred milliseconds.
 */
function endOfRow(text: string, start: number, separator: string): { end: number; lines: number } {
  const quoteOrBreak = /["\r\n]/g;
  quoteOrBreak.lastIndex = start;
  let lines = 0;
  for (let match = quoteOrBreak.exec(text); match; match = quoteOrBreak.exec(text)) {
    if (match[0] !== '"') return { end: match.index, lines };
    // A quote inside an unquoted cell is an ordinary character.
    if (text[match.index - 1] !== separator) continue;
    const quoted = endOfQuoted(text, match.index);
    lines += quoted.lines;
    quoteOrBreak.lastIndex = quoted.end;
  }
  return { end: text.length, lines };
}

type Span = { at: number; rest: number; end: number; isQuoted: boolean };

/** Text after the closing quote is part of the cell, as in spreadsheets. */
function cellOf(text: string, { at, rest, end, isQuoted }: Span): string {
  const plain = text.slice(rest, Math.min(end, rest + maxCellLength));
  if (!isQuoted) return plain;
  const closed = text[rest - 1] === '"' && rest > at + 1 ? rest - 1 : rest;
  return text.slice(at + 1, Math.min(closed, at + 1 + maxCellLength)).replaceAll('""', '"') + plain;
}

/**
 * Returns the position after the closing quote, or the end of the text if there is none, and the number of line
 * breaks up to it.
 */
function endOfQuoted(text: string, start: number): { end: number; lines: number } {
  let lines = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\n' || (letter === '\r' && text[at + 1] !== '\n')) lines += 1;
    if (letter !== '"') continue;
    if (text[at + 1] !== '"') return { end: at + 1, lines };
    at += 1;
  }
  return { end: text.length, lines };
}
