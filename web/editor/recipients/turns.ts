import type { RecipientRole } from '#core/recipient/recipient.ts';
import { impliedOrder, type SigningOrder } from '#core/recipient/turn.ts';

type Turn = { order: number | string };

/** Returns the typed order number; 1 if it is not a number from 1. */
export function orderOf(typed: Turn['order']): number {
  return Math.max(1, Math.trunc(Number(typed)) || 1);
}

/**
 * Returns the order number for a new row: the number that all rows have in parallel signing, or else the next
 * one.
 */
export function nextOrder(rows: readonly Turn[]): number {
  const numbers = rows.map(({ order }) => orderOf(order));
  const last = Math.max(1, ...numbers);
  return numbers.some((number) => number !== last) ? last + 1 : last;
}

/** Returns the largest number; 0 without rows. */
export function lastOrder(rows: readonly Turn[]): number {
  return Math.max(0, ...rows.map(({ order }) => orderOf(order)));
}

/** Returns the order implied by the numbers of unsaved rows. Copy recipients have no order number. */
export function orderOfRows(rows: readonly (Turn & { role: RecipientRole })[]): SigningOrder {
  return impliedOrder(rows.map(({ order, role }) => ({ role, turn: orderOf(order) })));
}
