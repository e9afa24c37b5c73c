/** A row of a CSV file, and the line on which it begins, counted from 1. */
export type CsvRow = { line: number; cells: string[] };

/** `isCut` is true if rows were left out because the file has too many rows or too many empty lines. */
export type CsvFile = { rows: CsvRow[]; isCut: boolean };

/**
 * Maximum number of empty lines per row that may be read. Real files end with some; a file that consists of
 * line breaks only costs time.
 */
const emptyLinesPerRow = 10;

/**
 * Reads CSV as defined in RFC 4180 and as spreadsheets write it: any line break; a comma, semicolon or tab as
 * separator, whichever occurs most often in the first line, or the one named by a line `sep=;`. Skips empty
 * lines. To bound the time for any file, it reads at most `maxRows` rows, `MAX_CELLS` cells per row and
 * 20,000 characters per cell, which is more than any value may have. An unclosed quote extends to the end of
 * the file.
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

/** Maximum number of characters read per cell; no value of the product is that long. */
const maxCellLength = 20_000;

/**
 * Reads one row from `start`. `end` is the start of the next row; `lines` is the number of line breaks in
 * this one.
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
 * Returns the end of the row without reading its cells, and the number of line breaks in quoted ones. Searches
 * natively: a row of two million cells otherwise takes a hundred milliseconds.
 */
function endOfRow(text: string, start: number, separator: string): { end: number; lines: number } {
  const quoteOrBreak = /["\r\n]/g;
  quoteOrBreak.lastIndex = start;
  let lines = 0;
  for (let found = quoteOrBreak.exec(text); found; found = quoteOrBreak.exec(text)) {
    if (found[0] !== '"') return { end: found.index, lines };
    // A quote within a cell is an ordinary character.
    if (text[found.index - 1] !== separator) continue;
    const quoted = endOfQuoted(text, found.index);
    lines += quoted.lines;
    quoteOrBreak.lastIndex = quoted.end;
  }
  return { end: text.length, lines };
}

type Span = { at: number; rest: number; end: number; isQuoted: boolean };

/** Text after the closing quote belongs to the cell, as in spreadsheets. */
function cellOf(text: string, { at, rest, end, isQuoted }: Span): string {
  const plain = text.slice(rest, Math.min(end, rest + maxCellLength));
  if (!isQuoted) return plain;
  const closed = text[rest - 1] === '"' && rest > at + 1 ? rest - 1 : rest;
  return text.slice(at + 1, Math.min(closed, at + 1 + maxCellLength)).replaceAll('""', '"') + plain;
}

/**
 * Returns the position after the closing quote, or the end of the text, and the number of line breaks before
 * it.
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
