import type { PageSize } from '#contract/documents/documents.ts';
import { minFieldSize, type FieldType } from '#core/field/field.ts';
import { minField } from '#core/field/kinds.ts';
import type { Corner } from '../../parts/field/field-box.tsx';

type Box = { x: number; y: number; width: number; height: number };

/** A snap line in points: `x` is vertical, `y` is horizontal. */
export type Guide = { axis: 'x' | 'y'; at: number };

export type Snapped<B> = { box: B; guides: Guide[] };

/** Moves a box to the nearest edge or center of the page or of another field, within `reach` points. */
export function snapMove<B extends Box>(
  box: B,
  others: readonly Box[],
  page: PageSize,
  reach: number,
): Snapped<B> {
  const x = nearest(linesOf(box.x, box.width), targets(others, page, 'x'), reach);
  const y = nearest(linesOf(box.y, box.height), targets(others, page, 'y'), reach);
  return {
    box: { ...box, x: box.x + (x?.by ?? 0), y: box.y + (y?.by ?? 0) },
    guides: guidesOf(x, y),
  };
}

/** Moves only the two edges that meet at the corner. */
export function snapResize<B extends Box & { type?: FieldType }>(
  box: B,
  corner: Corner,
  others: readonly Box[],
  page: PageSize,
  reach: number,
): Snapped<B> {
  const edge = {
    x: corner.x === 'left' ? box.x : box.x + box.width,
    y: corner.y === 'top' ? box.y : box.y + box.height,
  };
  const x = nearest([edge.x], targets(others, page, 'x'), reach);
  const y = nearest([edge.y], targets(others, page, 'y'), reach);
  return { box: stretch(box, corner, x?.by ?? 0, y?.by ?? 0), guides: guidesOf(x, y) };
}

/** Returns the box after its corner was dragged by this many points. The opposite corner is fixed. */
export function stretch<B extends Box & { type?: FieldType }>(
  box: B,
  corner: Corner,
  byX: number,
  byY: number,
): B {
  const left = corner.x === 'left';
  const top = corner.y === 'top';
  const smallest = box.type ? minFieldSize(box.type) : minField;
  const width = Math.max(smallest.width, box.width + (left ? -byX : byX));
  const height = Math.max(smallest.height, box.height + (top ? -byY : byY));
  return {
    ...box,
    width,
    height,
    x: left ? box.x + box.width - width : box.x,
    y: top ? box.y + box.height - height : box.y,
  };
}

type Hit = { by: number; at: number };

function linesOf(start: number, length: number): number[] {
  return [start, start + length / 2, start + length];
}

function targets(others: readonly Box[], page: PageSize, axis: 'x' | 'y'): number[] {
  const ofPage = linesOf(0, axis === 'x' ? page.width : page.height);
  const ofOthers = others.flatMap((box) =>
    axis === 'x' ? linesOf(box.x, box.width) : linesOf(box.y, box.height),
  );
  return [...ofPage, ...ofOthers];
}

function nearest(lines: readonly number[], marks: readonly number[], reach: number): Hit | null {
  let best: Hit | null = null;
  for (const line of lines) {
    for (const at of marks) {
      const by = at - line;
      if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, at };
    }
  }
  return best;
}

function guidesOf(x: Hit | null, y: Hit | null): Guide[] {
  const guides: Guide[] = [];
  if (x) guides.push({ axis: 'x', at: x.at });
  if (y) guides.push({ axis: 'y', at: y.at });
  return guides;
}
