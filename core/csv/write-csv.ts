/** Lets spreadsheet programs read the file as UTF-8. */
export const byteOrderMark = '\ufeff';

/** One line of a CSV file with its line break, as RFC 4180 has it. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => csvCell(cell === null ? '' : String(cell))).join(',')}\r\n`;
}

/**
 * A cell that no spreadsheet takes for a formula (ASVS 1.2.10): one that begins like a formula gets an
 * apostrophe before it. So does one that begins with such an apostrophe already, or reading could not tell.
 */
function csvCell(text: string): string {
  const inert = beginsLikeFormula.test(text) ? `'${text}` : text;
  return inert === text && !/[",;\r\n\t]|^\s|\s$/.test(text) ? text : `"${inert.replaceAll('"', '""')}"`;
}

/** The text of a cell that `csvLine` wrote; texts of other programs stay as they are. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && beginsLikeFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** The full-width signs and blanks in front count too: some programs fold or trim them away. */
const beginsLikeFormula = /^'*[\s\0]*[=+\-@＝＋－＠|%]|^'*[\t\r\n\0]/u;
