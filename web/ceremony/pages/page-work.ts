import type { FieldView } from '#contract/documents/documents.ts';
import { counts, isFilled, type Done } from '../entries/next-step.ts';
import { t } from '../words.ts';

/** The pages with required fields, and how many of them remain. */
export type PageWork = ReadonlyMap<number, { left: number }>;

export function pageWork(fields: readonly FieldView[], done: Done): PageWork {
  const work = new Map<number, { left: number }>();
  for (const field of fields) {
    if (!counts(field, fields)) continue;
    const { left } = work.get(field.page) ?? { left: 0 };
    work.set(field.page, { left: left + Number(!isFilled(field, done, fields)) });
  }
  return work;
}

/** Returns '2 fields to fill in', or '' if nothing is required. */
export function remainingWorkText(work: PageWork, page: number): string {
  const own = work.get(page);
  if (!own) return '';
  return own.left > 0 ? t('pages.left', { count: own.left }) : t('pages.filled');
}
