import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A row of number-table.md: a number as written, how it is read, and how documents in each language print it.
 */
export type NumberRow = { written: string; read: string; printed: string[] };

const page = readFileSync(join(import.meta.dirname, 'number-table.md'), 'utf8');

export const numberRows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line): NumberRow => {
    const [written = '', read = '', ...printed] = line
      .replaceAll(/`([^`]*)`/g, (_, text: string) => JSON.parse(`"${text}"`) as string)
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replace(/^ +| +$/g, ''));
    return { written, read, printed };
  });

/** Returns the two possible meanings of an ambiguous number; undefined if it is unambiguous or invalid. */
export function readingsOf({ read }: NumberRow): [string, string] | undefined {
  const [, first, second] = /^(.+) or (.+)\?$/.exec(read) ?? [];
  return first === undefined || second === undefined ? undefined : [first, second];
}

export const isNoNumber = ({ read }: NumberRow): boolean => read === 'not a number';
