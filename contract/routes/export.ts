import { exportPaths } from '../paths.ts';
import { file, routesAt } from '../route.ts';

export const exportRows = routesAt(exportPaths, {
  exportAccount: {
    ...{ summary: 'All of the account as one archive', who: 'confirmed', head: false },
    answers: { 200: file('application/zip') },
    refusals: [],
  },
});
