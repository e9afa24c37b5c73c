import { refuse, type Refusal } from '../refusal.ts';

/** Limits from specification §5: 1 to 365 days. Values that are not numbers become 30. */
export const expirationDays = { default: 30, least: 1, most: 365 } as const;

export function daysUntilExpiry(given: unknown): number | Refusal {
  if (given === undefined || given === null || given === '') return expirationDays.default;
  // Converts only strings and numbers, because an object such as { toString: 5 } would throw.
  const days = typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN;
  if (Number.isNaN(days)) return expirationDays.default;
  if (!Number.isInteger(days) || days < expirationDays.least || days > expirationDays.most) {
    return refuse('expiration-invalid', 'The expiration must be a whole number of days from 1 to 365.');
  }
  return days;
}

/**
 * The sender's rule for automatic reminders: the interval in days, and the maximum number per recipient's turn.
 * Null turns them off.
 */
export type ReminderRule = { everyDays: number; most: number } | null;
export const reminderRange = { everyDays: { least: 1, most: 30 }, most: { least: 1, most: 10 } } as const;
