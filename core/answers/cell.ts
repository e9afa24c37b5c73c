import { clockIn } from '../formats/day.ts';

/** A cell of an exported table. Texts of unknown origin are `string`, and no program reads them as anything else. */
export type Cell =
  | string
  | number
  | boolean
  | null
  /** A number in digits with a decimal point, of any length. */
  | { decimal: string }
  /** A calendar day, `YYYY-MM-DD`. */
  | { day: string }
  /** A moment as the clock in a time zone shows it, `YYYY-MM-DDTHH:MM:SS`; `utc` if that zone is UTC. */
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
