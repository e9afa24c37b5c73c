import { z } from 'zod';
import { reportIntervals } from '#core/report/schedule.ts';
import { defineRoutes, file } from '../route.ts';

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Query of GET /api/reports/audit. An event must be in the period and match all filters. */
export const reportQuery = z.object({
  format: z.enum(['pdf', 'csv', 'json']),
  /** Start of the period (inclusive) in ISO 8601. A date without a time means midnight UTC. */
  from: moment,
  /** End of the period (exclusive). */
  to: moment,
  /** Part of the name or address of the person who acted or who was contacted. */
  person: z.string().max(200).optional(),
  /** Id of a document, and of a folder. */
  document: z.string().max(100).optional(),
  folder: z.string().max(100).optional(),
});
/** How often a report of the past period is emailed to the member who set the schedule. */
export const reportSchedule = z.object({ every: z.enum(['never', ...reportIntervals]) });
export type ReportSchedule = z.infer<typeof reportSchedule>;
export type ReportQuery = z.infer<typeof reportQuery>;

export const reportRows = defineRoutes({
  createReport: {
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
    summary: 'Get the schedule of the member’s emailed report',
    caller: 'member',
    permission: 'account.audit',
    answers: { 200: reportSchedule },
    refusals: [],
  },
  setReportSchedule: {
    at: 'PUT /api/reports/schedule',
    summary: 'Set or stop the schedule of the member’s emailed report',
    caller: 'confirmed',
    permission: 'account.audit',
    body: reportSchedule,
    answers: { 200: reportSchedule },
    refusals: ['plan-without-reports'],
  },
});
