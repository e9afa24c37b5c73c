import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import type { AuditFilter } from '#contract/evidence/audit.ts';
import { auditPaths, reportPaths } from '#contract/paths.ts';
import { loadPage, mutationTo, queryFor } from './transport/call.ts';
import { startOfDay } from './start-of-day.ts';
import type { ReportQuery, ReportSchedule } from '#contract/evidence/reports.ts';
import { queryClient } from './transport/query-client.ts';

/**
 * Empty texts do not filter. `from` and `to` are days in the reader's time zone, 'YYYY-MM-DD', both
 * inclusive.
 */
export type AuditNarrowing = { type: string; document: string; person: string; from: string; to: string };

export function auditQuery(narrowing: AuditNarrowing, page: { cursor: string | null; limit: number }) {
  return queryOptions({
    queryKey: ['api', 'audit', narrowing, page],
    queryFn: ({ signal }) =>
      loadPage(auditPaths.listEvents, { query: { ...filterParameters(narrowing), ...page } }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Returns the download URL for all events that match the filter. */
export function auditExport(narrowing: AuditNarrowing, format: 'csv' | 'json'): string {
  return addressOf(auditPaths.exportEvents, { query: { ...filterParameters(narrowing), format } });
}

/**
 * Converts days to the start and end times in the reader's time zone that the server expects. The server refuses
 * an unknown type.
 */
export function filterParameters({ type, document, person, from, to }: AuditNarrowing) {
  return {
    type: type as AuditFilter['type'] & string,
    document,
    person,
    from: startOfDay(from),
    to: startOfDay(to, 1),
  };
}

/** Returns the download URL of a report for the days from and to, both inclusive. */
export function reportAddress(narrowing: AuditNarrowing, format: ReportQuery['format']): string {
  const { from, to, person, document } = filterParameters(narrowing);
  return addressOf(reportPaths.createReport, {
    query: {
      format,
      from: from ?? '',
      to: to ?? '',
      ...(person && { person }),
      ...(document && { document }),
    },
  });
}

export const reportScheduleQuery = queryFor(['api', 'reports', 'schedule'], reportPaths.readReportSchedule);

export const setReportSchedule = mutationTo(
  reportPaths.setReportSchedule,
  (every: ReportSchedule['every']) => ({ body: { every } }),
  (schedule) => queryClient.setQueryData(reportScheduleQuery.queryKey, schedule),
);
