import { expirationDays } from '#core/document/sending-terms.ts';
import { line } from '#core/language/one-line.ts';
import { isRefusal } from '#core/refusal.ts';
import type { ImportNote } from '#core/template/imported.ts';
import { checkPerson, type FixedPerson } from '#core/template/roles.ts';
import { cleanMessage } from '#core/mail/clean-message.ts';

/** Reports a part that was not imported unchanged. */
export type Report = (code: ImportNote['code'], name: string) => void;

export const reportTo =
  (left: ImportNote[]): Report =>
  (code, name) =>
    void left.push({ code, name: line(name, 100), page: null });

/** Returns the fixed person of a role, or null. Reports an invalid name or address. */
export function importedPerson(
  { email, name }: { email: string | null | undefined; name: string },
  report: Report,
): FixedPerson | null {
  if (!email) return null;
  const person = checkPerson('', { email, name: line(name, 200) });
  if (!isRefusal(person)) return person;
  report('person', name || email);
  return null;
}

/** Both products replace placeholders in braces when sending. Here they would be emailed literally. */
const placeholder = /\{\{?\s*[\w.]+\s*\}/;

/**
 * Returns a subject or message within the maximum length. If it cannot be imported, reports its key and
 * returns an empty text.
 */
export function importedText(
  { key, text, most }: { key: string; text: unknown; most: number },
  report: Report,
): string {
  if (typeof text !== 'string') return '';
  const clean = cleanMessage(text);
  if (placeholder.test(clean)) {
    report('placeholders', key);
    return '';
  }
  if (clean.length > most) report('shortened', key);
  return clean.slice(0, most).toWellFormed();
}

const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** Returns the number of days; undefined for an unknown unit. */
export function daysIn(amount: number, unit: string): number | undefined {
  const days = amount * (daysOf[unit] ?? Number.NaN);
  return days >= expirationDays.least && days <= expirationDays.most ? days : undefined;
}

/**
 * Reports the key of every setting whose value is not handled, so that new settings of the other product are
 * never dropped silently. `isUsual` returns true for the other product's default values.
 */
export function reportUnknownSettings(
  settings: Readonly<Record<string, unknown>>,
  { handled, isUsual }: { handled: readonly string[]; isUsual?: (key: string, value: unknown) => boolean },
  report: Report,
): void {
  for (const [key, value] of Object.entries(settings))
    if (!handled.includes(key) && !isEmpty(value) && !isUsual?.(key, value)) report('setting', key);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}
