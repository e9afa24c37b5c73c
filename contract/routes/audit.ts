import { z } from 'zod';
import { auditEvent, auditExportQuery, auditQuery } from '../audit.ts';
import { auditPaths } from '../paths.ts';
import { file, routesAt } from '../route.ts';

const who = 'member';

export const auditRows = routesAt(auditPaths, {
  listEvents: {
    ...{ summary: 'List the account’s events, page by page', who, query: auditQuery },
    answers: { 200: z.array(auditEvent) },
    headers: ['link'],
    refusals: [],
  },
  exportEvents: {
    ...{ summary: 'Export the account’s events as CSV or JSON', who, query: auditExportQuery, heavy: true },
    answers: { 200: file('text/csv', 'application/json') },
    refusals: [],
  },
});
