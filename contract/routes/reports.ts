import { reportPaths } from '../paths.ts';
import { reportQuery, reportSchedule } from '../reports.ts';
import { file, routesAt } from '../route.ts';

export const reportRows = routesAt(reportPaths, {
  makeReport: {
    ...{
      summary: 'Create an audit report as sealed PDF, CSV or JSON',
      who: 'member',
      query: reportQuery,
      heavy: true,
    },
    answers: { 200: file('application/pdf', 'text/csv', 'application/json') },
    refusals: ['plan-without-reports', 'report-too-long', 'report-period-invalid', 'not-found'],
  },
  readReportSchedule: {
    ...{
      summary: 'Get how often the member is emailed a report',
      who: 'member',
      answers: { 200: reportSchedule },
    },
    refusals: [],
  },
  setReportSchedule: {
    ...{
      summary: 'Email the member a report every week or month, or stop',
      who: 'confirmed',
      body: reportSchedule,
    },
    answers: { 200: reportSchedule },
    refusals: ['plan-without-reports'],
  },
});
