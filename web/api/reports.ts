import { addressOf } from '#contract/address.ts';
import { reportPaths } from '#contract/paths.ts';
import type { ReportQuery, ReportSchedule } from '#contract/evidence/reports.ts';
import { asked, type AuditNarrowing } from './audit.ts';
import { mutationTo, queryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** Returns the download URL of a report for the days from and to, both inclusive. */
export function reportAddress(narrowing: AuditNarrowing, format: ReportQuery['format']): string {
  const { from, to, person, document } = asked(narrowing);
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
