import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditEventView } from '#contract/audit.ts';
import { loadPage } from './load-page.ts';

/** Empty texts do not narrow; `from` and `to` are days of the reader's own zone, 'YYYY-MM-DD', both included. */
export type AuditNarrowing = { type: string; document: string; person: string; from: string; to: string };

export function auditQuery(narrowing: AuditNarrowing, page: { cursor: string | null; limit: number }) {
  const query = auditParams(narrowing);
  query.set('limit', String(page.limit));
  if (page.cursor) query.set('cursor', page.cursor);
  return queryOptions({
    queryKey: ['api', 'audit', narrowing, page],
    queryFn: ({ signal }) => loadPage<AuditEventView>(`/api/audit?${query}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** Where the events that are looked at can be downloaded, all of them. */
export function auditExport(narrowing: AuditNarrowing, format: 'csv' | 'json'): string {
  const query = auditParams(narrowing);
  query.set('format', format);
  return `/api/audit/export?${query}`;
}

/** The server takes moments: a day begins and ends where the reader is. */
export function auditParams({ type, document, person, from, to }: AuditNarrowing): URLSearchParams {
  const query = new URLSearchParams();
  if (type) query.set('type', type);
  if (document) query.set('document', document);
  if (person) query.set('person', person);
  const first = startOfDay(from, 0);
  const end = startOfDay(to, 1);
  if (first) query.set('from', first);
  if (end) query.set('to', end);
  return query;
}

/** The beginning of a day, or of the one that many days later; null for what is no day. */
function startOfDay(day: string, later: number): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!parts) return null;
  const start = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later);
  return start.toISOString();
}
