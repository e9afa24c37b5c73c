import { fold } from '../language/fold.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { MergeValues, Placeholder } from '../template/placeholders.ts';

/** Cells for a condition that is not met, in the languages of the product. */
const noWords = new Set(['no', 'false', '0', 'nein', 'non', 'لا', '-'].map(fold));

/** A row has one cell for each placeholder, so it cannot have the rows of a list. */
export function refuseLists(placeholders: readonly Placeholder[]): Refusal | undefined {
  const list = everyPlaceholder(placeholders).find(({ kind }) => kind === 'list');
  return list && hasList(list.name);
}

/** The placeholders with a column. */
export function everyPlaceholder(placeholders: readonly Placeholder[]): Placeholder[] {
  return placeholders.flatMap((one) => [
    one,
    ...everyPlaceholder([...(one.shown ?? []), ...(one.hidden ?? [])]),
  ]);
}

/** Returns the values of the placeholders from the cells of a row. A condition is met unless its cell is empty or ‘no’. */
export function valuesOfCells(
  placeholders: readonly Placeholder[],
  cells: Readonly<Record<string, string>>,
): MergeValues {
  const given = new Map(Object.entries(cells).map(([name, cell]) => [fold(name), cell]));
  const all = new Map(everyPlaceholder(placeholders).map((one) => [fold(one.name), one]));
  return Object.fromEntries(
    [...all].flatMap(([key, { name, kind }]): [string, string | boolean][] => {
      const cell = given.get(key) ?? '';
      if (kind === 'condition') return [[name, cell !== '' && !noWords.has(fold(cell))]];
      return cell === '' ? [] : [[name, cell]];
    }),
  );
}

function hasList(name: string): Refusal {
  return refuse(
    'template-has-placeholders',
    `The Word file of this template has the list ‘${name}’, and a row of a CSV file cannot fill in a list. Use the template for one document at a time.`,
  );
}
