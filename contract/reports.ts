import { z } from 'zod';
import { reportIntervals } from '#core/report/schedule.ts';

const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Query of GET /api/reports/audit: a period, and what of it; all that is given has to hold. */
export const reportQuery = z.object({
  format: z.enum(['pdf', 'csv', 'json']),
  /** The first moment that counts, ISO 8601; a bare date begins at midnight UTC. */
  from: moment,
  /** The first moment that no longer counts. */
  to: moment,
  /** A part of the name or the address of whoever acted or was addressed. */
  person: z.string().max(200).optional(),
  /** The id of a document, or of a folder. */
  document: z.string().max(100).optional(),
  folder: z.string().max(100).optional(),
});
/** How often a report of the period that ended is mailed to who set it. */
export const reportSchedule = z.strictObject({ every: z.enum(['never', ...reportIntervals]) });
export type ReportSchedule = z.infer<typeof reportSchedule>;
export type ReportQuery = z.infer<typeof reportQuery>;
