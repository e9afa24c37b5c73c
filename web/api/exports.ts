import { exportPaths } from '#contract/paths.ts';
import { toChange, toLoadAnew } from './call.ts';
import { queryClient } from './query-client.ts';

/** Archives of the account, newest first. */
export const exportsQuery = toLoadAnew(['api', 'exports'], exportPaths.listExports);

const lookAgain = () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });

export const askForExport = toChange(exportPaths.askForExport, () => ({}), lookAgain);
