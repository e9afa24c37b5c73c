import { clockIn } from '../formats/day.ts';

/**
 * A cell of an exported table. User-entered text is a `string`, so that no spreadsheet program interprets it as
 * a formula, number or date.
 */
export type Cell =
  | string
  | number
  | boolean
  | null
  /** A decimal number of any length, with a decimal point. */
  | { decimal: string }
  /** A calendar day, `YYYY-MM-DD`. */
  | { day: string }
  /** Local time in a time zone, `YYYY-MM-DDTHH:MM:SS`. `utc` is true if that zone is UTC. */
  | { time: string; utc: boolean };

export function timeCell(at: Date | null, timeZone?: string): Cell {
  return at && { time: clockIn(at.getTime(), timeZone ?? 'UTC'), utc: timeZone === undefined };
}

/** Returns a cell as text for CSV. */
export function cellText(cell: Cell): string | number | null {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell;
  if (typeof cell === 'boolean') return String(cell);
  if ('decimal' in cell) return cell.decimal;
  if ('day' in cell) return cell.day;
  return cell.utc ? `${cell.time}Z` : cell.time.replace('T', ' ');
}
