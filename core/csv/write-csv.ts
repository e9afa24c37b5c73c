/** Makes spreadsheet programs read the file as UTF-8. */
export const byteOrderMark = '\ufeff';

/** Returns one line of a CSV file with its line break (RFC 4180). */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? '' : String(cell))).join(',')}\r\n`;
}

/**
 * Escapes a cell so that no spreadsheet reads it as a formula (ASVS 1.2.10): a cell that begins like a
 * formula gets a leading apostrophe. So does one that already begins with such an apostrophe; otherwise it
 * could not be read back.
 */
function csvCell(text: string): string {
  const inert = beginsLikeFormula.test(text) ? `'${text}` : text;
  return inert === text && !/[",;\r\n\t]|^\s|\s$/.test(text) ? text : `"${inert.replaceAll('"', '""')}"`;
}

/** Returns the original text of a cell written by `csvLine`; texts of other programs remain unchanged. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && beginsLikeFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Includes full-width signs and leading blanks, because some programs fold or trim them. */
const beginsLikeFormula = /^'*[\s\0]*[=+\-@＝＋－＠|%]|^'*[\t\r\n\0]/u;
