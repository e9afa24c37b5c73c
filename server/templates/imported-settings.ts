import { expirationDays } from '#core/document/send.ts';
import { line } from '#core/language/one-line.ts';
import type { LeftOut } from '#core/template/imported.ts';
import { cleanMessage } from '../documents/draft/clean-message.ts';

/** Reports a part that was not carried as it was. */
export type Report = (code: LeftOut['code'], name: string) => void;

export const reportTo =
  (left: LeftOut[]): Report =>
  (code, name) =>
    void left.push({ code, name: line(name, 100), page: null });

/** Both products fill in words in braces when they send: here they would be mailed as they are. */
const placeholder = /\{\{?\s*[\w.]+\s*\}/;

/** A subject or message in at most so many characters; empty where it cannot be carried, which is reported by its key. */
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

/** Undefined for a time that is not one of ours. */
export function daysIn(amount: number, unit: string): number | undefined {
  const days = amount * (daysOf[unit] ?? Number.NaN);
  return days >= expirationDays.least && days <= expirationDays.most ? days : undefined;
}

/**
 * Reports every setting that has a value and is not handled, by its key: a new one of the other product is then never
 * dropped without a word. `isUsual` answers whether a value is what the other product has by itself.
 */
export function reportOthers(
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
