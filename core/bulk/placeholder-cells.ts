import { fold } from '../language/fold.ts';
import { type MergeRow, type MergeValues, type Placeholder } from '../template/placeholders.ts';
import { MAX_LIST_ROWS } from '../template/template.ts';

/** Cells that mean 'no' for a condition, in the languages of the product. */
const noWords = new Set(['no', 'false', '0', 'nein', 'non', 'لا', '-'].map(fold));

type Cells = ReadonlyMap<string, string>;

/** Returns the placeholders that can have a column: all single placeholders, and those inside list rows. */
export function everyPlaceholder(placeholders: readonly Placeholder[]): Placeholder[] {
  return placeholders.flatMap((one) => [
    one,
    ...everyPlaceholder([...(one.shown ?? []), ...(one.hidden ?? [])]),
  ]);
}

/** Returns the column name for a row of a list, counted from 1, such as ‘items[2].title’. */
export function listColumn(list: string, row: number, name: string): string {
  return `${list}[${row}].${name}`;
}

/** Returns the canonical name of a column for a list row, or undefined if the list or column does not exist. */
export function readListColumn(placeholders: readonly Placeholder[], head: string): string | undefined {
  const [, list = '', row = '', name = ''] = /^(.+)\[\s*(\d{1,4})\s*\]\s*\.\s*(.+)$/.exec(head) ?? [];
  const listPlaceholder = listsOf(placeholders).find((one) => fold(one.name) === fold(list.trim()));
  const column = everyPlaceholder(listPlaceholder?.columns ?? []).find(
    (one) => fold(one.name) === fold(name.trim()),
  );
  const number = Number(row);
  return listPlaceholder && column && number >= 1 && number <= MAX_LIST_ROWS
    ? listColumn(listPlaceholder.name, number, column.name)
    : undefined;
}

export function listsOf(placeholders: readonly Placeholder[]): Placeholder[] {
  return everyPlaceholder(placeholders).filter(({ kind }) => kind === 'list');
}

/**
 * Returns the values of the placeholders from the cells of a row. A condition is met unless its cell is empty or
 * ‘no’.
 */
export function valuesOfCells(
  placeholders: readonly Placeholder[],
  given: Readonly<Record<string, string>>,
): MergeValues {
  const cells = new Map(Object.entries(given).map(([name, cell]) => [fold(name), cell]));
  const lists = listsOf(placeholders).map(({ name, columns = [] }) => [name, rowsOf(name, columns, cells)]);
  return {
    ...plainValues(placeholders, (name) => cells.get(fold(name)) ?? ''),
    ...Object.fromEntries(lists),
  };
}

function plainValues(placeholders: readonly Placeholder[], cellOf: (name: string) => string): MergeRow {
  const all = new Map(everyPlaceholder(placeholders).map((one) => [fold(one.name), one]));
  return Object.fromEntries(
    [...all.values()].flatMap(({ name, kind }): [string, string | boolean][] => {
      const cell = cellOf(name);
      if (kind === 'condition') return [[name, cell !== '' && !noWords.has(fold(cell))]];
      return kind === 'list' || cell === '' ? [] : [[name, cell]];
    }),
  );
}

/** Returns the rows of a list in numerical order. Rows with only empty cells are omitted. */
function rowsOf(list: string, columns: readonly Placeholder[], cells: Cells): MergeRow[] {
  const start = fold(`${list}[`);
  const numbers = [...cells.keys()].flatMap((key) =>
    key.startsWith(start) ? [Number.parseInt(key.slice(start.length), 10)] : [],
  );
  return [...new Set(numbers)]
    .toSorted((one, other) => one - other)
    .map((row) => plainValues(columns, (name) => cells.get(fold(listColumn(list, row, name))) ?? ''));
}
