import type { TagNode } from '../tag-structure.ts';
import { column, addColumns, type Column, type Flow } from './flow.ts';
import { FACT, LABEL } from './styles.ts';

export type Fact = { label: string; value: string };

/** A position beside other content: start, width, and width of the labels (points). */
export type FactPlace = { x: number; width: number; labels: number };

const GAP = 8;
/** Space below each row (points). */
const SPACE = 1.5;

/** Draws labels and values, with one pair per row. */
export function renderFacts(flow: Flow, rows: readonly Fact[], place: FactPlace): void {
  const table: TagNode = { type: 'Table' };
  for (const row of rows) layoutRow(flow, cellsOf(flow, row, place, { type: 'TR', parent: table }));
}

/** Draws two pairs per row. */
export function renderPairs(flow: Flow, pairs: readonly Fact[], place: FactPlace): void {
  for (const row of rowsOfPairs(flow, pairs, place)) layoutRow(flow, row);
}

/** Returns the height (points) that `renderFacts` and `renderPairs` need. */
export function factsHeight(
  flow: Flow,
  { pairs, rows }: { pairs: readonly Fact[]; rows: readonly Fact[] },
  place: FactPlace,
): number {
  const laid = [
    ...rowsOfPairs(flow, pairs, place),
    ...rows.map((row) => cellsOf(flow, row, place, { type: 'TR' })),
  ];
  const lines = (row: Column[]): number => Math.max(0, ...row.map((cell) => cell.lines.length));
  return laid.reduce((sum, row) => sum + lines(row) * FACT.leading + SPACE, 0);
}

function rowsOfPairs(flow: Flow, pairs: readonly Fact[], { x, width, labels }: FactPlace): Column[][] {
  const table: TagNode = { type: 'Table' };
  const half = (width - GAP) / 2;
  return pairs.flatMap((first, at) => {
    if (at % 2 === 1) return [];
    const row: TagNode = { type: 'TR', parent: table };
    const second = pairs[at + 1];
    const right = { x: x + half + GAP, width: half, labels };
    return [
      [
        ...cellsOf(flow, first, { x, width: half, labels }, row),
        ...(second ? cellsOf(flow, second, right, row) : []),
      ],
    ];
  });
}

function cellsOf(
  flow: Flow,
  { label, value }: Fact,
  { x, width, labels }: FactPlace,
  row: TagNode,
): Column[] {
  const room = { x: x + labels + GAP, width: width - labels - GAP };
  return [
    column(flow, label, LABEL, { x, width: labels }, { type: 'TH', scope: 'Row', parent: row }),
    column(flow, value, FACT, room, { type: 'TD', parent: row }),
  ];
}

function layoutRow(flow: Flow, row: Column[]): void {
  addColumns(flow, row);
  flow.y -= SPACE;
}
