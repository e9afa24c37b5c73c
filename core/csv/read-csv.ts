/** A row of a CSV file, and the line of the file on which it begins, from 1. */
export type CsvRow = { line: number; cells: string[] };

/** The rows of a file; `isCut` where it has more of them, or more empty lines than a real file has. */
export type CsvFile = { rows: CsvRow[]; isCut: boolean };

/** Empty lines for each row that may be read. Real files end with some; a file of line breaks alone costs time. */
const emptyLinesPerRow = 10;

/**
 * Reads CSV as RFC 4180 has it, and as spreadsheets write it: any line break, a comma, semicolon or tab between
 * the cells, whichever the first line has most of, or the one that a line `sep=;` names. Empty lines are left out. At
 * most `mostRows` rows are read, of each row at most `mostCells` cells, and of each cell at most 20,000 letters, more than
 * any value may have, so that the time of any file is bounded. A quote that is never closed ends with the file.
 */
export function readCsv(
  source: string,
  { mostRows, mostCells }: { mostRows: number; mostCells: number },
): CsvFile {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const named = /^sep=([,;\t|])(\r\n|\r|\n|$)/i.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  const rows: CsvRow[] = [];
  let at = named?.[0].length ?? 0;
  let line = named ? 2 : 1;
  let emptyLines = 0;
  while (at < text.length) {
    if (emptyLines > emptyLinesPerRow * mostRows) return { rows, isCut: true };
    const row = readRow(text, at, { separator, mostCells });
    const isEmpty = row.cells.every((cell) => cell.trim() === '');
    if (!isEmpty && rows.length === mostRows) return { rows, isCut: true };
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

/** Letters of a cell that are read; no value of ours is as long. */
const longestCell = 20_000;

/** One row from `start`; `end` is where the next begins, `lines` how many line breaks it spans. */
function readRow(
  text: string,
  start: number,
  { separator, mostCells }: { separator: string; mostCells: number },
): { cells: string[]; lines: number; end: number } {
  const cells: string[] = [];
  let at = start;
  let lines = 0;
  for (;;) {
    const quoted = text[at] === '"' ? endOfQuoted(text, at) : undefined;
    const rest = quoted?.end ?? at;
    let end = rest;
    while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end += 1;
    if (cells.length < mostCells) cells.push(cellOf(text, { at, rest, end, isQuoted: quoted !== undefined }));
    lines += quoted?.lines ?? 0;
    at = end;
    if (text[at] === separator) at += 1;
    else break;
  }
  if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
  return { cells, lines: lines + 1, end: at + 1 };
}

type Span = { at: number; rest: number; end: number; isQuoted: boolean };

/** The text behind the closing quote belongs to the cell, as spreadsheets have it. */
function cellOf(text: string, { at, rest, end, isQuoted }: Span): string {
  const plain = text.slice(rest, Math.min(end, rest + longestCell));
  if (!isQuoted) return plain;
  const closed = text[rest - 1] === '"' && rest > at + 1 ? rest - 1 : rest;
  return text.slice(at + 1, Math.min(closed, at + 1 + longestCell)).replaceAll('""', '"') + plain;
}

/** Behind the quote that ends the cell, or the end of the text; and the line breaks in between. */
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
