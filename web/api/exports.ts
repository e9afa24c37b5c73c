import { exportPaths } from '#contract/paths.ts';
import { mutationTo, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** Archives of the account, newest first. */
export const exportsQuery = uncachedQueryFor(['api', 'exports'], exportPaths.listExports);

const refetch = () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey });

export const requestExport = mutationTo(exportPaths.requestExport, () => ({}), refetch);
