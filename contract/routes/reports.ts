import { reportQuery, reportSchedule } from '../reports.ts';
import { defineRoutes, file } from '../route.ts';

export const reportRows = defineRoutes({
  makeReport: {
    at: 'GET /api/reports/audit',
    summary: 'Create an audit report as sealed PDF, CSV or JSON',
    caller: 'member',
    permission: 'account.audit',
    heavy: true,
    query: reportQuery,
    answers: { 200: file('application/pdf', 'text/csv', 'application/json') },
    refusals: ['plan-without-reports', 'report-too-long', 'report-period-invalid', 'not-found'],
  },
  readReportSchedule: {
    at: 'GET /api/reports/schedule',
    summary: 'Get how often the member is emailed a report',
    caller: 'member',
    permission: 'account.audit',
    answers: { 200: reportSchedule },
    refusals: [],
  },
  setReportSchedule: {
    at: 'PUT /api/reports/schedule',
    summary: 'Email the member a report every week or month, or stop',
    caller: 'confirmed',
    permission: 'account.audit',
    body: reportSchedule,
    answers: { 200: reportSchedule },
    refusals: ['plan-without-reports'],
  },
});
