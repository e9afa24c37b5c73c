import { Zip, ZipDeflate } from 'fflate';
import type { Cell } from '#core/answers/cell.ts';

/** Maximum characters per cell (Excel specifications and limits). */
const MAX_CELL_LENGTH = 32_767;
/** Maximum digits of a number that Excel keeps. Longer numbers are written as text. */
const MAX_DIGITS = 15;

/**
 * Streams a workbook with one sheet (ECMA-376 part 1, SpreadsheetML). Texts are inline strings, which no
 * program evaluates as formulas; dates, times, numbers and booleans are typed cells. The first row is the
 * heading.
 */
export async function* writeXlsx(pages: AsyncIterable<Cell[][]>): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  const drain = (): Uint8Array[] => written.splice(0);
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  const open = (name: string): ((text: string, last?: boolean) => void) => {
    const part = new ZipDeflate(name, { level: 6 });
    zip.add(part);
    return (text, last = false) => part.push(new TextEncoder().encode(text), last);
  };
  for (const [name, text] of Object.entries(fixedParts)) open(name)(text, true);
  const write = open('xl/worksheets/sheet1.xml');
  write(sheetStart);
  let row = 0;
  for await (const rows of pages) {
    write(rows.map((cells) => rowText(cells, (row += 1))).join(''));
    yield* drain();
  }
  write('</sheetData></worksheet>', true);
  zip.end();
  yield* drain();
}

function rowText(cells: readonly Cell[], row: number): string {
  const texts = cells.map((cell, at) => cellXml(cell, `${columnName(at)}${row}`, row === 1));
  return `<row r="${row}">${texts.join('')}</row>`;
}

const styles = { bold: 1, day: 2, time: 3 } as const;

function cellXml(cell: Cell, place: string, isHeading: boolean): string {
  if (cell === null || cell === '') return '';
  const typed = (value: number, format = 0) => `<c r="${place}" s="${format}"><v>${value}</v></c>`;
  const style = isHeading ? ` s="${styles.bold}"` : '';
  const text = (value: string) =>
    `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`;
  if (typeof cell === 'string') return text(cell);
  if (typeof cell === 'number') return typed(cell);
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
  if ('decimal' in cell) return isNumber(cell.decimal) ? typed(Number(cell.decimal)) : text(cell.decimal);
  if ('day' in cell) {
    const days = serialDay(`${cell.day}T00:00:00`);
    return days === undefined ? text(cell.day) : typed(days, styles.day);
  }
  const days = serialDay(cell.time);
  return days === undefined ? text(cell.time) : typed(days, styles.time);
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text) && text.replaceAll(/\D/g, '').replace(/^0+/, '').length <= MAX_DIGITS;
}

/**
 * Returns the days since 1899-12-30; undefined before March 1900, where spreadsheet programs disagree by a
 * day.
 */
function serialDay(clock: string): number | undefined {
  const days = (Date.parse(`${clock}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return days >= 61 ? days : undefined;
}

function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

/**
 * Escapes characters that XML cannot contain as `_xHHHH_`, and texts that already look like such an escape.
 */
function xmlText(value: string): string {
  return value
    .slice(0, MAX_CELL_LENGTH)
    .toWellFormed()
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(forbidden, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const forbidden = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetStart = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="18"/><sheetData>`;

const fixedParts = {
  '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Answers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
