/** Byte order mark that makes spreadsheet programs read the file as UTF-8. */
export const byteOrderMark = '\ufeff';

/** Returns one CSV line including the line break (RFC 4180). */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? '' : String(cell))).join(',')}\r\n`;
}

/**
 * Escapes a cell so that no spreadsheet interprets it as a formula (ASVS 1.2.10). A cell that begins like a
 * formula gets a leading apostrophe. A cell that already begins with such an apostrophe gets another one, so
 * that reading can restore the original.
 */
function csvCell(text: string): string {
  const inert = beginsLikeFormula.test(text) ? `'${text}` : text;
  return inert === text && !/[",;\r\n\t]|^\s|\s$/.test(text) ? text : `"${inert.replaceAll('"', '""')}"`;
}

/** Returns the original text of a cell written by `csvLine`. Other text is returned unchanged. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && beginsLikeFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Includes full-width signs and leading whitespace, because some programs normalize or trim them. */
const beginsLikeFormula = /^'*[\s\0]*[=+\-@＝＋－＠|%]|^'*[\t\r\n\0]/u;
