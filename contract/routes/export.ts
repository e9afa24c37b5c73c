import { accountExport, accountExports } from '../exports.ts';
import { exportPaths } from '../paths.ts';
import { file, routesAt } from '../route.ts';

const who = 'confirmed';

export const exportRows = routesAt(exportPaths, {
  askForExport: {
    ...{
      summary: 'Start an export of the whole account',
      who,
      heavy: true,
      answers: { 201: accountExport },
    },
    refusals: [],
  },
  listExports: {
    ...{ summary: 'List recent exports, newest first', who, answers: { 200: accountExports } },
    refusals: [],
  },
  readExport: {
    ...{ summary: 'Download a finished export', who, head: false },
    answers: { 200: file('application/zip') },
    refusals: ['not-found'],
  },
});
