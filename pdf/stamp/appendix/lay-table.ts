import type { TagNode } from '../tag-structure.ts';
import { DECORATION } from '../tag-structure.ts';
import type { TableBlock } from './blocks.ts';
import { column, ensure, heightOf, MUTED, addColumns, rule, TEXT } from './flow.ts';
import type { Column, Flow, TextStyle } from './flow.ts';

const HEAD: TextStyle = { face: 'sans-bold', size: 7.25, leading: 9.5, color: MUTED };
const CELL: TextStyle = { face: 'sans', size: 7.5, leading: 9.75, color: TEXT };

/** Space between columns, and above and below the text of a row (points). */
const GAP = 10;
const PAD = 2;

/** Draws a table whose header is repeated on each page. */
export function renderTable(flow: Flow, { columns, rows }: TableBlock): void {
  const table: TagNode = { type: 'Table' };
  const places = placeColumns(flow, columns);
  const head = { type: 'TR', parent: table } satisfies TagNode;
  const headCells = cells(
    flow,
    columns.map(({ title }) => title),
    places,
    HEAD,
    () => ({ type: 'TH', scope: 'Column', parent: head }),
  );
  ensure(flow, heightOf(headCells) + 40);
  layoutRow(flow, headCells);
  const again = (): void =>
    layoutRow(
      flow,
      headCells.map((cell) => ({ ...cell, tag: DECORATION })),
    );
  for (const row of rows) {
    const tag: TagNode = { type: 'TR', parent: table };
    const laid = cells(flow, row, places, CELL, () => ({ type: 'TD', parent: tag }));
    if (ensure(flow, heightOf(laid) + 2 * PAD)) again();
    layoutRow(flow, laid, again);
  }
  flow.y -= 8;
}

function layoutRow(flow: Flow, row: Column[], onBreak?: () => void): void {
  flow.y -= PAD;
  addColumns(flow, row, onBreak);
  flow.y -= PAD;
  rule(flow, flow.y);
}

function cells(
  flow: Flow,
  texts: readonly string[],
  places: { x: number; width: number }[],
  style: TextStyle,
  tag: () => TagNode,
): Column[] {
  return places.map((place, index) => column(flow, texts[index] ?? '', style, place, tag()));
}

function placeColumns({ frame }: Flow, columns: TableBlock['columns']): { x: number; width: number }[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const free = frame.width - GAP * (columns.length - 1);
  let x = frame.left;
  return columns.map(({ share }) => {
    const place = { x, width: (free * share) / shares };
    x += place.width + GAP;
    return place;
  });
}
