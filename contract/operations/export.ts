import { z } from 'zod';
import { defineRoutes, file } from '../route.ts';

/** An archive of the whole account, finished or in progress. */
export const accountExport = z.object({
  id: z.string(),
  state: z.enum(['making', 'ready', 'failed', 'removed']),
  requestedAt: z.string(),
  /** Number of completed steps, and the total, which is 0 while it is unknown. */
  done: z.number(),
  steps: z.number(),
  /** Size in bytes. */
  size: z.number().nullable(),
  /** Number of files that no longer exist and are not included. */
  missing: z.number(),
  /** Time at which the download expires. */
  endsAt: z.string().nullable(),
});
export type AccountExport = z.infer<typeof accountExport>;

/** GET /api/account/exports. Newest first. */
export const accountExports = z.array(accountExport);

export const exportRows = defineRoutes({
  requestExport: {
    at: 'POST /api/account/exports',
    summary: 'Start an export of the whole account',
    caller: 'confirmed',
    permission: 'account.export',
    whileClosing: true,
    heavy: true,
    answers: { 201: accountExport },
    refusals: [],
  },
  listExports: {
    at: 'GET /api/account/exports',
    summary: 'List recent exports, newest first',
    caller: 'confirmed',
    permission: 'account.export',
    whileClosing: true,
    answers: { 200: accountExports },
    refusals: [],
  },
  readExport: {
    at: 'GET /api/account/exports/{id}/file',
    summary: 'Download a finished export',
    caller: 'confirmed',
    permission: 'account.export',
    whileClosing: true,
    head: false,
    answers: { 200: file('application/zip') },
    refusals: ['not-found'],
  },
});
