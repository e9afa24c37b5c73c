import { accountExport, accountExports } from '../exports.ts';
import { defineRoutes, file } from '../route.ts';

export const exportRows = defineRoutes({
  askForExport: {
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
