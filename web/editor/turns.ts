type Turn = { order: number | string };

/** The turn that was typed; 1 where that is no number from 1. */
export function orderOf(typed: Turn['order']): number {
  return Math.max(1, Math.trunc(Number(typed)) || 1);
}

/** The turn after everybody's. Where somebody was removed their number is free, so the rows are not counted. */
export function nextOrder(rows: readonly Turn[]): number {
  return Math.max(0, ...rows.map(({ order }) => orderOf(order))) + 1;
}
