import { accountExport, accountExports } from '../exports.ts';
import { exportPaths } from '../paths.ts';
import { file, routesAt } from '../route.ts';

const who = 'confirmed';

export const exportRows = routesAt(exportPaths, {
  askForExport: {
    ...{
      summary: 'Have all of the account made into one archive',
      who,
      heavy: true,
      answers: { 201: accountExport },
    },
    refusals: [],
  },
  listExports: {
    ...{ summary: 'The archives of late, the newest first', who, answers: { 200: accountExports } },
    refusals: [],
  },
  readExport: {
    ...{ summary: 'An archive that is ready', who, head: false },
    answers: { 200: file('application/zip') },
    refusals: ['not-found'],
  },
});
