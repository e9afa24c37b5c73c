import { queryOptions } from '@tanstack/react-query';
import type { CreateAppBody } from '#contract/accounts/apps.ts';
import { appPaths } from '#contract/paths.ts';
import { load, ofId, mutationTo, uncachedQueryFor } from './transport/call.ts';
import { queryClient } from './transport/query-client.ts';

/** The apps that members of the account can connect. */
export const appsQuery = uncachedQueryFor(['api', 'apps'], appPaths.listApps);

/** The apps that the signed-in member has connected. */
export const connectionsQuery = uncachedQueryFor(['api', 'connections'], appPaths.listConnections);

const refetch = () =>
  Promise.all(
    [appsQuery, connectionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
  );

export const createApp = mutationTo(appPaths.createApp, (body: CreateAppBody) => ({ body }), refetch);
export const removeApp = mutationTo(appPaths.removeApp, ofId, refetch);
export const endConnection = mutationTo(appPaths.endConnection, ofId, refetch);

export function connectRequestQuery(uid: string) {
  return queryOptions({
    queryKey: ['api', 'connect', uid],
    queryFn: ({ signal }) => load(appPaths.readConnectRequest, { params: { id: uid } }, signal),
    gcTime: 0,
    retry: false,
  });
}

export const decideConnection = mutationTo(
  appPaths.decideConnection,
  ({ uid, allow }: { uid: string; allow: boolean }) => ({ params: { id: uid }, body: { allow } }),
);
