import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { exportPaths } from '#contract/paths.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

/** Archives of the account, the newest first. */
export const exportsQuery = queryOptions({
  queryKey: ['api', 'exports'],
  queryFn: ({ signal }) => load(exportPaths.listExports, {}, signal),
  refetchOnMount: 'always',
});

export const askForExport = mutationOptions({
  mutationFn: () => change(exportPaths.askForExport),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: exportsQuery.queryKey }),
});
