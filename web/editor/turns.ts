import type { RecipientRole } from '#core/recipient/recipient.ts';
import { impliedOrder, type SigningOrder } from '#core/recipient/turn.ts';

type Turn = { order: number | string };

/** The turn that was typed; 1 where that is no number from 1. */
export function orderOf(typed: Turn['order']): number {
  return Math.max(1, Math.trunc(Number(typed)) || 1);
}

/** The number of a new row: the same as all others while they are asked at the same time, else after the last one. */
export function nextOrder(rows: readonly Turn[]): number {
  const numbers = rows.map(({ order }) => orderOf(order));
  const last = Math.max(1, ...numbers);
  return numbers.some((number) => number !== last) ? last + 1 : last;
}

/** The largest number; 0 without rows. */
export function lastOrder(rows: readonly Turn[]): number {
  return Math.max(0, ...rows.map(({ order }) => orderOf(order)));
}

/** The order implied by the numbers of unsaved rows. People who get a copy have no turn. */
export function orderOfRows(rows: readonly (Turn & { role: RecipientRole })[]): SigningOrder {
  return impliedOrder(rows.map(({ order, role }) => ({ role, turn: orderOf(order) })));
}
