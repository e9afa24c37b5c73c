import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { addressOf } from '#contract/address.ts';
import { reportPaths } from '#contract/paths.ts';
import type { ReportQuery, ReportSchedule } from '#contract/reports.ts';
import { asked, type AuditNarrowing } from './audit.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

/** Where a report of the days from and to, both included, can be downloaded. */
export function reportAddress(narrowing: AuditNarrowing, format: ReportQuery['format']): string {
  const { from, to, person, document } = asked(narrowing);
  return addressOf(reportPaths.makeReport, {
    query: {
      ...{ format, from: from ?? '', to: to ?? '' },
      ...(person && { person }),
      ...(document && { document }),
    },
  });
}

export const reportScheduleQuery = queryOptions({
  queryKey: ['api', 'reports', 'schedule'],
  queryFn: ({ signal }) => load(reportPaths.readReportSchedule, {}, signal),
});

export const setReportSchedule = mutationOptions({
  mutationFn: (every: ReportSchedule['every']) => change(reportPaths.setReportSchedule, { body: { every } }),
  onSuccess: (schedule) => queryClient.setQueryData(reportScheduleQuery.queryKey, schedule),
});
