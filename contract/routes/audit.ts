import { z } from 'zod';
import { auditEvent, auditExportQuery, auditQuery } from '../audit.ts';
import { defineRoutes, file } from '../route.ts';

export const auditRows = defineRoutes({
  listEvents: {
    at: 'GET /api/audit',
    summary: 'List the account’s events, page by page',
    caller: 'member',
    permission: 'account.audit',
    apiKey: 'live',
    query: auditQuery,
    answers: { 200: z.array(auditEvent) },
    headers: ['link'],
    refusals: [],
  },
  exportEvents: {
    at: 'GET /api/audit/export',
    summary: 'Export the account’s events as CSV or JSON',
    caller: 'member',
    permission: 'account.audit',
    apiKey: 'live',
    heavy: true,
    query: auditExportQuery,
    answers: { 200: file('text/csv', 'application/json') },
    refusals: [],
  },
});
