import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { AuditFilter } from '#contract/audit.ts';
import { auditPaths } from '#contract/paths.ts';
import { loadPage } from './call.ts';
import { startOfDay } from './start-of-day.ts';

/** Empty texts do not narrow; `from` and `to` are days of the reader's own zone, 'YYYY-MM-DD', both included. */
export type AuditNarrowing = { type: string; document: string; person: string; from: string; to: string };

export function auditQuery(narrowing: AuditNarrowing, page: { cursor: string | null; limit: number }) {
  return queryOptions({
    queryKey: ['api', 'audit', narrowing, page],
    queryFn: ({ signal }) =>
      loadPage(auditPaths.listEvents, { query: { ...asked(narrowing), ...page } }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Where the events that are looked at can be downloaded, all of them. */
export function auditExport(narrowing: AuditNarrowing, format: 'csv' | 'json'): string {
  return addressOf(auditPaths.exportEvents, { query: { ...asked(narrowing), format } });
}

/** The server takes moments: a day begins and ends where the reader is. It refuses a type that is none. */
export function asked({ type, document, person, from, to }: AuditNarrowing) {
  return {
    ...{ type: type as AuditFilter['type'] & string, document, person },
    from: startOfDay(from),
    to: startOfDay(to, 1),
  };
}
