/** A row of a CSV file, and the line of the file on which it begins, from 1. */
export type CsvRow = { line: number; cells: string[] };

/**
 * Reads CSV as RFC 4180 has it, and as spreadsheets write it: any line break, a comma, semicolon or tab between
 * the cells, whichever the first line has most of. Empty lines are left out. Stops after `most` rows, so that
 * a caller who gets that many knows that there may be more; of a row, cells beyond `mostCells` are passed over in the
 * same way. A quote that is never closed ends with the file.
 */
export function readCsv(source: string, most: number, mostCells = Infinity): CsvRow[] {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length && rows.length < most) {
    const row = readRow(text, at, { separator, mostCells });
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: row.cells });
    line += row.lines;
    at = row.end;
  }
  return rows;
}

function separatorOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const counts = { ',': 0, ';': 0, '\t': 0 };
  for (let at = 0; at < first.length; at += 1) {
    const letter = first[at];
    if (letter === ',' || letter === ';' || letter === '\t') counts[letter] += 1;
  }
  const [most] = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return most?.[0] ?? ',';
}

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
    const cell = text[at] === '"' ? readQuoted(text, at) : { value: '', end: at, lines: 0 };
    lines += cell.lines;
    at = cell.end;
    const rest = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') at += 1;
    if (cells.length < mostCells) cells.push(cell.value + text.slice(rest, at));
    if (text[at] === separator) at += 1;
    else break;
  }
  if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
  return { cells, lines: lines + 1, end: at + 1 };
}

function readQuoted(text: string, start: number): { value: string; end: number; lines: number } {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0 || text[quote + 1] !== '"') {
      const end = quote < 0 ? text.length : quote;
      const raw = text.slice(start + 1, end);
      return {
        value: raw.replaceAll('""', '"'),
        end: Math.min(end + 1, text.length),
        lines: raw.split(/\r\n|\r|\n/).length - 1,
      };
    }
    at = quote + 2;
  }
}
